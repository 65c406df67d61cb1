// Reads any game's typed view as a person would lay it out: what belongs to each seat, what lies in the middle.

import type { LegalMove } from '../../lib/protocol'
import type { TableView } from '../../lib/view'

export interface Field {
  name: string
  value: unknown
}

const KNOWN = new Set(['seat', 'phase', 'waiting', 'over', 'type', 'options'])

/** The fields of a view, those that have one entry per seat apart from the rest. */
export function layOut(view: TableView, seats: number): { shared: Field[]; perSeat: Field[] } {
  const shared: Field[] = []
  const perSeat: Field[] = []
  for (const [name, value] of Object.entries(view)) {
    if (KNOWN.has(name) || isNothing(value)) continue
    if (Array.isArray(value) && value.length === seats && seats > 1 && !isPieceList(value))
      perSeat.push({ name, value })
    else shared.push({ name, value })
  }
  return { shared, perSeat }
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isPieceList(value: unknown[]): boolean {
  return value.every((v) => typeof v === 'string')
}

/** Everything that is said of a piece in the components file, wherever it stands there. */
export function pieceFacts(cards: unknown, id: string): Record<string, unknown> | null {
  if (Array.isArray(cards)) {
    for (const each of cards) {
      const found = pieceFacts(each, id)
      if (found) return found
    }
    return null
  }
  if (cards === null || typeof cards !== 'object') return null
  const table = cards as Record<string, unknown>
  const direct = table[id]
  if (direct !== null && typeof direct === 'object' && !Array.isArray(direct)) return direct as Record<string, unknown>
  if (table.id === id) return table
  for (const each of Object.values(table)) {
    const found = typeof each === 'object' ? pieceFacts(each, id) : null
    if (found) return found
  }
  return null
}

/** Moves that speak of this piece. */
export function movesOf(legal: readonly LegalMove[], piece: string): LegalMove[] {
  return legal.filter((m) => Object.values(m.args).some((a) => a === piece || (Array.isArray(a) && a.includes(piece))))
}

/** Whether a value is worth a panel of its own: a list or a record with something in it. */
export function isHeap(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== null && typeof value === 'object'
}

/** Many pieces as a short list: each once, with its number. */
export function tally(pieces: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  return [...counts]
}
