// Preparing ahead: while others move, a player says what to do next; it is sent when it is legal, and dropped, with a
// word, when the situation has changed. What can be prepared is what could be done the last times the player was asked.

import { untrack } from 'svelte'
import type { LegalMove, LogEvent } from '../protocol'
import { partsRounds } from './rounds'
import { plain, type Words } from '../words'

const MOST = 8 // of a longer list only moves without particulars are offered

export interface Plan {
  text: string
  label: string
  phase: string
  since: number // the entry on the screen when it was prepared
}

export type Verdict = { play: LegalMove } | { drop: string } | null

export class Ahead {
  plan: Plan | null = $state.raw(null)
  private known: Map<string, LegalMove[]> = $state.raw(new Map())

  /** What could be done, by phase, the latest first. */
  offers: { phase: string; moves: LegalMove[] }[] = $derived(
    [...this.known].reverse().map(([phase, moves]) => ({ phase, moves })),
  )

  /** The player is asked this. */
  remember(phase: string, legal: readonly LegalMove[]): void {
    const moves = legal.length > MOST ? legal.filter((m) => Object.keys(m.args).length === 0) : [...legal]
    if (moves.length === 0) return
    const known = new Map(untrack(() => this.known))
    known.delete(phase)
    this.known = known.set(phase, moves)
  }

  prepare(move: LegalMove, phase: string, since: number): void {
    this.plan = { text: move.text, label: move.label, phase, since }
  }

  drop(): void {
    this.plan = null
  }

  /** What becomes of the plan, in view of what has happened and what is asked now. */
  judge(phase: string, legal: readonly LegalMove[], log: readonly LogEvent[], words: Words): Verdict {
    const plan = this.plan
    if (!plan) return null
    const change = log.find((e) => e.seq > plan.since && changes(e, words))
    if (change) {
      const said = plain(words.event(change.kind, change.facts))
      return { drop: `${said} So “${plan.label}”, which you had prepared, is dropped.`.trim() }
    }
    if (legal.length === 0 || phase !== plan.phase) return null
    const move = legal.find((m) => m.text === plan.text)
    return move ? { play: move } : { drop: `“${plan.label}”, which you had prepared, is not possible now.` }
  }
}

/** After this nobody can be supposed to want what they wanted before. */
function changes(event: LogEvent, words: Words): boolean {
  return (
    event.kind === 'took_back' || words.book.important.includes(event.kind) || partsRounds(event.kind, words.book)
  )
}
