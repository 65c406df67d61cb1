// Pie Rats: what is usually meant, and what can wait.

import { expect, it } from 'vitest'
import type { LegalMove } from '../../lib/protocol'
import type { PieRatsView, Rat } from './pie-rats'
import { aimWorth, idle, lureWorth } from './usual'

const cards = {
  captain_stats: { charisma: 3, strength: 3 },
  crew: [],
  charisma: [{ id: 'parrot', kind: 2, charisma: 2 }, { id: 'charm', kind: 5, charisma: 2 }, { id: 'spyglass', kind: 4, charisma: 3 }],
  pie: [{ id: 'p00', index: 0, weight: 6, points: 2 }, { id: 'p12', index: 12, weight: 12, points: 7 }],
}
const rat = (id: string, strength: number, price = 4): Rat => ({ id, strength, loyalty: 0, price, sideways: false, spinach: false })
const made = (name: string, args: Record<string, unknown> = {}): LegalMove => ({ action: 0, name, args, text: name, label: name })

/** A table of three with seat 1 in the lead; I am seat 0, the last to loot. */
function table(phase: string, crews: Rat[][], more: Partial<PieRatsView> = {}): PieRatsView {
  const strengths = crews.map((crew) => 3 + crew.reduce((n, r) => n + r.strength, 0))
  const window = phase.startsWith('W') ? {} : null
  return { phase, window, seat: 0, lead: 1, turn: null, hand: [], aside: [], loot: null, sill: ['p12'], scores: [0, 0, 0], crews, strengths, ...more } as unknown as PieRatsView
}
const bare: Rat[][] = [[], [], []]

function answers(view: PieRatsView, names: string[], options: Record<string, unknown> = {}): string | null {
  return idle({ view, cards, options, legal: ['pass', ...names].map((name) => made(name)) })?.moves[0]?.name ?? null
}

it('lets a question go by in which nothing can be done that cannot be done later', () => {
  expect(answers(table('P2', bare), ['spinach', 'steal'])).toBe('pass') // W2 and W5B ask for them
  expect(answers(table('P3', bare), ['kidnap'])).toBe('pass')
  expect(answers(table('P3', bare), ['place'])).toBeNull()
  expect(answers(table('P5', bare), ['lure'])).toBeNull()
  expect(answers(table('W2', bare), ['steal'])).toBeNull()
  expect(answers(table('W5', bare), ['bean', 'kidnap', 'spinach'])).toBe('pass')
  expect(answers(table('W5', bare), ['bean', 'mirror'])).toBeNull()
})

it('asks before looting if somebody could call before me, and if what I want may be gone by then', () => {
  const weak = [[], [rat('c11', 2)], []]
  const strong = [[], [rat('c11', 9)], []]
  expect(answers(table('W5B', weak), ['bean', 'spinach'])).toBe('pass') // to lift anything they would play a card: then I am asked
  expect(answers(table('W5B', weak), ['kidnap'])).toBeNull() // who lifts nothing loses the strongest rat
  expect(answers(table('W5B', strong), ['bean'])).toBeNull()
  expect(answers(table('W5B', strong), ['spinach'])).toBe('pass')
  expect(answers(table('W5B', strong, { lead: 0 }), ['bean', 'kidnap'])).toBe('pass') // it is me who begins
  expect(answers(table('W5B', weak, { sill: [] }), ['bean'])).toBeNull() // no card can be played before an empty sill
  expect(answers(table('W5B', weak), ['spinach'], { phase6: 'frozen' })).toBeNull()
  expect(answers(table('W5B', weak), ['spinach'], { phase6: 'nice' })).toBe('pass')
  expect(answers(table('W5B', weak), ['bean'], { phase6: 'nice' })).toBeNull()
})

it('asks in phase 6 while somebody is looting, and once my own turn is over', () => {
  const strong = [[], [rat('c11', 2)], [rat('c22', 9)]]
  const loot = { seat: 2, pie: 'p12', send: ['c22'], called: false }
  expect(answers(table('W6', strong, { turn: 2 }), ['bean'])).toBeNull()
  expect(answers(table('W6', bare, { turn: 2 }), ['bean', 'kidnap'])).toBe('pass')
  expect(answers(table('W6', bare, { turn: 2, loot }), ['bean'])).toBeNull()
  expect(answers(table('W6', bare, { turn: 2, loot }), ['spinach'])).toBe('pass')
  expect(answers(table('W6', bare, { turn: 2, lead: 0 }), ['bean'])).toBeNull()
})

it('lets my turn to loot go by where nothing could be lifted', () => {
  expect(answers(table('P6', bare), ['call'])).toBe('pass')
  expect(answers(table('P6', bare), ['call'], { fail_discard: 'called' })).toBeNull()
  expect(answers(table('P6', [[rat('c11', 4)], [], []]), ['call', 'spinach'])).toBe('pass') // 3 + 8 against 12
  expect(answers(table('P6', [[rat('c11', 5)], [], []]), ['call', 'spinach'])).toBeNull()
  expect(answers(table('P6', bare), ['call', 'kidnap'])).toBeNull()
})

it('keeps the cards between rounds, unless the hand is full or one is already set aside', () => {
  const ready = (hand: string[], aside: string[] = []) => idle({ view: table('READY', bare, { hand, aside }), cards, options: {}, legal: [made('pass'), made('toss')] })
  expect(ready(['spinach', 'mirror'])?.gently).toBe(true)
  expect(ready(['spinach', 'mirror', 'charm'])).toBeNull()
  expect(ready(['spinach', 'mirror'], ['mirror'])).toBeNull()
})

it('would lure the rat that lets me lift something, and of equals the cheaper one', () => {
  const [small, big, dear] = [rat('c11', 2), rat('c22', 3), rat('c31', 3, 6)]
  const known = (crew: Rat[]) => ({ view: table('P4', [crew, [small, big, dear], []]), cards })
  const worth = (crew: Rat[]) => [small, big, dear].map((r) => lureWorth(known(crew), r))
  const [a, b, c] = worth([]) as [number, number, number]
  expect(b).toBeGreaterThan(a)
  expect(b).toBeGreaterThan(c)
  const lift = worth([rat('c43', 6)])
  expect((lift[1] ?? 0) - b).toBe(56) // 3 + 6 + 3 against 12: seven points
})

it('would hit whoever is about to lift most, and takes the Charm first', () => {
  const view = table('W5B', [[], [rat('c11', 5)], [rat('c22', 4), rat('c31', 5)]])
  const best = (names: LegalMove[], now = view) => names.sort((a, b) => aimWorth({ view: now, cards }, b) - aimWorth({ view: now, cards }, a))[0]?.args
  const beans = () => ['c11', 'c22', 'c31'].map((crew) => made('bean', { crew }))
  expect(best(beans())).toEqual({ crew: 'c31' }) // seat 1 lifts nothing as it is
  const loot = { seat: 2, pie: 'p12', send: ['c22'], called: false }
  expect(best(beans(), { ...view, loot })).toEqual({ crew: 'c22' })
  const goods = ['parrot', 'charm', 'spyglass'].map((kind) => made('steal', { kind, victim: 1 }))
  expect(best(goods)).toEqual({ kind: 'charm', victim: 1 })
})
