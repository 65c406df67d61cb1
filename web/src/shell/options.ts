// House rules in words.

import type { Option, Words } from '../lib/protocol'

/** Whether a house rule matters at this table: some belong to a variant, or to a number of seats. */
export function applies(option: Option, options: Record<string, unknown>, seats: number): boolean {
  return holds(option.applies, options, seats)
}

function holds(conditions: Record<string, unknown[]>, options: Record<string, unknown>, seats: number): boolean {
  return Object.entries(conditions).every(([name, values]) =>
    values.some((v) => same(v, name === 'seats' ? seats : options[name])),
  )
}

/** The listed values and the seats that go with what else is chosen: what the form shows. As in engine/options.py. */
export function offers(option: Option, known: readonly Option[], options: Record<string, unknown>, seats: number): unknown[] {
  const listed = option.values.filter((v) => holds(option.value_applies[String(v)] ?? {}, options, seats))
  if (option.kind !== 'seat') return listed
  const taken = known.filter((o) => o.name === option.other_than && applies(o, options, seats)).map((o) => options[o.name])
  return [...listed, ...Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !taken.includes(seat))]
}

/** Whether a list with picks is one that the form shows. */
export function fits(option: Option, entries: readonly unknown[], seats: number): boolean {
  const count = (pick: unknown) => entries.filter((e) => same(e, pick)).length
  return (
    entries.length === (option.each.length || seats) &&
    entries.every((e) => option.picks.some((p) => same(p, e))) &&
    !(option.pick_once && option.picks.slice(1).some((p) => count(p) > 1)) &&
    !(option.pick_all && option.picks.some((p) => count(p) === 0))
  )
}

/** What is chosen, with whatever no longer goes with the rest back at what is usual. */
export function fitting(known: readonly Option[], options: Record<string, unknown>, seats: number): Record<string, unknown> {
  const found = { ...options }
  for (const o of known) {
    const value = found[o.name]
    const usual = o.first_game ?? o.default
    if (o.picks.length) {
      if (Array.isArray(value) && !same(value, o.default) && !fits(o, value, seats)) found[o.name] = usual
    } else if (o.kind === 'choice' || o.kind === 'seat') {
      const right = offers(o, known, found, seats)
      if (right.length && !right.some((v) => same(v, value))) found[o.name] = right.find((v) => same(v, usual)) ?? right[0]
    }
  }
  return found
}

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What a value of a house rule means, in plain words. */
export function valueSays(option: Option, value: unknown, pieces: Words['pieces'] = {}): string {
  const i = option.values.findIndex((v) => same(v, value))
  return option.means[i] || plainValue(option, value, pieces)
}

/** What one entry of a list may be, in plain words. */
export function pickSays(option: Option, pick: unknown, pieces: Words['pieces']): string {
  const means = option.pick_means[option.picks.findIndex((p) => same(p, pick))]
  return means === undefined ? String(pick) : (pieces[means] ?? means)
}

/** What the entries of a list with picks are about: pieces, or seats. */
export function entriesOf(option: Option, seats: number, pieces: Words['pieces']): string[] {
  return option.each.length
    ? option.each.map((piece) => pieces[piece] ?? piece)
    : Array.from({ length: seats }, (_, seat) => `Seat ${seat + 1}`)
}

/** A list as people write it: `5, 2, 0`; lists in a list have semicolons between them: `0; 1, 2`. */
export function listText(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : ''
  if (!value.some(Array.isArray)) return value.map((v) => (v === null ? '-' : String(v))).join(', ')
  return value.map(listText).join('; ') + (value.length === 1 ? ';' : '')
}

export function readList(text: string): unknown[] {
  if (text.includes(';'))
    return text
      .replace(/;\s*$/, '')
      .split(';')
      .map((part) => readList(part))
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => (word === '-' ? null : /^\d+$/.test(word) ? Number(word) : word))
}

function plainValue(option: Option, value: unknown, pieces: Words['pieces']): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (option.kind === 'seat' && typeof value === 'number') return `seat ${value + 1}`
  if (Array.isArray(value) && option.picks.length)
    return value.length ? value.map((v) => pickSays(option, v, pieces)).join(', ') : pickSays(option, null, pieces)
  return Array.isArray(value) ? listText(value) || 'none' : String(value)
}
