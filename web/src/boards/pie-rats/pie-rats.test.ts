// Pie Rats: sums of luring and looting, and whole choices as one command.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { LegalMove } from '../../lib/protocol'
import { atRisk, bestParty, bestPayment, lootMoves, lureMoves, namings, NUMBERS, payments, stepOf, strongest, type PieRatsView, type Rat } from './pie-rats'

const cards = {
  captain_stats: { charisma: 3, strength: 3 },
  crew: [
    { id: 'c11', index: 11, strength: 2, loyalty: 0 },
    { id: 'c22', index: 22, strength: 3, loyalty: -1 },
    { id: 'c31', index: 31, strength: 3, loyalty: 1 },
    { id: 'c43', index: 43, strength: 5, loyalty: -1 },
    { id: 'c46', index: 46, strength: 5, loyalty: 0 },
  ],
  charisma: [
    { id: 'doubloons', kind: 0, charisma: 1 },
    { id: 'parrot', kind: 2, charisma: 2 },
    { id: 'cutlass', kind: 3, charisma: 2 },
    { id: 'spyglass', kind: 4, charisma: 3 },
    { id: 'charm', kind: 5, charisma: 2 },
  ],
  pie: [
    { id: 'p00', index: 0, weight: 6, points: 2 },
    { id: 'p10', index: 10, weight: 11, points: 5 },
    { id: 'p12', index: 12, weight: 12, points: 7 },
  ],
}
const rat = (id: string, more: Partial<Rat> = {}): Rat => {
  const row = cards.crew.find((c) => c.id === id)
  return { id, strength: row?.strength ?? 0, loyalty: row?.loyalty ?? 0, price: 4 + (row?.loyalty ?? 0), sideways: false, spinach: false, ...more }
}
const move = (name: string, args: Record<string, unknown>, action = 0): LegalMove => ({ action, name, args, text: name, label: name })
const texts = (moves: LegalMove[] | null) => moves?.map((m) => (m.name === 'loot' || m.name === 'lure' ? `${m.name} ${String(m.args.pie ?? m.args.crew)}` : m.text))

function table(more: Partial<PieRatsView>): PieRatsView {
  return { seat: 0, crews: [[], []], charisma: [[], []], charisma_totals: [3, 3], declared: [null, null], sill: [], ...more } as PieRatsView
}

it('knows the numbers of the moves that follow', () => {
  const source = readFileSync('../src/mischief/games/pie_rats/numbers.py', 'utf8')
  for (const [name, number] of Object.entries(NUMBERS)) expect(source).toContain(`${name}: Final[i64] = ${number}\n`)
})

it('names only what the rules would ask for, and nothing superfluous', () => {
  const crew = ['c31', 'c43', 'c46'].map((id) => ({ id, order: rat(id).strength === 3 ? 31 : Number(id.slice(1)), value: rat(id).strength }))
  const some = (...ids: string[]) => crew.filter((t) => ids.includes(t.id))
  expect(namings(crew, some('c31', 'c43', 'c46'), 9)).toEqual(['c31']) // after it both others are needed, and come by themselves
  expect(namings(crew, some('c43', 'c46'), 9)).toEqual(['c43'])
  expect(namings(crew, some('c31', 'c43'), 9)).toBeNull() // too weak
  expect(namings(crew, some('c31', 'c43', 'c46'), 8)).toBeNull() // strong enough before the last
})

it('counts copies of a kind together', () => {
  const purse = [0, 0, 0].map(() => ({ id: 'doubloons', order: 0, value: 1 }))
  expect(namings(purse, purse.slice(0, 2), 2)).toEqual([])
  expect(namings(purse, purse.slice(0, 1), 2)).toBeNull()
})

it('finds the party with the least to spare', () => {
  const crew = [rat('c11'), rat('c22'), rat('c31'), rat('c43')]
  expect(bestParty(cards, crew, 'p10')).toEqual(['c22', 'c43'])
  expect(bestParty(cards, crew, 'p00')).toEqual(['c22'])
  expect(bestParty(cards, [rat('c11')], 'p12')).toBeNull()
  expect(strongest([rat('c43'), rat('c46'), rat('c11')]).map((r) => r.id)).toEqual(['c46'])
})

it('makes a loot one command, with the call before it', () => {
  const view = table({ crews: [[rat('c22'), rat('c31'), rat('c43')], []] })
  const legal = [move('call', {}, 2), move('loot', { pie: 'p00' }), move('loot', { pie: 'p10' })]
  expect(texts(lootMoves(cards, view, legal, 0, 'p00', ['c31'], true))).toEqual(['call', 'loot p00', 'pick c31'])
  expect(texts(lootMoves(cards, view, legal.slice(0, 2), 0, 'p00', ['c31'], true))).toEqual(['call', 'pick c31'])
  expect(texts(lootMoves(cards, view, legal, 0, 'p10', ['c22', 'c43'], false))).toEqual(['loot p10', 'pick c22', 'pick c43'])
  expect(lootMoves(cards, view, legal, 0, 'p10', ['c22'], false)).toBeNull()
})

it('makes a lure one command, second rat and payment included', () => {
  const view = table({ crews: [[], [rat('c22'), rat('c46')]], charisma: [['parrot', 'cutlass', 'charm'], []], charisma_totals: [9, 3] })
  const legal = [move('lure', { crew: 'c22' }), move('lure', { crew: 'c46' })]
  expect(bestPayment(cards, view, 0, ['c22'])).toEqual([])
  expect(texts(lureMoves(cards, view, legal, 0, ['c22'], []))).toEqual(['lure c22', 'only that one'])
  expect(bestPayment(cards, view, 0, ['c22', 'c46'])).toEqual([0, 2])
  expect(texts(lureMoves(cards, view, legal, 0, ['c22', 'c46'], [1, 2]))).toEqual(['lure c22', 'lure c46', 'pay cutlass'])
  expect(payments(cards, view, 0, ['c22', 'c46'], [0, 1])).toBeNull() // without Charm only one rat follows
  expect(payments(cards, view, 0, ['c46'], [0, 1])).toBeNull() // one card is enough
})

it('says which rats others could still lure', () => {
  const view = table({ charisma_totals: [3, 4], declared: [null, null] })
  expect(atRisk(view, 0, rat('c46'))).toBe(true)
  expect(atRisk(view, 0, rat('c31'))).toBe(false)
  expect(atRisk(view, 0, rat('c46', { sideways: true }))).toBe(false)
  expect(atRisk(table({ charisma_totals: [3, 4], declared: [null, 'protect'] }), 0, rat('c46'))).toBe(false)
  const late = { charisma_totals: [3, 4], declared: ['lure', 'lure'], phase: 'P5', turn: 0 }
  expect(atRisk(table({ ...late, lead: 0 }), 0, rat('c46'))).toBe(true)
  expect(atRisk(table({ ...late, lead: 1 }), 0, rat('c46'))).toBe(false)
})

it('knows the phase that a decision belongs to', () => {
  expect(['PIE', 'W2', 'P5_PAY', 'W5B', 'P6_LOSE', 'READY', 'END', 'CAPTAIN'].map(stepOf)).toEqual([1, 2, 5, 5, 6, 7, 0, 0])
})
