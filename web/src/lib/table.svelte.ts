// A table as this browser knows it: what the server last said, and what is shown of it while events are being played.

import { seatKeys } from './keys'
import { Line, type Transport } from './line.svelte'
import { moving, prefs } from './prefs.svelte'
import type {
  ChatLine,
  Clock,
  Command,
  Eyes,
  FromServer,
  LegalMove,
  LogEvent,
  No,
  Ok,
  Result,
  SeatInfo,
  Snapshot,
  Status,
  TableInfo,
  Update,
} from './protocol'
import type { TableView } from './view' // prettier-ignore
import { EventQueue } from './queue'
import { sound } from './sounds'
import { noWords, Words, type Catalogue } from './words'

/** What one pair of eyes is shown just now. */
export interface Shown {
  view: TableView | null
  legal: LegalMove[]
  form: string
}

export type Trouble = { code: string; text: string } | null

export class TableStore {
  info: TableInfo | null = $state.raw(null)
  status: Status = $state('waiting')
  seats: SeatInfo[] = $state.raw([])
  host = $state(false)
  eyes: Map<number | null, Eyes> = $state.raw(new Map())
  logs: Map<number | null, LogEvent[]> = $state.raw(new Map())
  chat: ChatLine[] = $state.raw([])
  here: number[] = $state.raw([])
  watchers = $state(0)
  away: Record<string, number> = $state.raw({})
  clock: Clock | null = $state.raw(null)
  result: Result | null = $state.raw(null)
  rematch: string | null = $state(null)
  seq = $state(0)
  /** The entry of the log up to which everything has been shown. */
  told = $state(0)
  /** The seat through whose eyes we look; null for a spectator. */
  looking: number | null = $state(null)
  shown: Shown = $state.raw({ view: null, legal: [], form: 'over' })
  moment: LogEvent | null = $state.raw(null)
  /** What has been sent and not been answered. */
  pending: string | null = $state(null)
  trouble: Trouble = $state.raw(null)
  missed = $state(0)
  catalogue: Catalogue = $state.raw(noWords)
  timing: Record<string, number> = {}
  onrefused: (no: No, at?: Element | null) => void = () => {}

  readonly line: Line
  private queue: EventQueue

  constructor(
    readonly id: string,
    dial?: Transport,
  ) {
    this.line = new Line(
      () => this.watch(),
      (m) => this.hear(m),
      dial,
    )
    this.queue = new EventQueue({
      moment: (e) => {
        this.moment = e
        if (e) this.noise(e)
      },
      time: (e) =>
        this.timing[e.kind] ??
        (this.catalogue.important.includes(e.kind) ? 700 : this.catalogue.events[e.kind] ? 380 : 0),
      speed: () => (moving() && !document.hidden ? prefs.speed : 0),
    })
  }

  names: string[] = $derived(this.seats.map((s) => s.name || `Seat ${s.seat + 1}`))
  words: Words = $derived(new Words(this.catalogue, this.names))
  mine: number[] = $derived([...this.eyes.keys()].filter((s): s is number => s !== null).sort((a, b) => a - b))
  spectating: boolean = $derived(this.mine.length === 0)
  /** The log never runs ahead of what the table shows. */
  log: LogEvent[] = $derived((this.logs.get(this.looking) ?? []).filter((e) => e.seq <= this.told))
  /** Seats of mine that are asked now. */
  asked: number[] = $derived(this.mine.filter((s) => (this.eyes.get(s)?.legal.length ?? 0) > 0))

  open(): void {
    this.line.open()
    document.addEventListener('visibilitychange', this.seen)
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.seen)
    this.line.close()
    this.queue.finish()
  }

  /** Prove the seats whose tokens this browser holds, and follow the table. */
  watch(): void {
    const keys = seatKeys(this.id)
    const tokens = [...new Set(keys.map((k) => k.token))].slice(0, 16)
    this.line.send({ type: 'watch', table: this.id, tokens, have: this.info ? this.seq : 0 })
  }

  /** Watch anew from the beginning: after sitting down the log is another one. */
  rewatch(): void {
    this.info = null
    this.watch()
  }

  look(seat: number | null): void {
    this.queue.finish()
    this.looking = seat
    this.show(seat)
  }

  async do(what: Command, seat: number | null = this.looking): Promise<Ok | No> {
    return this.line.do(this.id, seat, this.seq, what)
  }

  /** Make a move (or several small ones as one). The table changes only when the server says so. */
  async play(moves: LegalMove | LegalMove[] | number[], at?: Element | null): Promise<boolean> {
    if (this.pending !== null) return false
    const list = Array.isArray(moves) ? moves : [moves]
    const actions = list.map((m) => (typeof m === 'number' ? m : m.action))
    this.pending = list.map((m) => (typeof m === 'number' ? String(m) : m.text)).join(', ')
    const answer = await this.do({ type: 'play', actions })
    this.pending = null
    if (answer.type === 'no') {
      this.onrefused(answer, at)
      return false
    }
    return true
  }

  private seen = (): void => {
    if (document.hidden) return
    this.line.hurry()
    this.missed = this.queue.catchUp()
  }

  private hear(message: FromServer): void {
    if (message.type === 'snapshot') this.take(message)
    else if (message.type === 'update') {
      if (message.table === this.id) this.update(message)
    } else if (message.type === 'presence') {
      if (message.table !== this.id) return
      this.here = message.here
      this.watchers = message.watchers
      this.away = message.away
    } else if (message.type === 'resync') this.watch()
    else if (message.type === 'no') this.trouble = { code: message.code, text: message.text }
  }

  private take(s: Snapshot): void {
    // What we had is good only if the server goes on from exactly there.
    const fresh = this.info === null || s.since !== this.seq
    this.trouble = null
    this.info = s.info
    this.status = s.status
    this.seats = s.seats
    this.host = s.host
    this.here = s.here
    this.watchers = s.watchers
    this.away = s.away ?? {}
    this.clock = s.clock ?? null
    this.result = s.result ?? null
    this.rematch = s.rematch ?? null
    this.seq = s.seq
    this.chat = fresh ? s.chat : [...this.chat, ...s.chat]
    const logs = new Map<number | null, LogEvent[]>()
    for (const e of s.eyes) logs.set(e.seat, [...(fresh ? [] : (this.logs.get(e.seat) ?? [])), ...e.events])
    this.logs = logs
    this.eyes = new Map(s.eyes.map((e) => [e.seat, e]))
    if (fresh || !this.eyes.has(this.looking)) {
      const asked = s.eyes.find((e) => e.legal.length > 0) ?? s.eyes[0]
      this.looking = asked?.seat ?? null
    }
    if (!fresh && s.seq > s.since + RECENT_STEPS) this.missed = s.seq - s.since
    this.queue.finish()
    this.show(this.looking)
  }

  private update(u: Update): void {
    if (u.seq <= this.seq) return
    if (u.seq !== this.seq + 1) return this.watch() // one is missing: ask for all since the last that we have
    this.seq = u.seq
    if (u.seats) this.seats = u.seats
    if (u.clock) this.clock = u.clock
    if (u.rematch) this.rematch = u.rematch
    if (u.chat) this.chat = [...this.chat, u.chat]
    if (u.eyes) {
      const eyes = new Map(this.eyes)
      const logs = new Map(this.logs)
      for (const e of u.eyes) {
        eyes.set(e.seat, e)
        if (e.events.length) logs.set(e.seat, [...(logs.get(e.seat) ?? []), ...e.events])
      }
      this.eyes = eyes
      this.logs = logs
      const mine = u.eyes.find((e) => e.seat === this.looking)
      if (mine) this.queue.push({ events: mine.events, show: () => this.put(mine, u.seq) })
      else this.told = Math.max(this.told, this.queue.length ? 0 : u.seq)
    }
    if (u.result) this.result = u.result
    if (u.status) this.status = u.status
  }

  private show(seat: number | null): void {
    const eyes = this.eyes.get(seat)
    if (eyes) this.put(eyes, this.seq)
  }

  private put(eyes: Eyes, seq: number): void {
    this.told = seq
    const hadTurn = this.shown.legal.length > 0
    this.shown = { view: eyes.view, legal: eyes.legal, form: eyes.form }
    if (!hadTurn && eyes.legal.length > 0) sound('turn')
  }

  private noise(event: LogEvent): void {
    if (/alert|alarm|wrong|kidnap|caught/.test(event.kind)) sound('alarm')
    else if (/game_over/.test(event.kind)) {
      const winners = (event.facts.winners as number[] | undefined) ?? []
      sound(winners.some((w) => this.mine.includes(w)) ? 'win' : 'lose')
    } else if (/reveal|served|scored|round_started/.test(event.kind)) sound('reveal')
    else if (this.catalogue.events[event.kind]) sound('card')
  }
}

const RECENT_STEPS = 6
