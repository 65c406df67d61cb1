// A move that is the only one plays itself, where that tells nobody anything.

import type { LegalMove, LogEvent } from '../protocol'
import type { Confirming, Empty } from '../device/prefs.svelte'

export const THOUGHT = 600 // ms: long enough to see what is happening

export interface Forced {
  legal: readonly LegalMove[]
  form: string
  history: readonly LogEvent[]
  asking: number // the entry since which I have been asked
  seat: number | null
  wanted: boolean // the player's setting
  confirming: Confirming
}

export const SPARED = 1200 // ms at the usual pace: long enough to stop it

/** The move to be made for a player who has nothing to choose, though only they know it. Among bots nobody can read
 *  anything from how soon it comes; with people at the table it is the player who decides what that may tell. */
export function emptyMove(f: Forced & { idle: LegalMove | null; wished?: boolean; people: boolean; spare: Empty }): LegalMove | null {
  if (f.wished && f.confirming !== 'always' && !undone(f)) return f.idle
  if (f.confirming === 'always' || f.spare === 'never' || (f.people && f.spare === 'bots')) return null
  return undone(f) ? null : f.legal.length === 1 ? (f.legal[0] ?? null) : f.idle
}

/** The one move to be made for the player, if the server agrees that everybody knows it to be the only one. Not in
 *  windows and choices made together, where an answer that comes at once would tell something; nor right after taking
 *  back, which would undo the undoing. */
export function forcedMove(f: Forced): LegalMove | null {
  const [move] = f.legal
  if (!move || f.legal.length !== 1 || f.form !== 'turn' || !f.wanted || f.confirming === 'always') return null
  return undone(f) ? null : move
}

function undone(f: Forced): boolean {
  const last = f.history.at(-1)
  return last?.kind === 'took_back' && last.seq === f.asking && last.facts.seat === f.seat
}
