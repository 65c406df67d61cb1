// Rattus Cartus: choices as one command, what they come to, the odds of the nuns.

import { describe, expect, test } from 'vitest'
import { Words, noWords } from '../../lib/words'
import { asEver, habits } from './habits.svelte'
import { asMoves, initials, kindOf, nunOdds, ofNuns, outlook, preview, stack, type RattusCartusView } from './rattus-cartus'

const CLASSES = ['peasantry', 'bourgeoisie', 'church', 'chivalry', 'magic', 'royalty']
const cards = {
  population: CLASSES.flatMap((name) => [4, 2, 2, 2, 4].map((copies, nuns) => ({ id: `${name}-${nuns}`, nuns, copies }))),
}
const veiled = (nun_row: (string | null)[], located: Record<string, number> = {}) => ({ nun_row, located }) as unknown as RattusCartusView

describe('choices', () => {
  test('kinds are numbered as the rules number them', () => {
    expect(['peasantry-0', 'church-4', 'royalty-4', 'joker', 'gold'].map(kindOf)).toEqual([0, 14, 29, 30, 34])
  })
  test('a command names its cards in rising order and says done unless the maximum says it', () => {
    expect(asMoves(['joker', 'church-0', 'magic-4'], 5).map((m) => m.action)).toEqual([10, 24, 30, 35])
    expect(asMoves(['gold', 'church-1'], 2).map((m) => m.action)).toEqual([11, 34])
    expect(asMoves([], 5).map((m) => m.action)).toEqual([35])
  })
  test('strangers cost rats, Jokers do not, Swords score nothing', () => {
    expect(preview(['church-0', 'magic-4', 'joker', 'sword'], 'church')).toEqual({ influence: 3, rats: 1 })
  })
})

describe('the plague', () => {
  test('five veiled cards hold 0 to 20 nuns, ten on the average', () => {
    const odds = nunOdds(veiled([null, null, null, null, null]), cards)
    expect(odds.reduce((a, b) => a + b, 0)).toBeCloseTo(1)
    expect(odds.reduce((sum, p, n) => sum + p * n, 0)).toBeCloseTo(10)
  })
  test('what has been seen elsewhere cannot lie in the row', () => {
    const located = Object.fromEntries(CLASSES.map((name) => [`${name}-4`, 4]))
    expect(outlook(veiled(['church-3', null, null, null, null], located), cards, 3)).toEqual({ least: 3, most: 15, survive: expect.closeTo(1) })
  })
  test('exactly as many rats as nuns is survived', () => {
    const view = veiled(['church-3', 'magic-0', 'magic-1', 'royalty-4', 'chivalry-2'])
    expect(outlook(view, cards, 10).survive).toBe(1)
    expect(outlook(view, cards, 11).survive).toBe(0)
  })
})

test('who asks is told the chance to survive, unless the helper is off', () => {
  const view = veiled(['church-3', 'magic-0', null, null, null])
  expect(ofNuns(view, cards, 3, true)).toBe('You have seen 2 of 5 nun cards (3 nuns). All five hold 3 to 15; with 3 rats you survive in 100 % of the ways they can lie.')
  expect(ofNuns(view, cards, 3, false)).toBe('You have seen 2 of 5 nun cards (3 nuns).')
})

test('discs of namesakes take two letters', () => {
  expect(initials(new Words(noWords, ['Ada', 'Pickle', 'Pip', 'Seat 4', 'Seat 5']), 5)).toEqual(['A', 'Pc', 'Pp', 'S4', 'S5'])
})

test('of discs on one space the one that came first lies on top', () => {
  const influence = [[3], [5], [3], [0]].map((steps) => ({ influence: steps }))
  const view = { seats: influence, ranking: { peasantry: [1, 2, 0] } } as unknown as RattusCartusView
  expect([5, 3, 0].map((steps) => stack(view, 0, steps))).toEqual([[1], [2, 0], [3]])
})

test('who always performs building actions is not asked, and a skip holds for one', () => {
  const legal = ['perform', 'skip'].map((name, action) => ({ action, name, args: {}, text: name, label: name }))
  const answer = () => asEver('perform', legal)
  expect(answer()?.moves.map((m) => m.name)).toEqual(['perform'])
  habits.acts = 'ask'
  expect(answer()).toBeNull()
  habits.acts = 'skip'
  const skipped = answer()
  expect(skipped?.moves.map((m) => m.name)).toEqual(['skip'])
  skipped?.then?.()
  expect(answer()?.moves.map((m) => m.name)).toEqual(['perform'])
  expect(asEver('lay', legal)).toBeNull()
})
