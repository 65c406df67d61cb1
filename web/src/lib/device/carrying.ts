// Who somebody is, as this browser keeps it: packed for another browser, and taken over from one.

import type { Baggage } from '../protocol'
import { circleKeys, keepCircle } from './circles'
import { keepKey, seatKeys } from './keys'
import { keepPrefs, prefs } from './prefs.svelte'

const MOST_SEATS = 60

export function pack(): Baggage {
  return {
    name: prefs.name,
    rat: prefs.rat,
    seats: seatKeys().map(({ table, token, seat, name }) => ({ table, token, seat, name })),
    circles: circleKeys(),
  }
}

/** What came is added to what is here. Nothing of ours is lost by it, whoever packed it: our own keys stay first. */
export function unpack(baggage: Baggage): void {
  if (baggage.name) {
    prefs.name = baggage.name
    prefs.rat = baggage.rat ?? 0
    keepPrefs()
  }
  const own = seatKeys()
  const known = new Set(own.map((k) => k.table + ' ' + k.token))
  const fresh = (baggage.seats ?? []).filter((k) => !known.has(k.table + ' ' + k.token)).slice(0, MOST_SEATS - own.length)
  for (const key of fresh.reverse()) keepKey({ ...key, seat: key.seat ?? null, name: key.name ?? '', at: Date.now() })
  const mine = circleKeys()
  const news = (baggage.circles ?? []).filter((k) => !mine.some((m) => m.circle === k.circle)).slice(0, 20 - mine.length)
  for (const key of news.reverse()) keepCircle({ ...key, link: key.link ?? '' })
}
