import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushSync } from 'svelte'
import { prefs } from './prefs.svelte'
import type { Snapshot, Update } from './protocol'
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
  prefs.speed = 0
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
