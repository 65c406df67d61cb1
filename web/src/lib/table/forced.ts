// A move that is the only one plays itself, where that tells nobody anything.

import type { LegalMove, LogEvent } from '../protocol'
import type { Confirming } from '../device/prefs.svelte'

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

/** The one move to be made for the player, if the server agrees that everybody knows it to be the only one. Not in
 *  windows and choices made together, where an answer that comes at once would tell something; nor right after taking
 *  back, which would undo the undoing. */
export function forcedMove(f: Forced): LegalMove | null {
  const [move] = f.legal
  if (!move || f.legal.length !== 1 || f.form !== 'turn' || !f.wanted || f.confirming === 'always') return null
  const last = f.history.at(-1)
  if (last?.kind === 'took_back' && last.seq === f.asking && last.facts.seat === f.seat) return null
  return move
}
