import { expect, test } from 'vitest'
import { dateSays, resultSays } from './results'

test.each([
  [{ winners: [0], how: 'with cubes worth 24' }, 0, 'You won with cubes worth 24'],
  [{ winners: [1], how: 'with cubes worth 24' }, 0, 'Ben won with cubes worth 24'],
  [{ winners: [1, 2], how: 'with 5 awards' }, 2, 'You and Ben won with 5 awards'],
  [{ winners: [0, 1, 2], how: 'with 8 of 8 meals' }, 0, 'All won with 8 of 8 meals'],
  [{ winners: [], how: 'after 5 of 8 meals' }, null, 'Lost after 5 of 8 meals'],
  [{ winners: [1], how: '' }, undefined, 'Ben won'],
  [null, 0, 'Ended early'],
])('%j says %s: %s', (result, me, says) => {
  expect(resultSays(result, ['Ada', 'Ben', 'Cy'], me)).toBe(says)
})

test('dates are told as people tell them', () => {
  const now = new Date(2026, 2, 14, 10, 0).getTime()
  expect(dateSays(new Date(2026, 2, 14, 9, 5).getTime(), now)).toBe('today 09:05')
  expect(dateSays(new Date(2026, 2, 13, 20, 30).getTime(), now)).toBe('yesterday 20:30')
  expect(dateSays(new Date(2026, 1, 2).getTime(), now)).toBe('2 February')
  expect(dateSays(new Date(2025, 11, 31).getTime(), now)).toBe('31 December 2025')
})
