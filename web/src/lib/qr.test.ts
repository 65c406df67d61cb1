// The QR code as we draw it; that it says what it should is tried with a reader, in the browser tests.

import { expect, it } from 'vitest'
import { qrCode, qrPath } from './qr'

it('has its three finders, no border, and a path with every dark square', () => {
  const square = qrCode('https://table.example/t/k7wq2m')!
  const size = square.length
  for (const [y, x] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    expect(square[y]!.slice(x, x + 7)).toEqual(Array(7).fill(true))
    expect(square[y + 3]!.slice(x, x + 7)).toEqual([true, false, true, true, true, false, true])
  }
  expect(qrPath(square).match(/M/g)!.length).toBe(square.flat().filter(Boolean).length)
})

it('refuses what no phone would read off a screen', () => {
  expect(qrCode('x'.repeat(200))).not.toBeNull()
  expect(qrCode('x'.repeat(2000))).toBeNull()
})
