// The status line.

import { expect, it } from 'vitest'
import { statusLine } from './status'
import { noWords, Words } from '../words'

const words = new Words(
  { ...noWords, asks: { turn: 'Reveal a card or pass.', 'turn.beg': 'Beg.' }, waits: { turn: 'reveal a card or pass' } },
  ['Ada', 'Ben', 'Cleo'],
)
const view = { seat: 0, phase: 'turn', waiting: [0], over: false }
const facts = { view, form: 'turn', words, seat: 0, asked: true, seats: 3 }

it('says what I may do, whom we wait for, and how many are ready', () => {
  expect(statusLine(facts)).toBe('Your turn: reveal a card or pass.')
  expect(statusLine({ ...facts, forced: 'Reveal' })).toBe('Your turn, with nothing to choose: reveal.')
  expect(statusLine({ ...facts, moves: ['reveal'] })).toBe('Your turn: reveal a card or pass.')
  expect(statusLine({ ...facts, moves: ['reveal', 'beg'] })).toBe('Your turn: beg.')
  expect(statusLine({ ...facts, asked: false, view: { ...view, waiting: [1] } })).toBe(
    'Waiting for Ben to reveal a card or pass.',
  )
  expect(statusLine({ ...facts, asked: false, form: 'together', view: { ...view, waiting: [1, 2] } })).toBe(
    'Everyone chooses: 1 of 3 ready.',
  )
  expect(statusLine({ ...facts, asked: false, view: { ...view, waiting: [], over: true } })).toBe('The game is over.')
})

it('has something to say in a phase that no catalogue knows', () => {
  expect(statusLine({ ...facts, view: { ...view, phase: 'x' } })).toBe('Your turn.')
  expect(statusLine({ ...facts, asked: false, view: { ...view, phase: 'x', waiting: [2] } })).toBe(
    'Waiting for Cleo to move.',
  )
})
