import { expect, it } from 'vitest'
import { answerTo, following, verdict } from './lesson'
import type { Step } from './protocol'

const step: Step = {
  says: [],
  given: null,
  before: [],
  asks: 'Enter.',
  moves: ['enter 1, magic-0, magic-2, done', 'bury *'],
  wrong: { 'enter 0': 'Not that one.', 'enter *': 'Another.', '*': 'No.' },
  then: { 'bury pz04': [{ seat: 1, text: 'stay' }], '*': [{ seat: 2, text: 'stay' }] },
  done: '',
  point: [],
  clause: '',
}

it('takes the whole of what is asked, and its beginning', () => {
  expect(verdict(step, 'enter 1, magic-0, magic-2, done')).toBe('done')
  expect(verdict(step, 'enter 1, magic-0')).toBe('more')
  expect(verdict(step, 'bury pz01')).toBe('done')
  expect(verdict(step, 'enter 0')).toBe('other')
})

it('answers and goes on by the pattern that fits most closely', () => {
  expect(answerTo(step, 'enter 0')).toBe('Not that one.')
  expect(answerTo(step, 'enter 2')).toBe('Another.')
  expect(answerTo(step, 'pass')).toBe('No.')
  expect(following(step, 'bury pz04')[0]?.seat).toBe(1)
  expect(following(step, 'bury pz05')[0]?.seat).toBe(2)
})
