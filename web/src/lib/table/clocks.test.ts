// Time left on a clock.

import { expect, it } from 'vitest'
import { lasting } from '../lasting'
import { clockFace, clockOf, secondsLeft, shareLeft } from './clocks'

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

it('stands on every chip, running or not', () => {
  expect(clockOf(clock, 0, 41_000)).toEqual({ seconds: 50, runs: true })
  expect(clockOf(clock, 1, 41_000)).toEqual({ seconds: 30, runs: false })
  expect(clockOf(null, 0, 0)).toBeNull()
  expect(clockFace(4 * 86_400)).toBe('4 days')
})

it('says how long something has lasted', () => {
  expect([30_000, 60_000, 59 * 60_000, 3_600_000, 47 * 3_600_000, 49 * 3_600_000].map(lasting)).toEqual([
    'less than a minute', '1 minute', '59 minutes', '1 hour', '47 hours', '2 days',
  ]) // prettier-ignore
})
