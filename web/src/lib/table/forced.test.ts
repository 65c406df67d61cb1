// Moves that play themselves.

import { expect, it } from 'vitest'
import { emptyMove, forcedMove, type Forced } from './forced'

const move = { action: 4, name: 'pass', args: {}, text: 'pass', label: 'Pass' }
const usual: Forced = { legal: [move], form: 'turn', history: [], asking: 9, seat: 0, wanted: true, confirming: 'matters' }

it('is the only move, in a turn of my own', () => {
  expect(forcedMove(usual)).toBe(move)
  expect(forcedMove({ ...usual, legal: [move, { ...move, action: 5 }] })).toBeNull()
  expect(forcedMove({ ...usual, legal: [] })).toBeNull()
  expect(forcedMove({ ...usual, form: 'window' })).toBeNull()
  expect(forcedMove({ ...usual, form: 'together' })).toBeNull()
})

it('waits for a player who wants to press, or has just taken it back', () => {
  expect(forcedMove({ ...usual, wanted: false })).toBeNull()
  expect(forcedMove({ ...usual, confirming: 'always' })).toBeNull()
  const back = { seq: 9, kind: 'took_back', facts: { seat: 0, entry: 8 } }
  expect(forcedMove({ ...usual, history: [back] })).toBeNull()
  expect(forcedMove({ ...usual, history: [{ ...back, facts: { seat: 1, entry: 8 } }] })).toBe(move)
})

it('is a question without a choice, where only bots could read anything from how soon it is answered', () => {
  const alone = { ...usual, form: 'window', idle: null, people: false, spare: 'bots' as const }
  const two = [move, { ...move, action: 5 }]
  expect(emptyMove(alone)).toBe(move)
  expect(emptyMove({ ...alone, people: true })).toBeNull()
  expect(emptyMove({ ...alone, people: true, spare: 'always' })).toBe(move)
  expect(emptyMove({ ...alone, spare: 'never' })).toBeNull()
  expect(emptyMove({ ...alone, legal: two })).toBeNull()
  expect(emptyMove({ ...alone, legal: two, idle: move })).toBe(move) // the board finds nothing else worth asking
  expect(emptyMove({ ...alone, confirming: 'always' })).toBeNull()
})
