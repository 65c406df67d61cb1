// Letting chances to react go by.

import { expect, it } from 'vitest'
import { roundSince, windowsOf, withWindow } from './passing.svelte'
import { noWords } from '../words'

const all = ['W2', 'W5', 'W6']
const on = (...phases: string[]) => ({ type: 'auto_pass' as const, on: true, phases })

it('lets single windows go by, and all of them when none is left out', () => {
  expect(withWindow(undefined, 'W2', true, all)).toEqual(on('W2'))
  expect(withWindow(on('W2', 'W5'), 'W6', true, all)).toEqual({ type: 'auto_pass', on: true })
  expect(withWindow({ type: 'auto_pass', on: true }, 'W5', false, all)).toEqual(on('W2', 'W6'))
  expect(withWindow(on('W2'), 'W2', false, all)).toEqual({ type: 'auto_pass', on: false })
  expect(windowsOf({ type: 'auto_pass', on: false, phases: ['W2'] }, all)).toEqual([])
})

it('knows when a round has begun', () => {
  const book = { ...noWords, events: { round_start: 'Round {round} began.' } }
  const log = [{ seq: 4, kind: 'round_start', facts: {} }]
  expect(roundSince(log, 3, book)).toBe(true)
  expect(roundSince(log, 4, book)).toBe(false)
})
