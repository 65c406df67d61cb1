// High Tea: what goals measure, what the record allows, requests and pairs as one command.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { HighTeaPieceView, HighTeaRatView, LegalMove, LogEvent } from '../../lib/protocol'
import type { BoardProps } from '../board'
import { choice, request } from './choice.svelte'
import { acting, askable, askLimit, awardsOf, bounds, byTurn, callOf, does, find, forecast, inAll, KINDS, measure, measures, notes, NUMBERS, pairMoves, requestMoves, some, span, type HighTeaView, type Made } from './high-tea'

const sheet = (dishes: number[], decorations: number[]): Made[] => [...dishes.map((value): Made => ({ kind: 'dish', value })), ...decorations.map((value): Made => ({ kind: 'decoration', value }))]
const shown = ({ kind, value }: Made): HighTeaPieceView => ({ source: kind === 'dish' ? 'crumbs' : 'rags', spent: value, kind, value })
const rat = (more: Partial<HighTeaRatView> = {}): HighTeaRatView => ({
  vocation: null, nests: 0, pieces: [], known: KINDS.map(() => [0, 3]), supplies: null, nest_places: null, finished: false, awards: null, ...more,
}) // prettier-ignore
const table = (more: Partial<HighTeaView>): HighTeaView => ({ phase: 'swords_rat', seat: 0, taken: [], rats: [rat(), rat(), rat()], roll: null, ...more }) as HighTeaView
const move = (action: number, name: string, args: Record<string, unknown>): LegalMove => ({ action, name, args, text: `${name} x`, label: name })
const numbers = (moves: LegalMove[] | null) => moves?.map((m) => m.action) ?? null

it('measures the sheets of the rulebook’s ceremony', () => {
  const fluffy = sheet([9, 11], [3, 3, 3, 9])
  const victoria = sheet([4, 5, 6, 12], [7])
  expect(['cheap', 'composed', 'greedy', 'refined', 'generous', 'swanky', 'dapper', 'grandiose', 'elegant', 'dainty'].map((g) => measure(g, fluffy, 0))).toEqual([6, 5, 11, 20, 2, 4, 18, 9, null, 3])
  expect(measure('elegant', victoria, 0)).toBe(4)
  expect([measure('plush', [], 0), measure('plush', [], 2), measure('greedy', [], 0), measure('cheap', [], 0)]).toEqual([null, 2, null, 0])
})

it('says how far a rat with covered pieces can be', () => {
  const covered: HighTeaPieceView = { source: 'flowers', spent: 6, kind: null, value: 6 }
  const picked: HighTeaPieceView = { source: 'rags', spent: 1, kind: null, value: null }
  expect(measures({}, 'refined', rat({ pieces: [covered, shown({ kind: 'dish', value: 2 })] }))).toEqual([2, 8])
  expect(measures({}, 'refined', rat({ pieces: [picked] }))).toEqual([null, 3])
  expect(measures({}, 'dapper', rat({ pieces: [picked] }))).toEqual([null, 1])
  expect([span([2, 8]), span([null, 3]), span([null]), span([4])]).toEqual(['2–8', '0–3', '–', '4'])
})

it('forecasts awards over everything that may lie under the covers', () => {
  const made = (...values: number[]) => rat({ pieces: sheet(values, []).map(shown) })
  const covered = rat({ pieces: [{ source: 'flowers', spent: 9, kind: null, value: 9 }] })
  expect(forecast({}, 'refined', [made(5), made(7), covered], 0)).toEqual([1, 2])
  expect(forecast({}, 'refined', [made(5), made(7), made(7)], 0)).toEqual([2, 2])
  expect(forecast({}, 'refined', [rat(), made(7)], 0)).toEqual([0, 0])
  expect(forecast({}, 'cheap', [made(1), rat(), made(1, 2)], 0)).toEqual([2, 2])
})

it('multiplies finds by nests, three times for the Carpenter', () => {
  const view = table({ roll: [2, 5], rats: [rat({ nest_places: ['rags'], vocation: 'carpenter' }), rat({ nest_places: ['rags'] })] })
  expect([0, 1].map((s) => inAll(find({}, view, s, 'rags')))).toEqual(['2 × 3 = 6 rags', '2 × 2 = 4 rags'])
  expect(inAll(find({}, view, 0, 'baubles'))).toBe('5 baubles')
  expect([some(1, 'flowers'), some(1, 'straw'), some(2, 'crumbs')]).toEqual(['1 flower', '1 straw', '2 crumbs'])
  expect(find({}, table({ roll: [4, 4] }), 0, 'straw').base).toBe(4)
})

it('sends a request as one command, without the parts that are not asked', () => {
  const legal = [move(44, 'ask_rat', { target: 1 }), move(45, 'ask_rat', { target: 2 })]
  const { ASK_SUPPLY, ASK_AMOUNT, ASK_ALL } = NUMBERS
  expect(numbers(requestMoves({}, table({}), legal, 1, 'rags', 3))).toEqual([44, ASK_SUPPLY + 3, ASK_AMOUNT + 2])
  expect(requestMoves({}, table({}), legal, 1, 'rags', 5)).toBeNull()
  expect(requestMoves({}, table({}), legal, 1, 'swords', 1)).toBeNull()
  expect(requestMoves({}, table({}), legal, 1, 'rags', 'all')).toBeNull()
  const ruffian = table({ rats: [rat({ vocation: 'ruffian' }), rat()] })
  expect(numbers(requestMoves({}, ruffian, legal, 1, 'baubles', 'all'))).toEqual([44, ASK_SUPPLY, ASK_ALL])
  const last = table({ taken: ['baubles', 'straw', 'crumbs', 'rags'].map((k) => [1, k]), rats: [rat(), rat({ known: KINDS.map(() => [0, 0]) })] })
  expect(askable(last, 1)).toEqual(['flowers'])
  expect(numbers(requestMoves({}, last, legal, 1, 'flowers', 1))).toEqual([44])
  expect(numbers(requestMoves({}, table({ phase: 'swords_amount' }), [], 1, 'rags', 4))).toEqual([ASK_AMOUNT + 3])
  expect(askLimit({}, table({ rats: [rat(), rat({ known: KINDS.map(() => [0, null]) })] }), 1, 'rags')).toBe(120)
})

it('sends two gifts in rising order, and no second one where only one is left', () => {
  const legal = KINDS.map((supply, i) => move(201 + i, 'bonus', { supply }))
  expect(numbers(pairMoves(legal, ['rags', 'straw'], true))).toEqual([203, 205])
  expect(numbers(pairMoves(legal, ['flowers', 'rags'], true))).toEqual([205])
  expect(pairMoves(legal, ['rags', 'rags'], true)).toBeNull()
  expect(numbers(pairMoves(legal, ['rags', 'rags'], false))).toEqual([205, 205])
  expect(numbers(pairMoves(legal, ['flowers', 'flowers'], false))).toEqual([206])
})

it('numbers its moves as the rules do', () => {
  const rules = readFileSync('../src/mischief/games/high_tea/numbers.py', 'utf8')
  for (const [name, n] of Object.entries(NUMBERS)) expect(rules).toMatch(new RegExp(`^${name}: Final\\[i64\\] = ${n}$`, 'm'))
})

it('keeps what was said, turn by turn', () => {
  const event = (kind: string, facts: Record<string, unknown>) => ({ kind, facts }) as unknown as LogEvent
  const call = event('call', { supply: 'straw', host: 0, host_count: 3, over: [[2, 5]], rats: [1] })
  const [first] = notes([event('turn_start', { turn: 1 }), event('scavenge_roll', { d1: 2, d2: 5 }), call])
  expect(first?.rolls).toEqual([[2, 5]])
  expect(callOf(first?.calls.straw as LogEvent, 3).said).toEqual([3, null, 5])
  expect([acting([3, null, 5], 0), acting([3, null, null], 0), acting([0, null, null], 0)]).toEqual([[2], [0], []])
  expect([bounds([1, 1]), bounds([0, 4]), bounds([2, null])]).toEqual(['1', '0–4', '2–?'])
})

it('speaks of the deck that is there', () => {
  const deck = { game: { bauble_gain: 4, awards: [5, 3, 0] } }
  expect([does('baubles', {}), does('baubles', deck)]).toEqual(['gain 5 of any kind', 'gain 4 of any kind'])
  expect([awardsOf({}), awardsOf(deck)]).toEqual([[3, 2, 1], [5, 3, 0]])
})

it('lets one ask for as many as the rat can have, and not for one more', () => {
  const props = { view: table({ asking: ['ask', 1, 'rags'] as unknown as HighTeaView['asking'] }), legal: [], cards: {} } as unknown as BoardProps<HighTeaView>
  choice.amount = 9
  expect(request(props)).toMatchObject({ target: 1, want: 'rags', amount: 3, limit: 3 })
})

it('keeps goals where they stood when they were circled, turn by turn', () => {
  const circled = (goal: string) => ({ kind: 'goal_circled', facts: { goal } }) as unknown as LogEvent
  expect(byTurn([circled('swanky'), circled('cheap')], ['cheap', 'swanky'])).toEqual(['swanky', 'cheap'])
  expect(byTurn([circled('swanky')], ['cheap', 'swanky'])).toEqual(['swanky', 'cheap']) // one that the log has lost
})
