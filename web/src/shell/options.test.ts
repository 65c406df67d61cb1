// House rules: which matter at a table, and how they are read from a form.

import { expect, test } from 'vitest'
import type { Option } from '../lib/protocol'
import shared from '../../../tests/shared/options.json'
import { applies, entriesOf, fits, fitting, listText, offers, pickSays, readList, valueSays } from './options'

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
  value_applies: {},
  other_than: '',
  each: [],
  picks: [],
  pick_means: [],
  pick_once: false,
  pick_all: false,
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

test('the examples that the server reads hold here too', () => {
  const known = shared.options.map((row) => ({ ...plain, ...(row as Partial<Option>) }))
  for (const o of known) if (!(shared.options.find((row) => row.name === o.name) as Partial<Option>).kind) o.kind = 'choice'
  const named = (name: string) => known.find((o) => o.name === name) as Option
  for (const row of shared.matters)
    expect(known.filter((o) => applies(o, row.chosen, row.seats)).map((o) => o.name)).toEqual(row.names)
  for (const row of shared.offers) expect(offers(named(row.name), known, row.chosen, row.seats)).toEqual(row.values)
  for (const row of shared.fits) expect(fits(named(row.name), row.entries, row.seats)).toBe(row.right)
})

test('what no longer goes with the rest goes back to what is usual', () => {
  const known = shared.options.map((row) => ({ ...plain, kind: 'choice', ...(row as Partial<Option>) }))
  const chosen = { variant: 'colony', doctor: 3, diets: 'easy', count: 1, youngest: 3, teams: 'auto', captains: [1, null, 0, null] }
  expect(fitting(known, chosen, 4)).toEqual({ ...chosen, youngest: 'auto' })
  expect(fitting(known, { ...chosen, variant: 'colleagues' }, 3)).toMatchObject({ doctor: 0, diets: 'drawn', youngest: 'auto', captains: [] })
})
