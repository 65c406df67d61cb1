// The table store: snapshots, updates, gaps, and what is shown when.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushSync } from 'svelte'
import { prefs } from '../device/prefs.svelte'
import type { Snapshot, Update } from '../protocol'
import { TableStore } from './table.svelte'

/** A server of our own: everything sent is written down, everything it says is said by the test. */
class FakeSocket {
  static all: FakeSocket[] = []
  readyState = 1
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  constructor() {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close() {
    this.readyState = 3
    this.onclose?.()
  }
  say(message: Record<string, unknown>) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  welcome() {
    this.onopen?.()
    this.say({ type: 'welcome', protocol: 1, version: '0', now: Date.now() })
  }
}

const view = (round: number) => ({ seat: 0, phase: 'turn', waiting: [0], over: false, round })
const snapshot = (seq: number, since: number, kinds: string[]): Snapshot =>
  ({
    type: 'snapshot',
    info: { id: 'k7', game: 'piratz', title: 'Piratz', seats: 2, options: {}, hints: true, listed: false, clock: null, created: 0, rules_version: 1 },
    seq,
    since,
    status: 'playing',
    seats: [0, 1].map((seat) => ({ seat, kind: 'person', name: 'AB'[seat], level: null, stand_in: null, left: false, abandons: false })),
    host: false,
    eyes: [{ seat: 0, view: view(seq), legal: [], form: 'turn', events: kinds.map((kind, i) => ({ seq: since + i + 1, kind, facts: {} })) }],
    chat: [],
    here: [0],
    watchers: 0,
  }) as unknown as Snapshot // prettier-ignore
const update = (seq: number, kind: string): Update =>
  ({
    type: 'update',
    table: 'k7',
    seq,
    at: 0,
    eyes: [{ seat: 0, view: view(seq), legal: [], form: 'turn', events: [{ seq, kind, facts: {} }] }],
  }) as unknown as Update

let store: TableStore
const socket = () => FakeSocket.all.at(-1) as FakeSocket
const kinds = () => (flushSync(), store.log.map((e) => e.kind))

beforeEach(() => {
  vi.useFakeTimers()
  prefs.pace = 'off'
  FakeSocket.all = []
  store = new TableStore('k7', () => new FakeSocket() as unknown as WebSocket)
  store.open()
  socket().welcome()
})
afterEach(() => {
  store.close()
  vi.useRealTimers()
})

it('follows the log entry by entry', () => {
  expect(socket().sent.at(-1)).toMatchObject({ type: 'watch', table: 'k7', have: 0 })
  socket().say({ ...snapshot(2, 0, ['a', 'b']) })
  socket().say({ ...update(3, 'c') })
  expect(kinds()).toEqual(['a', 'b', 'c'])
  socket().say({ ...update(3, 'c') }) // heard twice, told once
  expect(kinds()).toEqual(['a', 'b', 'c'])
})

it('asks again when an entry is missing, and joins or replaces what it had', () => {
  socket().say({ ...snapshot(2, 0, ['a', 'b']) })
  socket().say({ ...update(5, 'e') })
  expect(socket().sent.at(-1)).toMatchObject({ type: 'watch', have: 2 })
  socket().say({ ...snapshot(5, 2, ['c', 'd', 'e']) })
  expect(kinds()).toEqual(['a', 'b', 'c', 'd', 'e'])
  socket().say({ ...snapshot(6, 0, ['a', 'x']) })
  expect(kinds()).toEqual(['a', 'x'])
})

it('sends an unanswered command again under the same name after a lost connection', async () => {
  socket().say({ ...snapshot(1, 0, ['a']) })
  const answer = store.do({ type: 'say', text: 'hello' })
  const first = socket().sent.at(-1)
  expect(first).toMatchObject({ type: 'do', seen: 1, what: { type: 'say', text: 'hello' } })
  socket().close()
  expect(store.line.state).toBe('lost')
  vi.advanceTimersByTime(5000)
  expect(FakeSocket.all).toHaveLength(2)
  socket().welcome()
  expect(socket().sent.find((m) => m.type === 'do')).toEqual(first)
  expect(socket().sent.find((m) => m.type === 'watch')).toMatchObject({ have: 1 })
  socket().say({ type: 'ok', cmd_id: first!.cmd_id, seq: 2 })
  expect((await answer).type).toBe('ok')
})

it('stops for good when the server speaks another version', () => {
  socket().say({ type: 'no', cmd_id: '', code: 'old_client', text: 'reload' })
  expect(store.line.state).toBe('old')
  vi.advanceTimersByTime(60000)
  expect(FakeSocket.all).toHaveLength(1)
})

const turn = (seq: number, actions: number[], kind = 'moved'): Update =>
  ({
    ...update(seq, kind),
    eyes: [{ seat: 0, view: view(seq), legal: actions.map((action) => ({ action, name: 'm', args: {}, text: `m ${action}`, label: `M ${action}` })), form: 'turn', events: [{ seq, kind, facts: {} }] }],
  }) as unknown as Update // prettier-ignore
const offered = () => (flushSync(), store.legal.map((m) => m.action))
const sent = (type: string) => socket().sent.filter((m) => (m.what as { type?: string } | undefined)?.type === type)

it('offers nothing that is no longer asked while older moves are still being shown', async () => {
  prefs.pace = 'normal'
  store.catalogue = { ...store.catalogue, events: { moved: 'Somebody moved.' } }
  socket().say({ ...snapshot(1, 0, []) })
  socket().say({ ...turn(2, [1, 2]) })
  await vi.advanceTimersByTimeAsync(500)
  expect(offered()).toEqual([1, 2])
  void store.play(store.legal[0]!)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent('play')).toHaveLength(1)
  // My move, then others', then I am asked the very same: while these are shown, nothing can be pressed.
  socket().say({ ...turn(3, []) })
  socket().say({ ...turn(4, []) })
  socket().say({ ...turn(5, [1, 2]) })
  socket().say({ type: 'ok', cmd_id: sent('play')[0]!.cmd_id, seq: 3 })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.pending).toBeNull()
  expect(offered()).toEqual([])
  expect(await store.play([1])).toBe(false)
  expect(sent('play')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(offered()).toEqual([1, 2])
})

it('asks only once what led to the question has been shown', async () => {
  prefs.pace = 'normal'
  store.catalogue = { ...store.catalogue, events: { moved: 'Somebody moved.' }, befalls: { moved: ['victim'] } }
  socket().say({ ...snapshot(1, 0, []) })
  const step = turn(2, [1, 2])
  step.eyes![0]!.events = ['moved', 'moved'].map((kind, i) => ({ seq: 2, kind, facts: { i, victim: i } }))
  socket().say({ ...step })
  expect([offered(), store.moment?.facts.i, store.called]).toEqual([[], 0, false])
  await vi.advanceTimersByTimeAsync(400)
  expect([offered(), store.moment?.facts.i]).toEqual([[], 1])
  await vi.advanceTimersByTimeAsync(400)
  expect([offered(), store.moment, store.called]).toEqual([[1, 2], null, true])
  expect([store.lately?.facts.i, store.toMe?.facts.i]).toEqual([1, 0]) // what happened to me stays
})

it('keeps a choice open while others choose', async () => {
  prefs.pace = 'normal'
  store.catalogue = { ...store.catalogue, events: { moved: 'Somebody moved.' } }
  socket().say({ ...snapshot(1, 0, []) })
  socket().say({ ...turn(2, [1, 2]) })
  await vi.advanceTimersByTimeAsync(500)
  socket().say({ ...turn(3, [1, 2]) })
  expect(offered()).toEqual([1, 2])
})

it('says that the game is over when it is seen to be', async () => {
  prefs.pace = 'normal'
  store.catalogue = { ...store.catalogue, events: { moved: 'Somebody moved.' } }
  socket().say({ ...snapshot(1, 0, []) })
  socket().say({ ...turn(2, []) })
  socket().say({ ...turn(3, []), status: 'over', result: { scores: [1, 0] } })
  expect(store.status).toBe('playing')
  await vi.advanceTimersByTimeAsync(1500)
  expect(store.status).toBe('over')
  expect(store.result).toMatchObject({ scores: [1, 0] })
})

it('asks whether a move can be taken back, and strikes what was', async () => {
  socket().say({ ...snapshot(1, 0, []), info: { ...snapshot(1, 0, []).info, undo: true } })
  expect(sent('check')).toHaveLength(1)
  socket().say({ type: 'no', cmd_id: sent('check')[0]!.cmd_id, code: 'not_now', text: 'You have not made a move yet.' })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.noUndo).toBe('You have not made a move yet.')
  socket().say({ ...turn(2, [1]) })
  expect(sent('check')).toHaveLength(1) // what others do cannot make it free
  void store.play([1])
  await vi.advanceTimersByTimeAsync(0)
  socket().say({ ...turn(3, []) })
  socket().say({ type: 'ok', cmd_id: sent('play')[0]!.cmd_id, seq: 3 })
  await vi.advanceTimersByTimeAsync(0)
  socket().say({ type: 'ok', cmd_id: sent('check')[1]!.cmd_id, seq: 3 })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.noUndo).toBe('')
  void store.undo()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent('undo')).toHaveLength(1)
  const back = turn(4, [1], 'took_back')
  back.eyes![0]!.events[0]!.facts = { seat: 0, entry: 3 }
  socket().say({ ...back })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.history.map((e) => e.seq)).toEqual([2, 3, 4])
  expect(kinds()).toEqual(['moved', 'took_back'])
  expect(offered()).toEqual([1])
})

it('shows to somebody who comes back what happened, or says how much it was', async () => {
  prefs.pace = 'normal'
  store.catalogue = { ...store.catalogue, events: { moved: 'Somebody moved.' } }
  const hide = (hidden: boolean) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  socket().say({ ...snapshot(1, 0, []) })
  hide(true)
  for (let seq = 2; seq < 13; seq++) socket().say({ ...turn(seq, []) })
  socket().say({ ...turn(13, [1]) })
  expect(store.called).toBe(true) // the title calls at once
  expect(store.told).toBe(1)
  hide(false)
  expect([store.missed, store.watchable, store.told]).toEqual([12, true, 13])
  expect(offered()).toEqual([1])
  store.rewind()
  await vi.advanceTimersByTimeAsync(10)
  expect([store.missed, store.told]).toEqual([0, 2])
  expect(offered()).toEqual([])
  await vi.advanceTimersByTimeAsync(4000)
  expect(store.told).toBe(13)
  expect(offered()).toEqual([1])
  hide(true)
  socket().say({ ...turn(14, []) })
  hide(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect([store.missed, store.told]).toEqual([0, 14])
})

it('takes back a move that is still on its way once it has been made', async () => {
  socket().say({ ...snapshot(1, 0, []), info: { ...snapshot(1, 0, []).info, undo: true } })
  socket().say({ ...turn(2, [1]) })
  void store.play([1])
  void store.undo()
  void store.undo() // pressed twice in haste, it is meant once
  await vi.advanceTimersByTimeAsync(0)
  expect(sent('undo')).toHaveLength(0)
  socket().say({ ...turn(3, []) })
  socket().say({ type: 'ok', cmd_id: sent('play')[0]!.cmd_id, seq: 3 })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent('undo')).toHaveLength(1)
})

it('knocks anew where a connection neither comes about nor fails', () => {
  socket().close()
  vi.advanceTimersByTime(1000)
  expect([FakeSocket.all.length, store.line.state]).toEqual([2, 'lost'])
  vi.advanceTimersByTime(10_000) // nobody opens
  expect(FakeSocket.all.length).toBe(3)
  socket().welcome()
  expect(store.line.state).toBe('open')
  vi.advanceTimersByTime(10_000)
  expect(store.line.state).toBe('open')
})
