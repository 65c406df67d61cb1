// Where a piece was, read off the record.

import { expect, it } from 'vitest'
import type { Frame, LogEvent } from '../lib/protocol'
import { noWords, Words } from '../lib/words'
import { Whereabouts } from './whereabouts'

interface Table {
  deck: string[]
  row: string[]
  hands: string[][]
  last: string | null
}
type Told = [kind: string, facts: Record<string, unknown>]

function step(seq: number, view: Table, ...told: Told[]): Frame {
  const events: LogEvent[] = told.map(([kind, facts]) => ({ seq, kind, facts }))
  return { seq, at: 0, by: 0, moves: [], events, views: [view as never], waiting: [] }
}

const record = [
  step(0, { deck: ['fox', 'owl', 'elk'], row: [], hands: [[], []], last: null }),
  step(1, { deck: ['owl', 'elk'], row: ['fox'], hands: [[], []], last: 'fox' }, ['turned', { seat: 0, card: 'fox' }]),
  step(2, { deck: ['elk'], row: ['fox', 'owl'], hands: [[], []], last: 'owl' }, ['turned', { seat: 1, card: 'owl' }]),
  step(3, { deck: ['elk'], row: ['fox', 'owl'], hands: [[], []], last: 'owl' }, ['counted', { row: ['fox', 'owl'] }]),
  step(4, { deck: ['elk'], row: ['owl'], hands: [[], ['fox']], last: null }, ['took', { seat: 1, cards: ['fox'] }]),
  step(5, { deck: ['elk'], row: ['owl'], hands: [['fox'], []], last: null }, ['gave', { giver: 1, taker: 0, card: 'fox' }]),
  step(6, { deck: ['owl', 'elk'], row: [], hands: [['fox'], []], last: null }, ['cleared', { count: 1 }]),
]
const where = new Whereabouts(record, 2)
const steps = (piece: string, of: number | null = null, sort = false) =>
  where.meetings({ names: [piece], sort, of }).map((m) => m.step)

it('finds the steps in which a piece changed its place, named or not, and no others', () => {
  expect(steps('fox')).toEqual([1, 4, 5]) // not when it was merely counted, nor when it was no longer the last one
  expect(steps('owl')).toEqual([2, 6]) // back into the deck without a word
  expect(steps('elk')).toEqual([])
})

it('keeps to the steps of the owner, where there is one', () => {
  expect(steps('fox', 0)).toEqual([1, 5])
  expect(steps('fox', 1)).toEqual([4, 5])
})

it('goes by the events alone for a sort of thing, which has no place', () => {
  expect(steps('fox', null, true)).toEqual([1, 3, 4, 5])
  expect(where.meetings({ names: ['fox', 'owl'], sort: true, of: null }).map((m) => m.step)).toEqual([3])
})

it('leads to when it came and to when it goes, in the words of the game', () => {
  const words = new Words({ ...noWords, events: { turned: '{seat} turned up {card}.', took: '{seat} took {cards}.' } }, ['Ada', 'Ben'])
  const gone: number[] = []
  const ways = (at: number) => where.ways({ names: ['fox'], sort: false, of: null }, at, words, (n) => gone.push(n))
  const told = (at: number) => ways(at).map((w) => `${w.name}: ${w.says}`)
  expect(told(3)).toEqual(['Came at step 1: Ada turned up fox.', 'Goes at step 4: Ben took fox.'])
  expect(told(4)).toEqual(['Before that, at step 1: Ada turned up fox.', 'Goes at step 5: '])
  expect(told(6)).toEqual(['Came at step 5: '])
  ways(3)[1]?.go()
  expect(gone).toEqual([4])
})
