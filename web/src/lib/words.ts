// The message catalogue, as the games write it: `{seat}` becomes a name, `{card}` the piece's name, and
// `{count|card|cards}` the number with the right form of the noun. `{amount*supply}` is so many of a piece (one of them is
// called what the piece `id:1` is called, several what `id:2` is, if the catalogue has it), `{slot+1}` a number for
// people, who count from 1, and `{points@}` a list by seats: whoever has any, with the name. Where a sentence depends on
// a secret, the catalogue lists several, the most telling first; the first whose places can all be filled is used. The
// same rules as engine/words.py; here sentences come out in parts, so that names and pieces can be drawn as chips.

import type { Move } from './protocol'

export type Facts = Record<string, unknown>

export interface Catalogue {
  events: Record<string, string | string[]>
  moves: Record<string, string>
  asks: Record<string, string>
  waits: Record<string, string>
  pieces: Record<string, string>
  called?: Record<string, string[]> // things that the rules only number
  phrases: string[]
  important: string[]
  windows: string[]
  befalls?: Record<string, string[]> // what is announced to the seats it happens to, and which facts name these
}

export type Part = { text: string; seat?: number; piece?: string }

const PLACE = /\{(\w+)(\+1|@|\*\w+)?(?:\|([^|}]*)\|([^}]*))?\}/g

export const SEAT_KEYS = new Set([
  'seat', 'seats', 'target', 'giver', 'taker', 'holder', 'winners', 'winner', 'host', 'owner', 'next',
  'victim', 'from', 'lead', 'receiver', 'by', 'chair', 'objectors', 'previous', 'chosen',
]) // prettier-ignore

export const noWords: Catalogue = { events: {}, moves: {}, asks: {}, waits: {}, pieces: {}, phrases: [], important: [], windows: [] }

export class Words {
  constructor(
    readonly book: Catalogue,
    readonly names: readonly string[],
  ) {}

  /** An event as a sentence in parts; empty for events that the catalogue leaves unsaid. */
  event(kind: string, facts: Facts): Part[] {
    const listed = this.book.events[kind] ?? ''
    for (const form of typeof listed === 'string' ? [listed] : listed) {
      const places = [...form.matchAll(PLACE)].flatMap((m) => (m[2]?.startsWith('*') ? [m[1], m[2].slice(1)] : [m[1]]) as string[])
      if (places.every((p) => facts[p] !== undefined && facts[p] !== null)) return this.parts(form, facts)
    }
    return []
  }

  /** A move as the words on its button. */
  move(name: string, args: Facts): string {
    return plain(this.parts(this.book.moves[name] ?? humane(name), args))
  }

  /** A choice that was made, of a seat or of chance; chance has no buttons. */
  choice(made: Move): string {
    return this.book.moves[made.name] === undefined ? made.text : this.move(made.name, made.args)
  }

  piece(id: string): string {
    return this.book.pieces[id] ?? humane(id)
  }

  /** What so many of a piece are called: one flower, two flowers. */
  some(count: unknown, id: string): string {
    return this.book.pieces[`${id}:${count === 1 ? 1 : 2}`] ?? this.piece(id)
  }

  name(seat: number): string {
    return this.names[seat] ?? `Seat ${seat + 1}`
  }

  /** A sentence of the rules, in which pieces stand by their ids (`c19`, `LB1`), with their names. */
  told(text: string): string {
    return text.replace(/\b\w*[\d_]\w*\b/g, (word) => this.book.pieces[word] ?? word)
  }

  fill(form: string, facts: Facts): string {
    return plain(this.parts(form, facts))
  }

  parts(form: string, facts: Facts): Part[] {
    const found: Part[] = []
    let from = 0
    for (const m of form.matchAll(PLACE)) {
      if (m.index > from) found.push({ text: form.slice(from, m.index) })
      from = m.index + m[0].length
      const [, key, how, one, many] = m as unknown as [string, string, string | undefined, string | undefined, string]
      const value = facts[key]
      if (one !== undefined) found.push({ text: `${value} ${value === 1 ? one : many}` })
      else if (how === '+1' && typeof value === 'number') found.push({ text: String(value + 1) })
      else if (how === '@' && Array.isArray(value)) found.push(...this.each(value))
      else if (how?.startsWith('*')) {
        const piece = String(facts[how.slice(1)])
        found.push({ text: `${value} ` }, { text: this.some(value, piece), piece })
      } else found.push(...this.spell(key, value))
    }
    if (from < form.length) found.push({ text: form.slice(from) })
    return found
  }

  /** Whoever has any, with the name. */
  private each(amounts: readonly unknown[]): Part[] {
    const having = amounts.flatMap((n, seat) => (n ? [{ seat, text: ` ${String(n)}` }] : []))
    if (having.length === 0) return [{ text: 'nobody' }]
    return having.flatMap(({ seat, text }, i) => {
      const joint = i === 0 ? [] : [{ text: i === having.length - 1 ? ' and ' : ', ' }]
      return [...joint, { text: this.name(seat), seat }, { text }]
    })
  }

  private spell(key: string, value: unknown): Part[] {
    const stem = key.split('_')[0] as string
    if (Array.isArray(value)) {
      if (value.length === 0) return [{ text: SEAT_KEYS.has(stem) ? 'nobody' : 'nothing' }]
      return value.flatMap((v, i) => {
        const joint = i === 0 ? [] : [{ text: i === value.length - 1 ? ' and ' : ', ' }]
        return [...joint, ...this.spell(key, v)]
      })
    }
    if (value === null || value === undefined) return [{ text: 'nothing' }]
    if (SEAT_KEYS.has(stem) && typeof value === 'number' && value >= 0 && value < this.names.length)
      return [{ text: this.name(value), seat: value }]
    const called = this.book.called?.[stem]?.[value as number]
    if (called !== undefined) return [{ text: called }]
    const id = String(value)
    const named = this.book.pieces[id]
    return named === undefined ? [{ text: id }] : [{ text: named, piece: id }]
  }
}

export function plain(parts: readonly Part[]): string {
  return parts.map((p) => p.text).join('')
}

/** A machine's name as a person would write it: `show_piles` is "show piles". */
export function humane(name: string): string {
  return name.replace(/[_-]+/g, ' ')
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** So many of something: "1 card", "3 cards". */
export const many = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`

export function listing(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : items.slice(0, -1).join(', ') + ' and ' + items[items.length - 1]
}
