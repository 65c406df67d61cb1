// Time left, from the server's clock: first the time of the move, then the bank. `now` is on the server's clock too.

import type { Clock } from '../protocol'

function millisLeft(clock: Clock | null, seat: number, now: number): number | null {
  if (!clock || !clock.running.includes(seat)) return null
  return Math.max(0, clock.move + (clock.bank[seat] ?? 0) - Math.max(0, now - clock.since))
}

/** The share of a seat's time that is left, from 1 down to 0; null while its clock stands. */
export function shareLeft(clock: Clock | null, seat: number, now: number): number | null {
  const left = millisLeft(clock, seat, now)
  return left === null ? null : left / Math.max(1, (clock as Clock).move + ((clock as Clock).bank[seat] ?? 0))
}

export function secondsLeft(clock: Clock | null, seat: number, now: number): number | null {
  const left = millisLeft(clock, seat, now)
  return left === null ? null : Math.round(left / 1000)
}

/** What stands on a seat's clock: the time that is left of this decision, or what there will be for the next. */
export function clockOf(clock: Clock | null, seat: number, now: number): { seconds: number; runs: boolean } | null {
  if (!clock || clock.bank[seat] === undefined) return null
  const left = secondsLeft(clock, seat, now)
  return left === null ? { seconds: Math.round((clock.move + clock.bank[seat]) / 1000), runs: false } : { seconds: left, runs: true }
}

export function clockFace(seconds: number): string {
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} days`
  if (seconds >= 7200) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
