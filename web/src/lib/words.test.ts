// Sentences from the catalogue.

import { describe, expect, it } from 'vitest'
import engine from '../../../src/mischief/engine/words.py?raw'
import shared from '../../../tests/shared/words.json'
import { noWords, plain, SEAT_KEYS, Words, type Catalogue } from './words'

const book: Catalogue = {
  events: {
    drew: ['{seat} drew {card}.', '{seat} drew a card.'],
    gave: '{seat} gave {target} {count|crumb|crumbs} and {cards}.',
    took: '{seat} took {amount*supply} from place {slot+1}.',
    paid: 'It paid {points@}.',
    fell: '{seats_dead} fell.',
    fed: 'Group {group} ate; {moved_to} was next, {seat} saw {meal}.',
    quiet: '',
  },
  moves: { take: 'Take {supply}' },
  asks: {},
  waits: {},
  pieces: { pz07: 'the parrot', rags: 'rags', 'rags:1': 'rag' },
  called: { group: ['A', 'B'], moved: ['A', 'B'] },
  phrases: [],
  important: [],
  windows: [],
}
const words = new Words(book, ['Ada', 'Ben'])

it('knows the same places for names as the engine does', () => {
  const listed = /SEAT_KEYS = \(([^;]*?)\n\)/.exec(engine)![1]!
  expect([...SEAT_KEYS].sort()).toEqual([...listed.matchAll(/"(\w+)"/g)].map((m) => m[1]).sort())
})

describe('the message catalogue', () => {
  it('tells as much as the facts allow', () => {
    expect(plain(words.event('drew', { seat: 1, card: 'pz07' }))).toBe('Ben drew the parrot.')
    expect(plain(words.event('drew', { seat: 1 }))).toBe('Ben drew a card.')
    expect(plain(words.event('drew', { seat: 1, card: null }))).toBe('Ben drew a card.')
  })
  it('marks names and pieces so that they can be drawn as chips', () => {
    expect(words.event('drew', { seat: 0, card: 'pz07' })).toEqual([
      { text: 'Ada', seat: 0 },
      { text: ' drew ' },
      { text: 'the parrot', piece: 'pz07' },
      { text: '.' },
    ])
  })
  it('calls by name what the rules only number', () => {
    expect(plain(words.event('fed', { group: 0, moved_to: 1, seat: 1, meal: 1 }))).toBe('Group A ate; B was next, Ben saw 1.')
    expect(plain(words.event('fed', { group: 7, moved_to: 0, seat: 0, meal: 0 }))).toBe('Group 7 ate; A was next, Ada saw 0.')
  })
  it('names the pieces in a sentence of the rules', () => {
    expect(words.told('pz07 costs 5, as rags do; pz08 does not.')).toBe('the parrot costs 5, as rags do; pz08 does not.')
  })
  it('counts and lists', () => {
    const facts = { seat: 0, target: 1, count: 1, cards: ['pz07', 'rags', 'x'] }
    expect(plain(words.event('gave', facts))).toBe('Ada gave Ben 1 crumb and the parrot, rags and x.')
    expect(plain(words.event('gave', { ...facts, count: 2, cards: [] }))).toBe('Ada gave Ben 2 crumbs and nothing.')
  })
  it('counts pieces by their name, places from one, and lists by seat', () => {
    expect(plain(words.event('took', { seat: 0, amount: 1, supply: 'rags', slot: 0 }))).toBe('Ada took 1 rag from place 1.')
    expect(plain(words.event('took', { seat: 0, amount: 3, supply: 'rags', slot: 4 }))).toBe('Ada took 3 rags from place 5.')
    expect(words.event('took', { seat: 0, amount: 3, slot: 4 })).toEqual([])
    expect(words.event('paid', { points: [0, 7] })).toContainEqual({ text: 'Ben', seat: 1 })
    expect(plain(words.event('paid', { points: [2, 7] }))).toBe('It paid Ada 2 and Ben 7.')
    expect(plain(words.event('paid', { points: [0, 0] }))).toBe('It paid nobody.')
    expect(plain(words.event('fell', { seats_dead: [] }))).toBe('Nobody fell.')
  })
  it('says nothing of what is unsaid, and names moves it does not know plainly', () => {
    expect(words.event('quiet', {})).toEqual([])
    expect(words.event('unheard_of', {})).toEqual([])
    expect(words.move('take', { supply: 'rags' })).toBe('Take rags')
    expect(words.move('call_it_a_day', {})).toBe('call it a day')
  })
})

it('fills the examples that the engine fills, as it does', () => {
  const book = { ...noWords, ...(shared.book as unknown as Partial<Catalogue>) }
  for (const row of shared.fills) expect(new Words(book, row.names).fill(row.form, row.facts)).toBe(row.says)
  for (const row of shared.tells) expect(plain(new Words(book, row.names).event(row.kind, row.facts))).toBe(row.says)
})

it('says of whoever reads what they do', () => {
  const said = new Words(noWords, ['You', 'Ada'])
  expect([said.does(0, 'sets', 'set'), said.does(1, 'sets', 'set')]).toEqual(['You set', 'Ada sets'])
})
