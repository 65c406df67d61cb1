// Pie Rats as the browser knows it: what the cards say, the sums of luring and looting, and how a whole choice (a lure
// with its payment, a loot with its party) is told to the rules as one row of small moves.

import type { LegalMove, PieRatsRat, PieRatsView } from '../../lib/protocol'
import { listing, type Words } from '../../lib/words'

export type { PieRatsView }
export type Rat = PieRatsRat
export type Cards = Record<string, unknown>

interface CrewRow {
  id: string
  index: number
  strength: number
  loyalty: number
}
interface CharismaRow {
  id: string
  kind: number
  charisma: number
}
interface PieRow {
  id: string
  index: number
  weight: number
  points: number
}

export const CAPTAINS = ['hook', 'petronella', 'rumtail', 'jape', 'blythe', 'crumb']

function row<T extends { id: string }>(cards: Cards, table: string, id: string): T | undefined {
  return (cards[table] as T[] | undefined)?.find((each) => each.id === id)
}
export const crewRow = (cards: Cards, id: string): CrewRow => row<CrewRow>(cards, 'crew', id) ?? { id, index: Number(id.slice(1)) || 0, strength: 0, loyalty: 0 }
export const charismaRow = (cards: Cards, id: string): CharismaRow | undefined => row<CharismaRow>(cards, 'charisma', id)
export const pieRow = (cards: Cards, id: string): PieRow => row<PieRow>(cards, 'pie', id) ?? { id, index: 0, weight: 0, points: 0 }

export type CardKind = 'crew' | 'charisma' | 'item' | 'pie'
export function kindOf(cards: Cards, id: string): CardKind {
  if (/^c\d\d$/.test(id)) return 'crew'
  if (/^p\d\d$/.test(id)) return 'pie'
  return charismaRow(cards, id) ? 'charisma' : 'item'
}

export function captainStats(cards: Cards): { charisma: number; strength: number } {
  return { charisma: 3, strength: 3, ...(cards.captain_stats as object | undefined) }
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0')

/** The moves that play a card of this kind on a target, by the card's id. */
export const AIMED: Record<string, string> = { carob_bean: 'bean', kidnapping: 'kidnap', spinach: 'spinach', charisma_theft: 'steal' }

const ITEM_TEXT: Record<string, string> = {
  carob_bean: 'any rat of another captain runs after it and is discarded',
  kidnapping: 'any rat of another captain joins your crew at once',
  mirror: 'cancels a lure that spends Charm; everything offered is discarded',
  spinach: 'one of your rats has twice its strength from now on',
  charisma_theft: 'takes a Charisma card that another captain has tabled; phase 2 only',
}

/** What a card does, in one line. */
export function says(cards: Cards, id: string): string {
  const kind = kindOf(cards, id)
  if (kind === 'crew') {
    const { strength, loyalty } = crewRow(cards, id)
    return `strength ${strength}, loyalty ${signed(loyalty)}, costs ${captainStats(cards).charisma + loyalty + 1} to lure`
  }
  if (kind === 'pie') {
    const { weight, points } = pieRow(cards, id)
    return `weight ${weight}, worth ${points} points`
  }
  if (kind === 'charisma') return `${signed(charismaRow(cards, id)?.charisma ?? 0)} charisma for luring${id === 'charm' ? '; spent, it allows a second rat' : ''}`
  return ITEM_TEXT[id] ?? ''
}

export function explain(piece: string, cards: Cards, words: Words): string {
  const what = /^[cp]\d\d$/.test(piece) || charismaRow(cards, piece) || ITEM_TEXT[piece] ? says(cards, piece) : ''
  const name = words.piece(piece)
  return what ? `${name}: ${what}.` : name
}

export function ratSays(rat: Rat): string {
  const bits = [`strength ${rat.strength}${rat.spinach ? ' with Spinach' : ''}`, `loyalty ${signed(rat.loyalty)}`, `costs ${rat.price} to lure`]
  if (rat.sideways) bits.push('sideways: cannot be lured this round')
  return bits.join(', ')
}

export function ownerOf(view: PieRatsView, id: string): number {
  return view.crews.findIndex((crew) => crew.some((rat) => rat.id === id))
}
export function ratOf(view: PieRatsView, id: string): Rat | undefined {
  return view.crews.flat().find((rat) => rat.id === id)
}

// Sums. Both choices have the same shape: things with a value, in the order in which the rules ask for them; naming
// stops as soon as the need is met, and a single thing that can still serve is named without a question.

export interface Thing {
  id: string
  order: number
  value: number
}

/** What the rules would ask for next. Copies of one kind are one choice. */
function askable(left: readonly Thing[], last: number, need: number): string[] {
  const found: string[] = []
  const later = left.filter((t) => t.order >= last).sort((a, b) => b.order - a.order)
  let rest = 0
  for (const [i, t] of later.entries()) {
    rest += t.value
    if (later[i + 1]?.order !== t.order && rest >= need) found.push(t.id)
  }
  return found
}

/**
 * The ids that must be sent for exactly this choice, leaving out what settles itself; null where the choice is no legal
 * one: too little, or something in it is superfluous.
 */
export function namings(all: readonly Thing[], chosen: readonly Thing[], need: number): string[] | null {
  const plan = [...chosen].sort((a, b) => a.order - b.order)
  const left = [...all]
  const sent: string[] = []
  let last = -1
  let lacking = need
  for (const next of plan) {
    if (lacking <= 0) return null
    const may = askable(left, last, lacking)
    if (!may.includes(next.id)) return null
    if (may.length > 1) sent.push(next.id)
    left.splice(
      left.findIndex((t) => t.id === next.id),
      1,
    )
    last = next.order
    lacking -= next.value
  }
  return lacking <= 0 ? sent : null
}

/** The legal choice that wastes least; among equals the one that keeps most, by `keep` (higher is dearer). */
export function thriftiest(all: readonly Thing[], need: number, keep: (t: Thing) => number): Thing[] | null {
  if (need <= 0) return []
  let best: Thing[] | null = null
  let bestCost = Infinity
  const things = [...all].sort((a, b) => b.value - a.value).slice(0, 12) // enough to look through; more is for the player
  for (let mask = 1; mask < 1 << things.length; mask++) {
    const some = things.filter((_, i) => (mask >> i) & 1)
    const sum = some.reduce((n, t) => n + t.value, 0)
    if (sum < need) continue
    const cost = (sum - need) * 100 + some.length * 10 + some.reduce((n, t) => n + keep(t), 0)
    if (cost < bestCost && namings(all, some, need)) {
      best = some
      bestCost = cost
    }
  }
  return best?.sort((a, b) => a.order - b.order) ?? null
}

export function crewThings(cards: Cards, crew: readonly Rat[]): Thing[] {
  return crew.map((rat) => ({ id: rat.id, order: crewRow(cards, rat.id).index, value: rat.strength }))
}

export function charismaThings(cards: Cards, tabled: readonly string[]): Thing[] {
  return tabled.map((id) => ({ id, order: charismaRow(cards, id)?.kind ?? 0, value: charismaRow(cards, id)?.charisma ?? 0 }))
}

/** The party for a Pie that wastes least strength and keeps loyal rats at home. */
export function bestParty(cards: Cards, crew: readonly Rat[], pie: string): string[] | null {
  const need = pieRow(cards, pie).weight - captainStats(cards).strength
  const loyal = (t: Thing) => (crew.find((r) => r.id === t.id)?.loyalty ?? 0) + (crew.find((r) => r.id === t.id)?.spinach ? 3 : 0)
  return thriftiest(crewThings(cards, crew), need, loyal)?.map((t) => t.id) ?? null
}

/** What a lure of these rats still needs in Charisma cards. With two, one Charm goes in by itself. */
export function lureNeed(cards: Cards, view: PieRatsView, targets: readonly string[]): number {
  return targets.reduce((n, id) => n + (ratOf(view, id)?.price ?? 0), 0) - captainStats(cards).charisma
}

/** Positions in my charisma row that pay for a lure with the least waste; Charm is kept unless two rats are lured. */
export function bestPayment(cards: Cards, view: PieRatsView, seat: number, targets: readonly string[]): number[] {
  const tabled = view.charisma[seat] ?? []
  const free = tabled.map((id, i) => ({ id, i }))
  const paid: number[] = []
  let need = lureNeed(cards, view, targets)
  if (targets.length > 1) {
    const charm = free.findIndex((t) => t.id === 'charm')
    if (charm < 0) return []
    need -= charismaRow(cards, 'charm')?.charisma ?? 0
    paid.push(...free.splice(charm, 1).map((t) => t.i))
  }
  const some = thriftiest(
    charismaThings(
      cards,
      free.map((t) => t.id),
    ),
    need,
    (t) => (t.id === 'charm' ? 50 : t.value),
  )
  for (const t of some ?? []) {
    const at = free.findIndex((f) => f.id === t.id)
    paid.push(...free.splice(at, 1).map((f) => f.i))
  }
  return paid.sort((a, b) => a - b)
}

/** The cards to be named for a lure paid with these; null where that payment is not legal. */
export function payments(cards: Cards, view: PieRatsView, seat: number, targets: readonly string[], pay: readonly number[]): string[] | null {
  const all = [...(view.charisma[seat] ?? [])]
  const chosen = pay.map((i) => all[i] as string)
  let need = lureNeed(cards, view, targets)
  if (targets.length > 1) {
    if (!chosen.includes('charm')) return null
    need -= charismaRow(cards, 'charm')?.charisma ?? 0
    all.splice(all.indexOf('charm'), 1)
    chosen.splice(chosen.indexOf('charm'), 1)
  }
  return namings(charismaThings(cards, all), charismaThings(cards, chosen), need)
}

/** Whether the rules would ask for a second rat after this first one. */
export function seconds(view: PieRatsView, seat: number, first: string): string[] {
  if (!(view.charisma[seat] ?? []).includes('charm')) return []
  const rest = (view.charisma_totals[seat] ?? 0) - (ratOf(view, first)?.price ?? 0)
  return view.crews.flatMap((crew, s) => (s === seat ? [] : crew.filter((r) => !r.sideways && r.id !== first && r.price <= rest).map((r) => r.id)))
}

// Moves that follow the first one of a row are not in the list of legal moves yet. Their numbers are fixed by the rules'
// numbering (games/pie_rats/numbers.py; a test compares).

export const NUMBERS = { SINGLE: 3, PAY: 17, MINE: 122 }

function made(action: number, name: string, args: Record<string, unknown>, text: string): LegalMove {
  return { action, name, args, text, label: text }
}
export const onlyThatOne = (): LegalMove => made(NUMBERS.SINGLE, 'only_that_one', {}, 'only that one')
export const paying = (cards: Cards, kind: string): LegalMove => made(NUMBERS.PAY + (charismaRow(cards, kind)?.kind ?? 0), 'pay', { kind }, `pay ${kind}`)
export const sending = (cards: Cards, crew: string): LegalMove => made(NUMBERS.MINE + crewRow(cards, crew).index, 'pick', { crew }, `pick ${crew}`)

/** A lure as one command; null while it is not a legal one. */
export function lureMoves(cards: Cards, view: PieRatsView, legal: readonly LegalMove[], seat: number, targets: readonly string[], pay: readonly number[]): LegalMove[] | null {
  const lures = targets.map((id) => legal.find((m) => m.name === 'lure' && m.args.crew === id))
  const paid = payments(cards, view, seat, targets, pay)
  if (!lures[0] || lures.includes(undefined) || !paid) return null
  const more = seconds(view, seat, targets[0] as string)
  if (targets[1] && !more.includes(targets[1])) return null
  const middle = targets.length === 1 && more.length ? [onlyThatOne()] : []
  return [...(lures as LegalMove[]), ...middle, ...paid.map((kind) => paying(cards, kind))]
}

/** A loot as one command, with the call before it or without; null while the party is not a legal one. */
export function lootMoves(cards: Cards, view: PieRatsView, legal: readonly LegalMove[], seat: number, pie: string, party: readonly string[], call: boolean): LegalMove[] | null {
  const loot = legal.find((m) => m.name === 'loot' && m.args.pie === pie)
  const shout = legal.find((m) => m.name === 'call')
  const crew = crewThings(cards, view.crews[seat] ?? [])
  const named = namings(
    crew,
    crew.filter((t) => party.includes(t.id)),
    pieRow(cards, pie).weight - captainStats(cards).strength,
  )
  if (!loot || !named || (call && !shout)) return null
  // After a call a single Pie within reach is taken without a question.
  const asked = !call || legal.filter((m) => m.name === 'loot').length > 1
  return [...(call && shout ? [shout] : []), ...(asked ? [loot] : []), ...named.map((id) => sending(cards, id))]
}

/** The rats that are equally strongest: one of them goes when nothing was lifted. */
export function strongest(crew: readonly Rat[]): Rat[] {
  const rank = (r: Rat) => r.strength * 16 + r.loyalty
  const best = Math.max(...crew.map(rank))
  return crew.filter((r) => rank(r) === best)
}

/** The most points on the sill that this strength lifts; 0 for none. */
export function reach(cards: Cards, view: PieRatsView, strength: number): number {
  return Math.max(0, ...view.sill.map((pie) => pieRow(cards, pie)).flatMap((pie) => (pie.weight <= strength ? [pie.points] : [])))
}

export const lifts = (cards: Cards, view: PieRatsView, strength: number): boolean => view.sill.some((pie) => pieRow(cards, pie).weight <= strength)
export const able = (cards: Cards, view: PieRatsView, seat: number): boolean => lifts(cards, view, view.strengths[seat] ?? 0)

/** How many seats have their turn of a phase before this one. */
export function placeOf(view: PieRatsView, seat: number): number {
  return (seat - (view.lead ?? 0) + view.crews.length) % view.crews.length
}

/** Whether somebody could still lure this rat in this round, going by what lies open. */
export function atRisk(view: PieRatsView, owner: number, rat: Rat): boolean {
  if (rat.sideways) return false
  return lurers(view, owner, rat) > 0
}

/** How many captains could still lure this rat in this round. */
export function lurers(view: PieRatsView, owner: number, rat: Rat): number {
  const over = (s: number) => view.declared[s] === 'protect' || (stepOf(view.phase) === 5 && view.turn !== null && placeOf(view, s) < placeOf(view, view.turn))
  return view.charisma_totals.filter((total, s) => s !== owner && !over(s) && total >= rat.price).length
}

/** A name with a place to break in its very long words. */
export const soft = (name: string): string => name.replace(/(\w{7})(\w{4,})/g, '$1\u00ad$2')

/** Names of several pieces as a sentence would list them. */
export const namesOf = (words: Words, ids: readonly string[]): string => listing(ids.map((id) => words.piece(id)))

export const STEPS = ['Pie', 'Charisma', 'Crew', 'Declare', 'Lure', 'Loot']
/** Which of the six phases a decision belongs to; 7 is getting ready, 0 setting up or over. */
export function stepOf(phase: string): number {
  if (phase === 'PIE') return 1
  if (phase === 'W5B') return 5
  if (phase === 'READY' || phase === 'DRAW') return 7
  const digit = /^[PW](\d)/.exec(phase)?.[1]
  return digit ? Number(digit) : 0
}
