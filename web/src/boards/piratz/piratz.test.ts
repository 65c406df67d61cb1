// Piratz: what a haul takes, and the chance of the next rat.

import { expect, it } from 'vitest'
import { face, haul, inWords, ratChance, ratsFaceUp, some, type PiratzView } from './piratz'

const cards = {
  treasure: { rings: { letter: 'R' }, coins: { letter: 'C' }, pearls: { letter: 'P' }, gems: { letter: 'G' }, goblets: { letter: 'K' }, shells: { letter: 'S' } },
  card: { pz28: { shows: 'CS' }, pz42: { shows: 'GGK' }, pz01: { shows: 'C', rat: true }, pz33: { shows: 'RRC' }, pz02: { shows: 'P', rat: true } },
} // prettier-ignore

const view = {
  faceup: ['pz28', 'pz42', 'pz01', 'pz33'],
  draw: ['pz02', 'pz42', 'pz28', 'pz33'],
} as unknown as PiratzView

it('previews what naming a treasure would take: whole cards, rats and all', () => {
  const coins = haul(cards, view, 'coins')
  expect(coins.cards).toEqual(['pz28', 'pz01', 'pz33'])
  expect(inWords(coins)).toBe('2 rings, 3 coins, 1 shell and 1 rat')
  expect(haul(cards, view, 'pearls').cards).toEqual([])
  expect(inWords(haul(cards, view, 'pearls'))).toBe('nothing')
})

it('counts rats and the chance of the next one', () => {
  expect(ratsFaceUp(cards, view)).toBe(1)
  expect(ratChance(cards, view)).toBe(0.25)
  expect(ratChance(cards, { ...view, draw: [] })).toBe(0)
})

it('reads unknown cards as empty ones', () => {
  expect(face(cards, 'pz99')).toEqual({ treasures: [], rat: false })
})

it('counts one of a treasure as one', () => {
  expect([some(1, 'coins'), some(2, 'coins'), some(1, 'goblets')]).toEqual(['1 coin', '2 coins', '1 goblet'])
})
