// A player's turn: from a press to a command.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ahead } from './ahead.svelte'
import { hush, note } from '../note.svelte'
import { prefs } from '../device/prefs.svelte'
import type { LegalMove } from '../protocol'
import type { TableStore } from './table.svelte'
import { Turn } from './turn.svelte'
import { noWords, Words } from '../words'

const reveal: LegalMove = { action: 0, name: 'reveal', args: {}, text: 'reveal', label: 'Reveal' }
let known: 'ok' | 'no'
let played: string[]

/** As much of a table as a turn needs: a server that answers, and what was played. */
function table(more: Partial<TableStore> = {}): TableStore {
  return {
    legal: [reveal],
    shown: { view: { seat: 0, phase: 'turn', waiting: [0], over: false }, legal: [reveal], form: 'turn', asking: 5 },
    history: [],
    log: [],
    looking: 0,
    mine: [0],
    seats: [{ seat: 0, kind: 'person' }, { seat: 1, kind: 'bot' }],
    pending: null,
    told: 5,
    noUndo: null,
    words: new Words(noWords, ['Ada', 'Bo']),
    line: { state: 'open' },
    do: async () => ({ type: known, cmd_id: '', seq: 5, text: '' }),
    play: async (moves: LegalMove | LegalMove[]) => {
      played.push([moves].flat().map((m) => m.text).join(', '))
      return true
    },
    ...more,
  } as unknown as TableStore
}

beforeEach(() => {
  vi.useFakeTimers()
  known = 'ok'
  played = []
  hush()
  Object.assign(prefs, { forced: true, confirming: 'matters' })
})
afterEach(() => {
  vi.useRealTimers()
})

it('makes the only move after a moment, and says so', async () => {
  const turn = new Turn(table(), new Ahead())
  const done = turn.playForced()
  await vi.advanceTimersByTimeAsync(500)
  expect(played).toEqual([])
  expect(turn.forcing).toBe(reveal)
  expect(note.now?.text).toBe('Reveal: nothing else is possible, so it is done for you.')
  await vi.advanceTimersByTimeAsync(200)
  expect(played).toEqual(['reveal'])
  done?.()
  expect(turn.forcing).toBeNull()
  turn.act(reveal) // meant for the move that has just played itself
  await vi.advanceTimersByTimeAsync(500)
  expect(played).toEqual(['reveal'])
  turn.act(reveal)
  expect(played).toEqual(['reveal', 'reveal'])
})

it('leaves the only move to the player where others cannot know that it is', async () => {
  known = 'no'
  const own = new Turn(table(), new Ahead())
  own.playForced()
  expect(own.bySelf).toBe(true) // until the server has said no
  await vi.advanceTimersByTimeAsync(2000)
  expect(own.bySelf).toBe(false)
  known = 'ok'
  const callOff = new Turn(table(), new Ahead()).playForced()
  await vi.advanceTimersByTimeAsync(300)
  callOff?.()
  await vi.advanceTimersByTimeAsync(2000)
  expect(played).toEqual([])
})

it('makes a prepared move when it can, or drops it with a word', async () => {
  const ahead = new Ahead()
  ahead.prepare(reveal, 'turn', 5)
  new Turn(table(), ahead).playPrepared()
  await vi.advanceTimersByTimeAsync(600)
  expect(played).toEqual(['reveal'])
  expect(ahead.plan).toBeNull()
  ahead.prepare({ ...reveal, text: 'stay', label: 'Stay' }, 'turn', 5)
  new Turn(table(), ahead).playPrepared()
  expect(note.now?.text).toContain('“Stay”')
  expect(ahead.plan).toBeNull()
})

it('asks again for every move where that is wanted', () => {
  prefs.confirming = 'always'
  const turn = new Turn(table(), new Ahead())
  turn.act(reveal)
  expect(played).toEqual([])
  expect(note.now?.text).toContain('for good?')
  turn.act(reveal)
  expect(played).toEqual(['reveal'])
})

it('takes back, or says why not', async () => {
  let undone = 0
  const undo = async () => Boolean(++undone)
  await new Turn(table({ noUndo: '', undo } as Partial<TableStore>), new Ahead()).undo(null)
  expect(undone).toBe(1)
  new Turn(table({ noUndo: 'The game has gone on.', undo } as Partial<TableStore>), new Ahead()).undo(null)
  expect(undone).toBe(1)
  expect(note.now?.text).toBe('The game has gone on.')
  const unsure = table({ noUndo: null, undo } as Partial<TableStore>)
  unsure.undoAsked = Promise.resolve().then(() => void (unsure.noUndo = ''))
  await new Turn(unsure, new Ahead()).undo(null) // pressed while the server is still being asked
  expect(undone).toBe(2)
})

it('answers a question without a choice among bots, unless it is stopped; a run of them is counted', async () => {
  Object.assign(prefs, { pace: 'normal', empty: 'bots' })
  const store = table()
  const turn = new Turn(store, new Ahead())
  const done = turn.playEmpty(() => null)
  expect([turn.forcing, turn.counting]).toEqual([reveal, 1200])
  await vi.advanceTimersByTimeAsync(1300)
  expect([played, turn.spared]).toEqual([['reveal'], 1])
  done?.()
  store.shown = { ...store.shown, asking: 6 }
  turn.playEmpty(() => null)
  turn.stop()
  await vi.advanceTimersByTimeAsync(1300)
  expect([played, turn.forcing, turn.playEmpty(() => null)]).toEqual([['reveal'], null, undefined])
  const early = new Turn(table({ pending: 'c1' } as unknown as Partial<TableStore>), new Ahead())
  early.playEmpty(() => null) // nothing can be sent yet, and still nobody need be told about it
  expect([early.forcing, early.bySelf]).toEqual([null, true])
  const people = [0, 1].map((seat) => ({ seat, kind: 'person' }))
  expect(new Turn(table({ seats: people } as Partial<TableStore>), new Ahead()).playEmpty(() => null)).toBeUndefined()
})

it('lets go by gently what has a choice: everything can be done meanwhile, and whoever touches the table is asked', async () => {
  Object.assign(prefs, { empty: 'bots', pace: 'normal' })
  const toss: LegalMove = { ...reveal, action: 1, name: 'toss', text: 'toss' }
  const keeping = () => ({ moves: [reveal], why: 'you keep your cards', gently: true })
  const store = table({ legal: [reveal, toss] } as Partial<TableStore>)
  const turn = new Turn(store, new Ahead())
  turn.playEmpty(keeping)
  expect([turn.forcing, turn.unless, turn.counting]).toEqual([null, reveal, 5000])
  await vi.advanceTimersByTimeAsync(4900)
  turn.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect([played, turn.unless]).toEqual([[], null])
  store.shown = { ...store.shown, asking: 6 }
  turn.playEmpty(keeping)
  await vi.advanceTimersByTimeAsync(5100)
  expect(played).toEqual(['reveal'])
  prefs.pace = 'tap'
  store.shown = { ...store.shown, asking: 7 }
  expect(turn.playEmpty(keeping)).toBeUndefined()
  prefs.pace = 'normal'
})
