// Doctor Rat: diets, what the marks leave possible, and choices as one command.

import { describe, expect, test } from 'vitest'
import type { DoctorRatGroupView } from '../../lib/protocol'
import { allDiets, available, dietMoves, dinnerMoves, fits, foodId, hungry, possible, proposalMoves, type Diet, type DoctorRatView, type Entry } from './doctor-rat'

const group = (identity: string, row: string[], more: Partial<DoctorRatGroupView> = {}): DoctorRatGroupView => ({
  identity,
  seats: [1],
  speaker: 1,
  has_diet: true,
  diet: null,
  row: row.map((r): Entry => ({ card: r.slice(0, 3), mark: r.endsWith('+') ? 'good' : 'bad' })) as unknown as Record<string, unknown>[],
  medicine: null,
  crosses: 0,
  run: 0,
  pending: null,
  ghosts: [],
  ...more,
})

const view = (more: Partial<DoctorRatView>): DoctorRatView =>
  ({
    variant: 'colony',
    options: { agreement: 'consensus', alternating_families: 'any' },
    groups: [group('LB1', []), group('VG2', [])],
    centre: [],
    trash: [],
    claims: [],
    bans: [],
    vote: null,
    setup: [],
    seat: 0,
    stock: [],
    picked: [],
    tokens: {},
    meal: 1,
    ...more,
  }) as unknown as DoctorRatView

describe('diets', () => {
  test('every Identity has 237, or 182 with Alternating of one family', () => {
    for (const identity of ['LB1', 'VG2', 'CR3']) {
      expect(allDiets(identity)).toHaveLength(237)
      expect(allDiets(identity, true)).toHaveLength(182)
    }
  })

  test('the worked examples leave as many as the rulebook counts', () => {
    expect(possible(group('CR3', ['CR2+', 'LR2-', 'LY4+']), false)).toHaveLength(8)
    expect(possible(group('CR3', ['LR2+', 'LG2-', 'CB3+']), false)).toHaveLength(34)
    expect(possible(group('CR3', ['CR2+', 'LR2-', 'VO1+']), false)).toHaveLength(14)
    expect(possible(group('CR3', ['LR2-', 'CB4+', 'VY1+']), false)).toHaveLength(22)
    expect(possible(group('CR3', ['LR2-', 'CB4+', 'VY1+']), false, 2)).toHaveLength(48)
  })

  test('a card that left after a prediction still tells something', () => {
    const ghosts = [{ after: 0, via: null, card: 'LB1', good: true }]
    expect(possible(group('LB1', [], { ghosts }), false)).toHaveLength(167)
  })

  test('Alternating begins on the right', () => {
    const diet: Diet = { kind: 'alternating', specs: ['C', 'V'] }
    expect(fits(diet, 'CR3', 0, 'LR2')).toBe(false)
    expect(fits(diet, 'LR2', 1, 'CB4')).toBe(true)
    expect(fits(diet, 'CB4', 2, 'VY1')).toBe(true)
  })
})

describe('commands', () => {
  test('a proposal leaves out the pick that makes itself', () => {
    const vote = { chair: 1, voters: [1, 2], proposal: [], next_group: 0, voted: [], mine: null, tried: [] }
    const table = view({ centre: ['LB3', 'CG1'], vote })
    expect(hungry(table)).toEqual([0, 1])
    expect(proposalMoves(table, { 0: 'CG1', 1: 'LB3' })?.map((m) => m.text)).toEqual(['CG1'])
    const more = view({ centre: ['LB3', 'CG1'], trash: ['VO2'], vote })
    expect(proposalMoves(more, { 0: 'CG1' })).toBeNull()
    expect(proposalMoves(more, { 0: 'CG1', 1: 'VO2' })?.map((m) => m.text)).toEqual(['CG1', 'VO2'])
  })

  test('what a Yuck! has banned is not on offer', () => {
    const table = view({ centre: ['LB3', 'VO2'], bans: [{ group: 0, card: 'VO2' }] })
    expect(available(table, 0)).toEqual(['LB3'])
    expect(available(table, 1)).toEqual(['LB3', 'VO2'])
  })

  test('dinner goes in rising order, and its last card may follow by itself', () => {
    const table = view({ stock: ['LB1', 'VG4', 'CY4'] })
    expect(dinnerMoves(table, ['CY4'])).toBeNull()
    expect(dinnerMoves(table, ['CY4', 'LB1'])?.map((m) => m.action)).toEqual([0, foodId('CY4')])
    expect(dinnerMoves(table, ['CY4', 'VG4'])?.map((m) => m.action)).toEqual([foodId('VG4')])
  })

  test('a diet is given in the steps that the rules ask for', () => {
    const table = view({ groups: [group('LB1', [], { has_diet: false }), group('VG2', [], { has_diet: false })] })
    expect(dietMoves(table, 0, { kind: 'forbidden', specs: ['V'] }).map((m) => m.text)).toEqual(['diet forbidden', 'spec V', 'no second spec'])
    expect(dietMoves(table, 0, { kind: 'identical', category: 'colour' }).map((m) => m.action)).toEqual([119, 141])
    expect(dietMoves(table, 0, { kind: 'plus_minus' }).map((m) => m.text)).toEqual(['diet plus_minus'])
  })
})
