// Piratz as the browser knows it: what the cards show, and what a haul would be.

import type { PiratzView } from '../../lib/protocol'
import { listing, many, type Words } from '../../lib/words'

export type { PiratzView }

export const TREASURE_NAMES = ['rings', 'coins', 'pearls', 'gems', 'goblets', 'shells'] as const
export type Treasure = (typeof TREASURE_NAMES)[number]

const ONE: Record<Treasure, string> = {
  rings: 'ring',
  coins: 'coin',
  pearls: 'pearl',
  gems: 'gem',
  goblets: 'goblet',
  shells: 'shell',
}

export const CUBE_VALUE: Record<string, number> = { gold: 4, silver: 3, copper: 2, wood: 1 }

export interface Face {
  treasures: Treasure[]
  rat: boolean
}

interface CardRow {
  shows: string
  rat?: boolean
}

/** What a card shows, from the components file. */
export function face(cards: Record<string, unknown>, id: string): Face {
  const row = (cards.card as Record<string, CardRow> | undefined)?.[id]
  const letters = letterTable(cards)
  return { treasures: [...(row?.shows ?? '')].flatMap((l) => letters[l] ?? []), rat: row?.rat ?? false }
}

function letterTable(cards: Record<string, unknown>): Record<string, Treasure> {
  const rows = (cards.treasure ?? {}) as Record<string, { letter?: string }>
  return Object.fromEntries(TREASURE_NAMES.map((t) => [rows[t]?.letter ?? '', t]))
}

export interface Haul {
  cards: string[]
  counts: Record<Treasure, number>
  rats: number
}

export function count(cards: Record<string, unknown>, ids: readonly string[]): Haul {
  const counts: Record<Treasure, number> = { rings: 0, coins: 0, pearls: 0, gems: 0, goblets: 0, shells: 0 }
  let rats = 0
  for (const id of ids) {
    const { treasures, rat } = face(cards, id)
    for (const t of treasures) counts[t]++
    if (rat) rats++
  }
  return { cards: [...ids], counts, rats }
}

/** What naming this treasure would take: every face-up card that shows it, whole. */
export function haul(cards: Record<string, unknown>, view: PiratzView, treasure: Treasure): Haul {
  return count(
    cards,
    view.faceup.filter((id) => face(cards, id).treasures.includes(treasure)),
  )
}

export function ratsFaceUp(cards: Record<string, unknown>, view: PiratzView): number {
  return view.faceup.filter((id) => face(cards, id).rat).length
}

/** The chance that the next card revealed is a rat; everybody can count the bag. */
export function ratChance(cards: Record<string, unknown>, view: PiratzView): number {
  if (view.draw.length === 0) return 0
  return view.draw.filter((id) => face(cards, id).rat).length / view.draw.length
}

/** So many of a treasure: "1 coin", "2 coins". */
export const some = (n: number, treasure: Treasure): string => many(n, ONE[treasure], treasure)

export function inWords(h: Haul): string {
  const parts = TREASURE_NAMES.filter((t) => h.counts[t] > 0).map((t) => some(h.counts[t], t))
  if (h.rats) parts.push(many(h.rats, 'rat'))
  return listing(parts) || 'nothing'
}

export function explain(piece: string, cards: Record<string, unknown>, words: Words): string {
  if (!/^pz\d\d$/.test(piece)) return words.piece(piece)
  const shown = inWords(count(cards, [piece]))
  return `A card with ${shown}.`
}
