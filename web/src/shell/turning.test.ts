// Which moments of a game count as turning points.

import { describe, expect, it } from 'vitest'
import { turningPoints } from './turning'

const level = (n: number, row: number[]) => Array.from({ length: n }, () => row)

describe('turning points', () => {
  it('finds the lead that was kept, the greatest gain and the greatest loss, in order', () => {
    const scores = [...level(5, [0, 0]), [5, 0], ...level(4, [5, 2]), [5, 8], [5, 9], [1, 9], ...level(3, [2, 9])]
    expect(turningPoints(scores, [1])).toEqual([
      { step: 5, seat: 0, kind: 'gain', amount: 5, against: 0 },
      { step: 10, seat: 1, kind: 'lead', amount: 8, against: 5 },
      { step: 12, seat: 0, kind: 'loss', amount: 4, against: 0 },
    ])
  })
  it('says nothing of a game without scores, of a leader who never was behind, or of the opening', () => {
    expect(turningPoints(level(20, [0, 0, 0]), [0, 1, 2])).toEqual([])
    expect(turningPoints([[0, 0], [9, 0], ...level(18, [9, 1])], [0])).toEqual([])
  })
})
