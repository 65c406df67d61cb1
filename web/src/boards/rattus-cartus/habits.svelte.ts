// How this player answers building actions: for this sitting only, so that nobody forgets it.

import type { LegalMove } from '../../lib/protocol'
import type { Idle } from '../board'

/** `skip` holds for one action. */
export const habits: { acts: 'always' | 'ask' | 'skip' } = $state({ acts: 'always' })

/** Whoever always performs is not asked; nobody sees the difference between a switch and a quick hand. */
export function asEver(phase: string, legal: readonly LegalMove[]): Idle | null {
  const { acts } = habits
  const move = phase !== 'perform' || acts === 'ask' ? undefined : legal.find((m) => m.name === (acts === 'skip' ? 'skip' : 'perform'))
  if (!move) return null
  const then = () => {
    if (acts === 'skip') habits.acts = 'always'
  }
  return { moves: [move], why: acts === 'skip' ? 'as you said' : 'as always', wished: true, then }
}
