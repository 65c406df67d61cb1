// Where a round begins.

import { describe, expect, it } from 'vitest'
import { partsRounds } from './rounds'
import { noWords } from '../words'

const book = (...kinds: [string, string][]) => ({ ...noWords, events: Object.fromEntries(kinds) })

describe('rounds', () => {
  it('begin where the game says so', () => {
    const piratz = book(['round_started', 'Round {round}'], ['turn_started', ''], ['round_ended', 'over'])
    expect(['round_started', 'turn_started', 'round_ended'].map((k) => partsRounds(k, piratz))).toEqual([
      true,
      false,
      false,
    ])
    expect(partsRounds('turn_start', book(['turn_start', 'Turn {turn} began']))).toBe(true)
  })
  it('are parted by their end where no start is told', () => {
    expect(partsRounds('round_end', book(['round_end', 'Round {round} ended']))).toBe(true)
  })
})
