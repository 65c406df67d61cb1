// Where a round begins: headings of the log, tall ticks of a replay.

import type { Catalogue } from '../words'

const STARTS = /^(round|meal|turn|day)_(start|started|begins)$/

/** Whether an event parts one round from the next. A turn that the catalogue leaves unsaid is a player's, not a round. */
export function partsRounds(kind: string, book: Catalogue): boolean {
  if (STARTS.test(kind)) return Boolean(book.events[kind])
  return /^round_end(ed)?$/.test(kind) && !Object.keys(book.events).some((k) => STARTS.test(k) && book.events[k])
}
