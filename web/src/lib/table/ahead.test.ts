// Moves prepared ahead.

import { expect, it } from 'vitest'
import { Ahead } from './ahead.svelte'
import { noWords, Words } from '../words'

const words = new Words(
  { ...noWords, events: { alert: 'Rat alert for {seat}!', stayed: '{seat} stayed.' }, important: ['alert'] },
  ['Ada', 'Bo'],
)
const reveal = { action: 0, name: 'reveal', args: {}, text: 'reveal', label: 'Reveal' }
const stay = { action: 1, name: 'stay', args: {}, text: 'stay', label: 'Stay' }
const event = (seq: number, kind: string) => ({ seq, kind, facts: { seat: 1 } })

it('sends a prepared move when it is asked and legal, in the phase it was meant for', () => {
  const ahead = new Ahead()
  ahead.prepare(reveal, 'turn', 5)
  expect(ahead.judge('turn', [], [event(6, 'stayed')], words)).toBeNull()
  expect(ahead.judge('bury', [reveal], [], words)).toBeNull()
  expect(ahead.judge('turn', [stay, reveal], [event(6, 'stayed')], words)).toEqual({ play: reveal })
})

it('drops it with a word when it is not possible, or something important has happened', () => {
  const ahead = new Ahead()
  ahead.prepare(reveal, 'turn', 5)
  expect(ahead.judge('turn', [stay], [], words)).toEqual({
    drop: '“Reveal”, which you had prepared, is not possible now.',
  })
  expect(ahead.judge('turn', [], [event(5, 'alert')], words)).toBeNull() // it was known
  expect(ahead.judge('turn', [], [event(6, 'alert')], words)).toEqual({
    drop: 'Rat alert for Bo! So “Reveal”, which you had prepared, is dropped.',
  })
  ahead.drop()
  expect(ahead.judge('turn', [reveal], [], words)).toBeNull()
})

it('offers what could be done before, the latest first, and of long lists what needs no particulars', () => {
  const ahead = new Ahead()
  ahead.remember('turn', [reveal])
  ahead.remember('after', [stay])
  ahead.remember('turn', [reveal, stay])
  const many = Array.from({ length: 20 }, (_, i) => ({ ...stay, action: i + 2, args: { card: i } }))
  ahead.remember('bury', many)
  expect(ahead.offers).toEqual([
    { phase: 'turn', moves: [reveal, stay] },
    { phase: 'after', moves: [stay] },
  ])
  ahead.remember('lay', [...many, reveal])
  expect(ahead.offers[0]).toEqual({ phase: 'lay', moves: [reveal] })
})
