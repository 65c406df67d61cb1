// What the board knows of Rattus Cartus beyond the view: the names of things, what a choice would come to, and the odds
// that a careful player could work out from what lies open.

import type { LegalMove, RattusCartusView } from '../../lib/protocol'
import { many, type Words } from '../../lib/words'

export type { RattusCartusView }
export type Cards = Record<string, unknown>

export const CLASSES = ['peasantry', 'bourgeoisie', 'church', 'chivalry', 'magic', 'royalty'] as const
export const OTHERS = ['joker', 'sword', 'flute', 'pass', 'gold'] as const
const FIRST_OTHER = 30
const DONE = 35

export const PARTS: [part: string, name: string][] = [
  ['A', 'Buildings'],
  ['B', 'Supplies'],
  ['C', 'Enter and lay'],
  ['D', 'Resolve'],
]

/** What a building does: for the holder of the premium, and for the others (RC-9). `takes` is the kind it hands out. */
export const BUILDING_ACTIONS: Record<string, { premium: string; standard: string; takes?: string; clause: string }> = {
  palace: { premium: 'take 2 tokens', standard: 'take 1 token', takes: 'token', clause: 'RC-9.1' },
  treasury: { premium: 'take 2 Gold', standard: 'take 1 Gold', takes: 'gold', clause: 'RC-9.2' },
  castle: { premium: 'take 2 Swords', standard: 'take 1 Sword', takes: 'sword', clause: 'RC-9.3' },
  guard_tower: { premium: 'unguarded hands no smaller than yours give you 3 cards each', standard: 'only the protection', clause: 'RC-9.4' },
  monastery: { premium: 'discard 2 rats', standard: 'discard 1 rat', clause: 'RC-9.5' },
  hospital: { premium: 'discard 1 rat, and up to 3 more for a card each', standard: 'discard up to 2 rats for a card each', clause: 'RC-9.6' },
  farm: { premium: 'draw 4 cards', standard: 'draw 2 cards', clause: 'RC-9.7' },
  brewery: { premium: 'draw 1 per influence scored here', standard: 'draw 1 per 2 influence scored', clause: 'RC-9.8' },
  marketplace: { premium: 'take 2 Jokers', standard: 'take 1 Joker', takes: 'joker', clause: 'RC-9.9' },
  office: { premium: 'take 2 Passes', standard: 'take 1 Pass', takes: 'pass', clause: 'RC-9.10' },
  pied_pipers_hut: { premium: 'take 2 Flutes', standard: 'take 1 Flute', takes: 'flute', clause: 'RC-9.11' },
  fortune_tellers_tent: { premium: 'look at 2 of the Nun-row', standard: 'look at 1 of the Nun-row', clause: 'RC-9.12' },
}

export interface BuildingRow {
  id: string
  type: string
  class: string
  draw: number
  rats: number
  look: number
}

const rows = <T>(cards: Cards, list: string): T[] => (cards[list] as T[] | undefined) ?? []

export function building(cards: Cards, id: string): BuildingRow {
  const type = id.replace(/-\d$/, '')
  return rows<BuildingRow>(cards, 'buildings').find((b) => b.id === id) ?? { id, type, class: '', draw: 0, rats: 0, look: 0 }
}

export const classOf = (card: string): string => (/-\d$/.test(card) ? card.slice(0, -2) : '')
export const nunsOf = (card: string): number => (/-\d$/.test(card) ? Number(card.slice(-1)) : 0)
export const isPerson = (card: string): boolean => classOf(card) !== ''
export const isLayable = (card: string): boolean => card !== 'pass' && card !== 'gold'
const scores = (card: string): boolean => isPerson(card) || card === 'joker'

/** The number of a card's kind, in which order cards of one choice are named. */
export function kindOf(card: string): number {
  const at = CLASSES.indexOf(classOf(card) as never)
  return at >= 0 ? at * 5 + nunsOf(card) : FIRST_OTHER + OTHERS.indexOf(card as never)
}

export function supplyWords(row: BuildingRow): string {
  const bits = []
  if (row.draw) bits.push(`draw ${many(row.draw, 'card')}`)
  if (row.rats) bits.push(`discard ${many(row.rats, 'rat')}`)
  if (row.look) bits.push(`look at ${many(row.look, 'nun card')}`)
  return bits.join(', ')
}

/** The same in the fewest words, for a button. */
export function supplyInShort(row: BuildingRow): string {
  const bits = []
  if (row.draw) bits.push(many(row.draw, 'card'))
  if (row.rats) bits.push(`${many(row.rats, 'rat')} less`)
  if (row.look) bits.push(many(row.look, 'look'))
  return bits.join(', ')
}

/** The building's name, with its place in the row where the row has two of them. */
export function placeName(view: RattusCartusView, cards: Cards, words: Words, slot: number): string {
  const id = view.row[slot]
  if (!id) return ''
  const type = building(cards, id).type
  const twin = view.row.some((other, i) => i !== slot && building(cards, other).type === type)
  const name = words.piece(type)
  return twin ? `${ORDINALS[slot]} ${name}` : name
}
const ORDINALS = ['first', 'second', 'third']

// Choices

const card = (id: string): LegalMove => ({ action: kindOf(id), name: 'card', args: { card: id }, text: id, label: id })
const done: LegalMove = { action: DONE, name: 'done', args: {}, text: 'done', label: 'Done' }

/** Cards as one command: in rising order of kind, with `done` unless the maximum makes it plain (5.1 of the rules). */
export function asMoves(chosen: readonly string[], most: number): LegalMove[] {
  const named = [...chosen].sort((a, b) => kindOf(a) - kindOf(b)).map(card)
  return named.length < most ? [...named, done] : named
}

/** What laying these cards in a building of that class would come to (RC-6.3, RC-6.4, RC-8.1). */
export function preview(chosen: readonly string[], of: string): { influence: number; rats: number } {
  return { influence: chosen.filter(scores).length, rats: chosen.filter((c) => isPerson(c) && classOf(c) !== of).length }
}

export const strays = (cardId: string, of: string): boolean => isPerson(cardId) && classOf(cardId) !== of

// The plague

/** Chances of each total of nuns in the Nun-row, from what this seat has seen: index is the total. */
export function nunOdds(view: RattusCartusView, cards: Cards): number[] {
  const seen = view.nun_row.filter((c): c is string => c !== null)
  const left = [0, 0, 0, 0, 0]
  for (const { id, nuns, copies } of rows<{ id: string; nuns: number; copies: number }>(cards, 'population')) {
    const known = (view.located[id] ?? 0) + seen.filter((c) => c === id).length
    left[nuns] = (left[nuns] ?? 0) + Math.max(0, copies - known)
  }
  const odds = Array<number>(21).fill(0)
  const sum = seen.reduce((n, c) => n + nunsOf(c), 0)
  const deal = (slots: number, total: number, chance: number): void => {
    const all = left.reduce((a, b) => a + b, 0)
    if (slots === 0 || all === 0) {
      odds[total] = (odds[total] ?? 0) + chance
      return
    }
    for (let nuns = 0; nuns < 5; nuns++) {
      const n = left[nuns] as number
      if (n === 0) continue
      left[nuns] = n - 1
      deal(slots - 1, total + nuns, (chance * n) / all)
      left[nuns] = n
    }
  }
  deal(view.nun_row.length - seen.length, sum, 1)
  return odds
}

/** The least and the most that the Nun-row can hold, and how likely it is that so many rats are survived (RC-13.2). */
export function outlook(view: RattusCartusView, cards: Cards, rats: number): { least: number; most: number; survive: number } {
  const odds = nunOdds(view, cards)
  const possible = odds.flatMap((p, n) => (p > 1e-12 ? [n] : []))
  const survive = odds.reduce((sum, p, n) => (n >= rats ? sum + p : sum), 0)
  return { least: possible[0] ?? 0, most: possible.at(-1) ?? 0, survive }
}

/** What a seat that asks is told of the nuns: what it has seen and, with the helper, what the rest may hold (RC-R.25). */
export function ofNuns(view: RattusCartusView, cards: Cards, rats: number, helper: boolean): string {
  const seen = view.nun_row.filter((c): c is string => c !== null)
  const told = `You have seen ${seen.length} of 5 nun cards (${many(seen.reduce((n, c) => n + nunsOf(c), 0), 'nun')}).`
  if (!helper) return told
  const { least, most, survive } = outlook(view, cards, rats)
  return `${told} All five hold ${least === most ? least : `${least} to ${most}`}; with ${many(rats, 'rat')} you survive in ${percent(survive)} of the ways they can lie.`
}

export function percent(share: number): string {
  const n = Math.round(share * 100)
  return `${share > 0 && n === 0 ? '<1' : share < 1 && n === 100 ? '>99' : n} %`
}

// Seats

/** One letter for a disc; where names begin alike also the first that tells them apart. */
export function initials(words: Words, seats: number): string[] {
  const names = Array.from({ length: seats }, (_, s) => words.name(s))
  return names.map((name, s) => {
    const alike = names.filter((other, o) => o !== s && other[0]?.toUpperCase() === name[0]?.toUpperCase())
    const first = (name[0] ?? '?').toUpperCase()
    if (!alike.length) return first
    const at = [...name].findIndex((letter, i) => i > 0 && alike.every((other) => other[i] !== letter))
    return first + (at > 0 ? name[at] : s + 1)
  })
}

/** Who stands in a building, in the order of its spaces. */
export function inside(view: RattusCartusView, slot: number): number[] {
  return view.seats.flatMap((s, i) => (s.slot === slot ? [i] : [])).sort((a, b) => (view.seats[a]?.space ?? 0) - (view.seats[b]?.space ?? 0))
}

/** Rats are printed for the viewer itself, at an open table, and at the end (RC-15.3). */
export const showsRats = (view: RattusCartusView, seat: number): boolean => view.over || view.rat_display === 'open' || view.seat === seat

/** The discs on one space of a track, the leader of equals first (RC-12.2). */
export function stack(view: RattusCartusView, of: number, steps: number): number[] {
  const here = view.seats.flatMap((s, i) => (s.influence[of] === steps ? [i] : []))
  const order = view.ranking[CLASSES[of] as string] ?? []
  return steps === 0 ? here : here.sort((a, b) => order.indexOf(a) - order.indexOf(b))
}

const PLACE_POINTS = [10, 5, 2]
export const placePoints = (view: RattusCartusView, place: number): number => (view.seats.length === 2 && place === 2 ? 0 : (PLACE_POINTS[place] ?? 0))

// Words

const ABOUT: Record<string, string> = {
  joker: 'Joker: laid in any building it scores 1 influence and never costs a rat.',
  sword: 'Sword: laid, it scores nothing; most Swords in a building take half the hand of whoever laid fewest.',
  flute: 'Flute: laid, it scores nothing; most Flutes in a building give one rat to whoever laid fewest.',
  pass: 'Pass: played before entering, it sends you to the back of the line. It cannot be laid.',
  gold: 'Gold cannot be laid. At the end most Gold is worth 6 points, second most 3.',
  token: 'Victory point token: drawn face down, its value is known to its owner until the end.',
}

export function explain(piece: string, cards: Cards, words: Words): string {
  if (ABOUT[piece]) return ABOUT[piece]
  const type = piece.replace(/-\d$/, '')
  const deed = BUILDING_ACTIONS[type]
  if (deed) {
    const row = building(cards, piece)
    const supply = supplyWords(row)
    const which = rows<BuildingRow>(cards, 'buildings').find((b) => b.type === type)?.class ?? ''
    return `${words.piece(type)} (${words.piece(which)}). ${supply ? `Supplies: ${supply}. ` : ''}Premium: ${deed.premium}. Standard: ${deed.standard}.`
  }
  if (isPerson(piece)) return `${words.piece(piece)}: scores 1 influence anywhere, but costs a rat outside ${words.piece(classOf(piece))}.`
  return words.piece(piece)
}
