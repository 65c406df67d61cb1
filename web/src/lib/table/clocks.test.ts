// Time left on a clock.

import { expect, it } from 'vitest'
import { clockFace, secondsLeft, shareLeft } from './clocks'

const clock = { move: 30_000, bank: [60_000, 0], running: [0], since: 1000 }

it('counts the move first, then the bank', () => {
  expect(secondsLeft(clock, 0, 1000)).toBe(90)
  expect(secondsLeft(clock, 0, 41_000)).toBe(50)
  expect(shareLeft(clock, 0, 46_000)).toBe(0.5)
  expect(secondsLeft(clock, 0, 500_000)).toBe(0)
  expect(secondsLeft(clock, 1, 1000)).toBeNull()
  expect(shareLeft(null, 0, 0)).toBeNull()
})

it('reads like a clock', () => {
  expect(clockFace(65)).toBe('1:05')
  expect(clockFace(7200)).toBe('2 h')
})
