// The QR code: known squares, and what does not fit.

import { expect, it } from 'vitest'
import { qrCode, qrPath } from './qr'

it('draws the three finders, the timing lines and the dark module', () => {
  const square = qrCode('https://table.example/t/k7wq2m')!
  const size = square.length
  expect(size).toBe(25)
  for (const [y, x] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    expect(square[y]!.slice(x, x + 7)).toEqual(Array(7).fill(true))
    expect(square[y + 3]!.slice(x, x + 7)).toEqual([true, false, true, true, true, false, true])
  }
  expect(square[6]!.slice(8, size - 8)).toEqual([true, false, true, false, true, false, true, false, true])
  expect(square[size - 8]![8]).toBe(true)
  expect(qrPath(square).match(/M/g)!.length).toBe(square.flat().filter(Boolean).length)
})

it('writes both copies of the format alike, as a word of its code', () => {
  const square = qrCode('https://table.example/t/k7wq2m')!
  const size = square.length
  let down = 0
  let along = 0
  for (let i = 0; i < 15; i++) {
    if (square[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i]![8]) down |= 1 << i
    if (square[8]![i < 8 ? size - 1 - i : i < 9 ? 15 - i : 14 - i]) along |= 1 << i
  }
  expect(down).toBe(along)
  let rest = down ^ 0x5412
  expect(rest >> 13).toBe(1) // level L
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10)
  expect(rest).toBe(0)
})

it('refuses what does not fit', () => {
  expect(qrCode('x'.repeat(134))).not.toBeNull()
  expect(qrCode('x'.repeat(135))).toBeNull()
})
