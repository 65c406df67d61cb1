// House rules in words.

import type { Option, Words } from '../lib/protocol'

/** Whether a house rule matters at this table: some belong to a variant, or to a number of seats. */
export function applies(option: Option, options: Record<string, unknown>, seats: number): boolean {
  return Object.entries(option.applies).every(([name, values]) =>
    values.some((v) => same(v, name === 'seats' ? seats : options[name])),
  )
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
