// The status line: a sentence with a verb that says whose turn it is and what is asked.

import type { TableView } from '../view'
import { listing, type Words } from '../words'

export interface StatusFacts {
  view: TableView | null
  form: string
  words: Words
  seat: number | null // mine, or null for a spectator
  asked: boolean // whether my seat has something to decide now
  moves?: readonly string[] // the names of what I may do
  forced?: string // the words of the only thing that can be done, while it is being done for me
  seats: number
}

export function statusLine({ view, form, words, seat, asked, moves = [], forced, seats }: StatusFacts): string {
  if (!view) return 'The table is being set.'
  if (view.over) return 'The game is over.'
  if (asked && forced) return `Your turn, with nothing to choose: ${lower(forced)}.`
  if (asked) {
    const { asks } = words.book
    const special = moves.find((move) => asks[`${view.phase}.${move}`])
    const ask = asks[special ? `${view.phase}.${special}` : view.phase]
    return ask ? `Your turn: ${words.fill(lower(ask), { ...view })}` : 'Your turn.'
  }
  const others = view.waiting.filter((s) => s !== seat)
  if (others.length === 0) return view.waiting.length ? 'You are next.' : 'One moment.'
  if (form === 'together' || others.length > 1)
    return `Everyone chooses: ${seats - view.waiting.length} of ${seats} ready.`
  const wait = words.book.waits[view.phase] ?? 'move'
  return `Waiting for ${listing(others.map((s) => words.name(s)))} to ${words.fill(wait, { ...view })}.`.replace(
    '..',
    '.',
  )
}

function lower(text: string): string {
  // "RATS" and "I" stay as they are; an ordinary capital does not survive inside a sentence.
  return /^[A-Z](?:[a-z]|\s[a-z])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
