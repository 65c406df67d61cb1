// What happened to me: some events befall a seat by somebody else's doing, and are announced to it.

import type { LogEvent } from '../protocol'
import type { Catalogue } from '../words'

/** Whether an event befalls a seat: one of the roles that the game counts as such is its own. */
export function happenedTo(event: LogEvent, seat: number | null, book: Catalogue): boolean {
  const roles = book.befalls?.[event.kind]
  if (seat === null || !roles) return false
  return roles.some((role) => {
    if (role === 'everybody') return true
    const who = event.facts[role]
    return Array.isArray(who) ? who.includes(seat) : who === seat
  })
}
