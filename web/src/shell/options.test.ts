// House rules: which matter at a table, and how they are read from a form.

import { expect, test } from 'vitest'
import type { Option } from '../lib/protocol'
import { applies, entriesOf, listText, pickSays, readList, valueSays } from './options'

const plain: Option = {
  name: 'captains',
  title: 'Captains',
  says: 'Who sails under whom.',
  default: [],
  values: [],
  means: [],
  kind: 'list',
  low: 0,
  high: 0,
  examples: [],
  clause: '',
  display: false,
  local: false,
  advice: '',
  first_game: null,
  applies: {},
  each: [],
  picks: [],
  pick_means: [],
  known_to: '',
  told_as: {},
}
const pieces = { hook: 'Captain Red Hook', farm: 'Farm' }
const captains = { ...plain, picks: [null, 0], pick_means: ['by chance', 'hook'] }

test('a house rule is asked for only where it matters', () => {
  const towers = { ...plain, applies: { seats: [2], buildings: ['random_building', 'random_cards'] } }
  expect(applies(towers, { buildings: 'random_cards' }, 2)).toBe(true)
  expect(applies(towers, { buildings: 'random_cards' }, 3)).toBe(false)
  expect(applies(towers, { buildings: 'custom' }, 2)).toBe(false)
  expect(applies(plain, {}, 5)).toBe(true)
})

test('lists are written as people write them, and read back', () => {
  for (const list of [[5, 2, 0], [null, 4], ['LB1', 'VG2'], [[0], [1, 2]], [[0, 1, 2]], []])
    expect(readList(listText(list))).toEqual(list)
  expect(listText([[0], [1, 2]])).toBe('0; 1, 2')
  expect(readList(' 1  2,3 ')).toEqual([1, 2, 3])
})

test('entries are about pieces or seats, and their picks have names', () => {
  expect(entriesOf({ ...plain, each: ['farm'] }, 3, pieces)).toEqual(['Farm'])
  expect(entriesOf(captains, 2, pieces)).toEqual(['Seat 1', 'Seat 2'])
  expect(captains.picks.map((pick) => pickSays(captains, pick, pieces))).toEqual(['by chance', 'Captain Red Hook'])
  expect(valueSays(captains, [null, 0], pieces)).toBe('by chance, Captain Red Hook')
  expect(valueSays(captains, [], pieces)).toBe('by chance')
})

test('values are said in plain words', () => {
  expect(valueSays({ ...plain, values: [true], means: ['every seat is ranked'] }, true)).toBe('every seat is ranked')
  expect(valueSays({ ...plain, kind: 'seat' }, 0)).toBe('seat 1')
  expect(valueSays(plain, [])).toBe('none')
})
