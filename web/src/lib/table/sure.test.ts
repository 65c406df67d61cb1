// Asking again before a move.

import { expect, it } from 'vitest'
import { meant, vouch } from './sure'

it('takes the same tap twice within three seconds for meant', () => {
  expect(meant('bury pz07', 1000)).toBe(false)
  expect(meant('bury pz08', 2000)).toBe(false)
  expect(meant('bury pz08', 3000)).toBe(true)
  expect(meant('bury pz08', 3100)).toBe(false) // a new question
  expect(meant('bury pz08', 7000)).toBe(false) // too late
})

it('does not ask again what a button has asked', () => {
  vouch(20_000)
  expect(meant('pass', 20_001)).toBe(true)
  expect(meant('pass', 21_000)).toBe(false)
})
