// Pie Rats: what is proposed, and what was said before.

import { expect, it } from 'vitest'
import type { LegalMove } from '../../lib/protocol'
import type { BoardProps } from '../board'
import { asIntended, bestTarget, choice, drop, intend, propose } from './choice.svelte'
import { bar } from './deeds'
import type { PieRatsView, Rat } from './pie-rats'
import { worthProtecting } from './usual'

type Props = BoardProps<PieRatsView>

const rat = (id: string, strength: number, price: number): Rat => ({ id, strength, loyalty: 0, price, sideways: false, spinach: false })
const move = (name: string, args: Record<string, unknown>, action = 0): LegalMove => ({ action, name, args, text: name, label: `${name} ${String(args.crew ?? args.kind ?? '')}` })
const cards = { captain_stats: { charisma: 3, strength: 3 }, crew: [{ id: 'c22' }, { id: 'c11' }], charisma: [{ id: 'charm', charisma: 2 }], pie: [], action_item: [{ id: 'carob_bean' }] }

function asked(phase: string, legal: LegalMove[], more: Partial<PieRatsView> = {}): Props {
  const view = { phase, seat: 0, window: null, lead: 0, turn: 0, hand: [], aside: [], crews: [[], []], charisma: [[], []], charisma_totals: [3, 5], declared: [null, null], sill: [], strengths: [3, 3], scores: [0, 0], ...more }
  const sent: unknown[] = []
  const words = { piece: (id: string) => id, name: (seat: number) => `seat ${seat}` }
  return { view, legal, cards, words, options: {}, propose: true, pending: false, act: (m: unknown) => sent.push(m) } as unknown as Props
}

it('protects the strongest rat that somebody could lure, by one press', () => {
  const crews = [[rat('c11', 2, 4), rat('c22', 4, 5), rat('c46', 6, 9)], []]
  const props = asked('P4', [move('will_lure', {}), ...['c11', 'c22', 'c46'].map((crew) => move('pick', { crew }))], { crews } as Partial<PieRatsView>)
  drop()
  expect(worthProtecting(props)?.args.crew).toBe('c22') // nobody can pay for the c46
  expect(bar(props)?.deeds.map((d) => d.label)).toEqual(['I will lure', 'Protect c22'])
  expect(worthProtecting({ ...props, view: { ...props.view, declared: [null, 'protect'] } })).toBeUndefined()
})

it('plays a card on what is usually meant by one press, in a window', () => {
  const crews = [[], [rat('c11', 2, 4), rat('c22', 4, 5)]]
  const props = asked('W5B', [move('pass', {}), move('bean', { crew: 'c11' }, 1), move('bean', { crew: 'c22' }, 2)], { crews, window: {}, hand: ['carob_bean'] } as unknown as Partial<PieRatsView>)
  drop()
  expect(bestTarget(props, 'carob_bean')?.args.crew).toBe('c22')
  expect(bar(props)?.deeds.map((d) => d.label)).toEqual(['bean c22', 'Pass'])
  expect(bar({ ...props, propose: false })?.deeds[0]?.label).toBe('carob_bean') // a lesson asks for the aim
})

it('takes on board in phase 3 what was said in phase 2, and only that', () => {
  const hand = ['c22', 'spinach']
  const tabling = asked('P2', [move('pass', {}, 0), move('table', { kind: 'charm' }, 1)], { hand: ['charm', ...hand] })
  drop()
  propose(tabling)
  expect(choice.hand).toEqual([0])
  const both = bar(tabling)?.deeds[0]
  expect(both?.label).toBe('Table charm, then take on board c22')
  const later = asked('P3', [move('pass', {}, 0), move('place', { crew: 'c22' }, 2)], { hand })
  expect(asIntended(later)).toBeNull() // nothing was said yet
  both?.press?.(null as unknown as Element)
  expect(asIntended(later)?.moves.map((m) => m.name)).toEqual(['place', 'pass'])
  intend({ crew: ['c11'] })
  expect(asIntended(later)).toBeNull() // not there any more
  propose(asked('P4', [move('will_lure', {})]))
  intend({ crew: [] })
})
