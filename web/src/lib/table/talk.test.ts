import { expect, it } from 'vitest'
import type { Channel, Silence } from '../protocol'
import { chosenChannel, hush } from './talk'

const quiet: Silence = { sentence: 'Only the team that is choosing speaks now.', clause: 'DR-12.4' }
const team: Channel = { id: 'team', title: 'Your team', hears: [0, 1], silence: null }

it('speaks to everybody unless the rules forbid it and a channel is open', () => {
  expect(chosenChannel(null, null, [team])).toBe('')
  expect(chosenChannel(null, quiet, [team])).toBe('team')
  expect(chosenChannel(null, quiet, [])).toBe('')
  expect(chosenChannel(null, quiet, [{ ...team, silence: quiet }])).toBe('')
})

it('keeps to what the player picked, as long as it is there', () => {
  expect(chosenChannel('', quiet, [team])).toBe('')
  expect(chosenChannel('team', null, [team])).toBe('team')
  expect(chosenChannel('team', null, [])).toBe('')
})

it('is silent where the rules say so, and only there', () => {
  expect(hush('', quiet, [team])).toBe(quiet)
  expect(hush('team', quiet, [team])).toBeNull()
  expect(hush('team', null, [{ ...team, silence: quiet }])).toBe(quiet)
})
