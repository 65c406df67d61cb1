// High Tea as the browser knows it: supplies, goals and what they measure, what the public record allows, requests.

import type { HighTeaPieceView, HighTeaRatView, HighTeaView, LegalMove, LogEvent } from '../../lib/protocol'
import { prefs } from '../../lib/device/prefs.svelte'
import { capital, listing, type Words } from '../../lib/words'
import type { BoardProps } from '../board'

export type { HighTeaView }
export type Cards = Record<string, unknown>

export const KINDS = ['swords', 'baubles', 'straw', 'crumbs', 'rags', 'flowers'] as const
export type Kind = (typeof KINDS)[number]

const DOES: Record<Exclude<Kind, 'baubles'>, string> = {
  swords: 'request supplies of another rat',
  straw: 'build a nest',
  crumbs: 'make a dish',
  rags: 'make a decoration',
  flowers: 'make a piece; most take the hat',
}
/** What a kind lets a rat do, with the numbers of the deck that is there. */
export const does = (kind: Kind, cards: Cards): string =>
  kind === 'baubles' ? `gain ${number(cards, 'bauble_gain', 5)} of any kind` : DOES[kind]
export const CLAUSE: Record<Kind, string> = { swords: 'HT-5.1', baubles: 'HT-6.1', straw: 'HT-7.1', crumbs: 'HT-8.1', rags: 'HT-9.1', flowers: 'HT-10.1' }

/** So many of a kind, in the fewest words: "1 sword", "3 rags". */
export const some = (n: number, kind: string): string => `${n} ${n === 1 ? kind.replace(/s$/, '') : kind}`

export const at = (kind: string): number => KINDS.indexOf(kind as Kind)

interface Row {
  id: string
  n: number
  name: string
  text: string
}

export const goalRows = (cards: Cards): Row[] => (cards.goal ?? []) as Row[]
export const vocationRows = (cards: Cards): Row[] => (cards.vocation ?? []) as Row[]
export const goalRow = (cards: Cards, id: string): Row => goalRows(cards).find((g) => g.id === id) ?? { id, n: 0, name: id, text: '' }
export const vocationText = (cards: Cards, id: string): string => vocationRows(cards).find((v) => v.id === id)?.text ?? ''

/** A number of the components file, such as `bauble_gain`. */
export function number(cards: Cards, name: string, usual: number): number {
  const value = (cards.game as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'number' ? value : usual
}

/** What the best, the next and every other rat that counts get for a goal. */
export function awardsOf(cards: Cards): number[] {
  const found = (cards.game as { awards?: number[] } | undefined)?.awards
  return found?.length === 3 ? found : [3, 2, 1]
}

export function limitOf(cards: Cards): number {
  return (cards.limits as { ask_amount_max?: number } | undefined)?.ask_amount_max ?? 120
}

// Goals

export interface Made {
  kind: 'dish' | 'decoration'
  value: number
}

/** What a goal measures on a sheet; null for a sheet that does not count (HT-12). */
export function measure(goal: string, pieces: readonly Made[], nests: number, dainty = 3): number | null {
  const values = pieces.map((p) => p.value)
  const of = (kind: string) => pieces.filter((p) => p.kind === kind).map((p) => p.value)
  const least = (n: number, least: number) => (n >= least ? n : null)
  const sum = (list: number[]) => (list.length ? list.reduce((a, b) => a + b, 0) : null)
  const most = (list: number[]) => (list.length ? Math.max(...list) : null)
  switch (goal) {
    case 'cheap':
      return values.length
    case 'composed':
      return least(values.filter((v) => values.filter((w) => w === v).length > 1).length, 2)
    case 'greedy':
      return most(of('dish'))
    case 'refined':
      return sum(of('dish'))
    case 'generous':
      return least(of('dish').length, 1)
    case 'plush':
      return least(nests, 1)
    case 'swanky':
      return least(of('decoration').length, 1)
    case 'dapper':
      return sum(of('decoration'))
    case 'grandiose':
      return most(of('decoration'))
    case 'elegant':
      return least(longestRun(values), 2)
    default:
      return least(values.filter((v) => v <= dainty).length, 1)
  }
}

function longestRun(values: readonly number[]): number {
  const there = new Set(values)
  let best = 0
  for (const v of there) {
    let n = 0
    while (there.has(v + n)) n++
    best = Math.max(best, n)
  }
  return best
}

/** What a piece can be, as far as the viewer knows. */
function canBe(piece: HighTeaPieceView, bonus: number): Made[] {
  if (piece.kind !== null) return [{ kind: piece.kind as Made['kind'], value: piece.value ?? piece.spent }]
  const own: Made['kind'] = piece.source === 'rags' ? 'decoration' : 'dish'
  const other: Made['kind'] = own === 'dish' ? 'decoration' : 'dish'
  const more = piece.value === null ? bonus : 0
  return [
    { kind: own, value: piece.spent },
    { kind: other, value: piece.spent + more },
  ]
}

const FREE = 10 // covered pieces that are looked at in every combination; beyond, the rest are taken alike

/** Every measure that a rat can have for a goal, by what the viewer knows of its sheet. */
export function measures(cards: Cards, goal: string, rat: HighTeaRatView): (number | null)[] {
  const bonus = number(cards, 'pickpocket_bonus', 2)
  const dainty = number(cards, 'dainty_limit', 3)
  const pieces = rat.pieces.map((p) => canBe(p, bonus))
  const open = pieces.filter((p) => p.length > 1).length
  const found = new Set<number | null>()
  for (let mask = 0; mask < 1 << Math.min(open, FREE); mask++) {
    let bit = 0
    const made = pieces.map((p) => (p.length > 1 ? p[(mask >> Math.min(bit++, FREE - 1)) & 1] : p[0]) as Made)
    found.add(measure(goal, made, rat.nests, dainty))
  }
  return [...found].sort((a, b) => (a ?? -1) - (b ?? -1))
}

/** Measures as people write them: "4", "4–9", "–" for a sheet that does not count. */
export function span(list: readonly (number | null)[]): string {
  const [a, b] = [list[0] ?? null, list[list.length - 1] ?? null]
  if (b === null) return '–'
  if (a === b) return String(b)
  return a === null ? `0–${b}` : `${a}–${b}`
}

/** Goals in the order of the turns in which they were circled; the rules keep them by their numbers. */
export function byTurn(log: readonly LogEvent[], goals: readonly string[]): string[] {
  const circled = log.flatMap((e) => (e.kind === 'goal_circled' ? [String(e.facts.goal)] : [])).filter((goal) => goals.includes(goal))
  return [...new Set([...circled, ...goals])]
}

/** Tell what a goal is, and how far everybody is, as far as can be known. */
export function aboutGoal(props: BoardProps<HighTeaView>, goal: string, where: Element): void {
  const row = goalRow(props.cards, goal)
  const all = props.view.rats.map((rat, s) => `${s === props.view.seat ? 'You' : props.words.name(s)} ${span(measures(props.cards, goal, rat))}`)
  const [least, most] = props.view.seat === null || props.view.ceremony ? [-1, -1] : forecast(props.cards, goal, props.view.rats, props.view.seat)
  const now = least < 0 || !prefs.helper || !props.view.goals.includes(goal) ? '' : ` As things stand it brings you ${least === most ? most : `${least} to ${most}`} ${most === 1 ? 'award' : 'awards'}.`
  props.tell(`${row.name}: ${row.text}. ${all.join(', ')}.${all.some((s) => s.endsWith('–')) ? ' (– does not count.)' : ''}${now}`, where, `HT-12.${row.n}`)
}

/** The least and the most awards that the seat would get for a goal, were the ceremony now (HT-11.5 to 11.8). */
export function forecast(cards: Cards, goal: string, rats: readonly HighTeaRatView[], seat: number): [number, number] {
  const mine = measures(cards, goal, rats[seat] as HighTeaRatView)[0] ?? null
  if (mine === null) return [0, 0]
  const better = (n: number) => (goal === 'cheap' ? n < mine : n > mine)
  let sets: Set<string>[] = [new Set()]
  rats.forEach((rat, s) => {
    if (s === seat) return
    const ahead = [...new Set(measures(cards, goal, rat).map((n) => (n !== null && better(n) ? String(n) : '')))]
    const next = new Map<string, Set<string>>()
    for (const set of sets)
      for (const value of ahead) {
        const grown = new Set(set)
        if (value) grown.add(value)
        next.set([...grown].sort().join(), grown)
      }
    sets = [...next.values()]
  })
  const awards = sets.map((set) => Math.max(1, 3 - set.size))
  return [Math.min(...awards), Math.max(...awards)]
}

// Scavenging

export interface Find {
  kind: Kind
  base: number
  factor: number
}

/** What a roll gives to this rat when it takes that kind (HT-3.2, 3.3, 3.6). */
export function find(cards: Cards, view: HighTeaView, seat: number, kind: string): Find {
  const [a = 0, b = 0] = view.roll ?? []
  const n = at(kind) + 1
  const rat = view.rats[seat]
  const nested = rat?.nest_places?.includes(kind) ?? false
  const factor = !nested ? 1 : rat?.vocation === 'carpenter' ? number(cards, 'carpenter_factor', 3) : number(cards, 'nest_factor', 2)
  return { kind: kind as Kind, base: n === a ? b : a, factor }
}

export const inAll = (f: Find): string => `${f.factor === 1 ? '' : `${f.base} × ${f.factor} = `}${some(f.base * f.factor, f.kind)}`

/** How many a move of one kind gives. */
export function gain(cards: Cards, view: HighTeaView, seat: number, name: string, kind: string): number {
  const found = find(cards, view, seat, kind)
  if (name === 'scavenge') return found.base * found.factor
  if (name === 'bauble') return number(cards, 'bauble_gain', 5)
  if (name === 'banker') return number(cards, 'banker_gain', 3)
  if (name === 'pauper') return number(cards, 'pauper_gain', 1)
  return number(cards, view.rats.length === 2 ? 'two_player_amount' : 'start_amount', 2)
}

// Pairs and requests: the moves that follow the first of a row are not in the list of legal moves yet. Their numbers
// are fixed by the rules' numbering (games/high_tea/numbers.py; a test compares).

export const NUMBERS = { ASK_SUPPLY: 49, ASK_AMOUNT: 54, ASK_ALL: 174 }

const made = (action: number, name: string, text: string): LegalMove => ({ action, name, args: {}, text, label: text })

/** Two kinds as one command, in rising order; a second pick with only one possibility is not asked for (HT-14.2). */
export function pairMoves(legal: readonly LegalMove[], kinds: readonly string[], distinct: boolean): LegalMove[] | null {
  const [a, b] = [...kinds].sort((x, y) => at(x) - at(y))
  const first = legal.find((m) => m.args.supply === a)
  if (!first || a === undefined || b === undefined || (distinct && a === b)) return null
  if (a === (distinct ? 'rags' : 'flowers')) return [first]
  return [first, made(first.action - at(a) + at(b), first.name, `${first.text.split(' ')[0]} ${b}`)]
}

/** Kinds that may be asked of that rat: never swords, nor what somebody has already had off it this turn (HT-5.3, 5.7). */
export const askable = (view: HighTeaView, target: number): Kind[] => KINDS.filter((k) => k !== 'swords' && !view.taken.some(([who, what]) => who === target && what === k))

/** The greatest amount that may be named: one more than the public record allows (HT-5.4). */
export function askLimit(cards: Cards, view: HighTeaView, target: number, kind: string): number {
  const high = view.rats[target]?.known[at(kind)]?.[1] ?? null
  return high === null ? limitOf(cards) : Math.min(high + 1, limitOf(cards))
}

/** A request as one command, as far as it has not been said; null while something is missing. */
export function requestMoves(cards: Cards, view: HighTeaView, legal: readonly LegalMove[], target: number, kind: string, amount: number | 'all'): LegalMove[] | null {
  const moves: LegalMove[] = []
  const kinds = askable(view, target)
  if (view.phase === 'swords_rat') {
    const ask = legal.find((m) => m.name === 'ask_rat' && m.args.target === target)
    if (!ask) return null
    moves.push(ask)
  }
  if (view.phase !== 'swords_amount') {
    if (!kinds.includes(kind as Kind)) return null
    if (kinds.length > 1) moves.push(made(NUMBERS.ASK_SUPPLY + at(kind) - 1, 'ask_supply', `for ${kind}`))
  }
  const limit = askLimit(cards, view, target, kind)
  const ruffian = view.rats[view.seat ?? -1]?.vocation === 'ruffian'
  if (amount === 'all') return ruffian ? [...moves, made(NUMBERS.ASK_ALL, 'ask_all', 'all of it')] : null
  if (amount < 1 || amount > limit) return null
  if (limit > 1 || ruffian) moves.push(made(NUMBERS.ASK_AMOUNT + amount - 1, 'ask_amount', `amount ${amount}`))
  return moves
}

// What was said

export interface Call {
  kind: Kind
  said: (number | null)[] // null for RATS
}

/** A call as the event told it. */
export function callOf(event: LogEvent, seats: number): Call {
  const said: (number | null)[] = Array.from({ length: seats }, () => null)
  said[event.facts.host as number] = event.facts.host_count as number
  for (const [seat, count] of (event.facts.over ?? []) as [number, number][]) said[seat] = count
  return { kind: event.facts.supply as Kind, said }
}

/** Rats that act at a call: those over the Host; else the Host, if it has any (HT-4.6, 4.7). */
export function acting(said: readonly (number | null)[], host: number): number[] {
  const over = said.flatMap((n, s) => (n !== null && s !== host ? [s] : []))
  return over.length ? over : (said[host] ?? 0) > 0 ? [host] : []
}

export interface TurnNotes {
  turn: number
  rolls: [number, number][]
  calls: Partial<Record<Kind, LogEvent>>
}

/** Rolls and calls turn by turn, from what was said aloud. */
export function notes(log: readonly LogEvent[]): TurnNotes[] {
  const turns: TurnNotes[] = []
  for (const { kind, facts } of log.filter((e) => ['turn_start', 'scavenge_roll', 'call'].includes(e.kind))) {
    if (kind === 'turn_start') turns.push({ turn: facts.turn as number, rolls: [], calls: {} })
    const now = turns[turns.length - 1]
    if (!now) continue
    if (kind === 'scavenge_roll') now.rolls.push([facts.d1 as number, facts.d2 as number])
    if (kind === 'call') now.calls[facts.supply as Kind] = { kind, facts } as LogEvent
  }
  return turns
}

export function callInWords(call: Call, host: number, words: Words): string {
  const over = call.said.flatMap((n, s) => (n !== null && s !== host ? [`${words.name(s)} ${n}`] : []))
  const first = `${words.name(host)} had ${call.said[host] ?? 0} ${words.piece(call.kind)}.`
  return over.length ? `${first} Over: ${listing(over)}. The rest said RATS.` : `${first} Everybody else said RATS.`
}

/** A piece in words: "dish of 6", "covered piece of 6". */
export function pieceSays(piece: HighTeaPieceView): string {
  if (piece.kind !== null) return `${piece.kind} of ${piece.value}`
  return piece.value === null ? `covered piece from ${piece.spent} ${piece.source}` : `covered piece of ${piece.value}`
}

/** lo–hi as people write it. */
export function bounds(known: readonly (number | null)[] | undefined): string {
  const [lo = 0, hi = null] = known ?? []
  return lo === hi ? String(lo) : `${lo}–${hi ?? '?'}`
}

export function explain(piece: string, cards: Cards, words: Words): string {
  const goal = goalRows(cards).find((g) => g.id === piece)
  if (goal) return `${goal.name} (${goal.n}): ${goal.text}.`
  const vocation = vocationText(cards, piece)
  if (vocation) return `The ${words.piece(piece)} ${vocation}.`
  if (at(piece) >= 0) return `${capital(words.piece(piece))} (${at(piece) + 1}): spend all to ${does(piece as Kind, cards)}.`
  return words.piece(piece)
}
