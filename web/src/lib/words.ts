// The message catalogue, as the games write it: `{seat}` becomes a name, `{card}` the piece's name, and
// `{count|card|cards}` the number with the right form of the noun. `{amount*supply}` is so many of a piece (one of them is
// called what the piece `id:1` is called, several what `id:2` is, if the catalogue has it), `{slot+1}` a number for
// people, who count from 1, and `{points@}` a list by seats, noughts too: the name of each with its number. `[has|have]`
// agrees with the seat named before it, who may be called You. Where a sentence depends on a secret, the catalogue lists several, the most telling first; the first whose places can all be filled is used. The
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

const PLACE = /\{(\w+)(\+1|@|\*\w+)?(?:\|([^|}]*)\|([^}]*))?\}('s\b)?|\[([^|\]]*)\|([^\]]*)\]/g
export const YOU = 'You' // what the person who reads is called, where it is clear who that is

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
      const places = [...form.matchAll(PLACE)]
        .filter((m) => m[1] !== undefined)
        .flatMap((m) => (m[2]?.startsWith('*') ? [m[1], m[2].slice(1)] : [m[1]]) as string[])
      if (places.every((p) => facts[p] !== undefined && facts[p] !== null)) {
        const [first, ...rest] = this.parts(form, facts)
        return first ? [{ ...first, text: capital(first.text) }, ...rest] : []
      }
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

  /** The verb of a seat: Ada `asks`, you `ask`. */
  verb(seat: number, what: string, you: string): string {
    return this.name(seat) === YOU ? you : what
  }

  /** A seat with its verb. */
  does(seat: number, what: string, you: string): string {
    return `${this.name(seat)} ${this.verb(seat, what, you)}`
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
    let several = false // whether whoever was named last takes the second form of a verb
    for (const m of form.matchAll(PLACE)) {
      if (m.index > from) found.push({ text: form.slice(from, m.index) })
      from = m.index + m[0].length
      const [, key, how, one, many, owner, verb, verbs] = m as unknown as (string | undefined)[]
      if (key === undefined) {
        found.push({ text: (several ? verbs : verb) ?? '' })
        continue
      }
      const value = facts[key]
      const first = m.index === 0 || /[.!?] $/.test(form.slice(0, m.index))
      let parts: Part[]
      if (one !== undefined) parts = [{ text: `${value} ${value === 1 ? one : many}` }]
      else if (how === '+1' && typeof value === 'number') parts = [{ text: String(value + 1) }]
      else if (how === '@' && Array.isArray(value)) parts = this.each(value)
      else if (how?.startsWith('*')) {
        const piece = String(facts[how.slice(1)])
        parts = [{ text: `${value} ` }, { text: this.some(value, piece), piece }]
      } else {
        parts = this.spell(key, value, first)
        if (SEAT_KEYS.has(stemOf(key))) several = isYou(parts) || (Array.isArray(value) && value.length > 1)
      }
      if (owner) parts = isYou(parts) ? [{ ...(parts[0] as Part), text: `${parts[0]?.text}r` }] : [...parts, { text: owner }]
      found.push(...parts)
    }
    if (from < form.length) found.push({ text: form.slice(from) })
    return found
  }

  /** What each seat has, noughts too; nobody, if nobody has any. */
  private each(amounts: readonly unknown[]): Part[] {
    if (!amounts.some(Boolean)) return [{ text: 'nobody' }]
    return joined(amounts.slice(0, this.names.length).map((n, seat) => [this.named(seat, false), { text: ` ${String(n)}` }]))
  }

  private named(seat: number, first: boolean): Part {
    const name = this.name(seat)
    return { text: name === YOU && !first ? 'you' : name, seat }
  }

  private spell(key: string, value: unknown, first = false): Part[] {
    const stem = stemOf(key)
    if (Array.isArray(value)) {
      if (value.length === 0) return [{ text: SEAT_KEYS.has(stem) ? 'nobody' : 'nothing' }]
      return joined(value.map((v, i) => this.spell(key, v, first && i === 0)))
    }
    if (value === null || value === undefined) return [{ text: 'nothing' }]
    if (SEAT_KEYS.has(stem) && typeof value === 'number' && value >= 0 && value < this.names.length)
      return [this.named(value, first)]
    const called = this.book.called?.[stem]?.[value as number]
    if (called !== undefined) return [{ text: called }]
    const id = String(value)
    const named = this.book.pieces[id]
    return named === undefined ? [{ text: id }] : [{ text: named, piece: id }]
  }
}

const stemOf = (key: string): string => key.split('_')[0] as string

const isYou = (parts: readonly Part[]): boolean => parts.length === 1 && parts[0]?.text.toLowerCase() === 'you'

/** A list that can be counted: items that are lists themselves have semicolons between them. */
function joined(items: readonly Part[][]): Part[] {
  const nested = items.length > 1 && items.some((item) => / and |, /.test(plain(item)))
  const [comma, and] = nested ? ['; ', '; and '] : [', ', ' and ']
  return items.flatMap((item, i) => (i === 0 ? item : [{ text: i === items.length - 1 ? and : comma } as Part, ...item]))
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
