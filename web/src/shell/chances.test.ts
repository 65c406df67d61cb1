import { expect, test } from 'vitest'
import { chancesByStep } from './chances'

const points = [
  { step: 1, seat: 0, chance: 0.4 },
  { step: 2, seat: 1, chance: 0.7 },
  { step: 3, seat: 0, chance: 0.2 },
]

test('a chance holds until the seat is asked again, and ends in what came', () => {
  expect(chancesByStep(points, 6, 2, [1])).toEqual([
    [40, 70],
    [40, 70],
    [40, 70],
    [20, 70],
    [20, 70],
    [0, 100],
  ])
})

test('a game that was ended early ends in what was last reckoned', () => {
  expect(chancesByStep(points, 4, 3, null).at(-1)).toEqual([20, 70, 33])
})
