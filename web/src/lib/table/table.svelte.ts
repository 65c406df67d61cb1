// A table as this browser knows it: what the server last said, and what is shown of it while events are being played.

import { seatKeys } from '../device/keys'
import { Line, type Transport } from './line.svelte'
import { prefs, speed } from '../device/prefs.svelte'
import type {
  AutoPass,
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
} from '../protocol'
import type { TableView } from '../view' // prettier-ignore
import { happenedTo } from './lately'
import { EventQueue } from './queue'
import { sound } from '../device/sounds'
import { noWords, Words, type Catalogue } from '../words'

/** What one pair of eyes is shown just now. `asking`: the entry since which the choice has been this one. */
export interface Shown {
  view: TableView | null
  legal: LegalMove[]
  form: string
  asking: number
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
  /** Which of my seats are open in another place too. */
  twice: number[] = $state.raw([])
  clock: Clock | null = $state.raw(null)
  result: Result | null = $state.raw(null)
  rematch: string | null = $state(null)
  seq = $state(0)
  /** The entry of the log up to which everything has been shown. */
  told = $state(0)
  /** The seat through whose eyes we look; null for a spectator. */
  looking: number | null = $state(null)
  shown: Shown = $state.raw({ view: null, legal: [], form: 'over', asking: 0 })
  /** For each seat, the entry since which its present choice is pending: what is on the screen may be older. */
  asking: Map<number | null, number> = $state.raw(new Map())
  moment: LogEvent | null = $state.raw(null)
  /** The last thing that was told, and the last that happened to the seat that looks by somebody else's doing. */
  lately: LogEvent | null = $state.raw(null)
  toMe: LogEvent | null = $state.raw(null)
  /** What is being told stays until the player goes on. */
  stopped = $state(false)
  /** The last move has come; while it is being told, the player may go straight to the result. */
  ending = $state(false)
  /** So many steps wait to be told. */
  behind = $state(0)
  /** What has been sent and not been answered. */
  pending: string | null = $state(null)
  trouble: Trouble = $state.raw(null)
  /** Moves that were made while nobody looked; `watchable` if they can be shown. */
  missed = $state(0)
  watchable = $state(false)
  hidden = $state(false)
  /** Why the latest move of the seat that looks cannot be taken back; empty if it can, null if that is not known. */
  noUndo: string | null = $state(null)
  /** What `noUndo` says is about an earlier move: the server is being asked. */
  undoUnclear = false
  /** Settled when the server has said whether the latest move can be taken back. */
  undoAsked: Promise<void> = Promise.resolve()
  autoPass: Map<number | null, AutoPass> = $state.raw(new Map())
  catalogue: Catalogue = $state.raw(noWords)
  timing: Record<string, number> = {}
  onrefused: (no: No, at?: Element | null) => void = () => {}

  readonly line: Line
  private queue: EventQueue
  private acting = new Set<number | null>()
  private onItsWay: Promise<void> = Promise.resolve()
  private moved = 0 // the last entry that changed the game
  private chimed = 0
  private later: ReturnType<typeof setTimeout> | undefined

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
        this.behind = this.queue.length
        if (e) this.noise(e)
      },
      told: (e) => this.tell(e),
      time: (e) =>
        this.timing[e.kind] ??
        (this.catalogue.important.includes(e.kind) ? 700 : this.catalogue.events[e.kind] ? 380 : 0),
      speed,
      waits: () => prefs.pace === 'tap',
      pressed: () => this.clock !== null && this.asked.length > 0,
      stopped: (stopped) => (this.stopped = stopped),
    })
  }

  names: string[] = $derived(this.seats.map((s) => s.name || `Seat ${s.seat + 1}`))
  words: Words = $derived(new Words(this.catalogue, this.names))
  mine: number[] = $derived([...this.eyes.keys()].filter((s): s is number => s !== null).sort((a, b) => a - b))
  spectating: boolean = $derived(this.mine.length === 0)
  /** Everything that was told, also of moves that were taken back. It never runs ahead of what the table shows. */
  history: LogEvent[] = $derived((this.logs.get(this.looking) ?? []).filter((e) => e.seq <= this.told))
  /** The entries that were taken back. */
  struck: Set<number> = $derived(new Set(this.history.filter((e) => e.kind === 'took_back').map((e) => Number(e.facts.entry))))
  /** What happened and stands. */
  log: LogEvent[] = $derived(this.struck.size ? this.history.filter((e) => !this.struck.has(e.seq)) : this.history)
  /** Seats of mine that are asked now, whatever is on the screen. */
  asked: number[] = $derived(this.mine.filter((s) => (this.eyes.get(s)?.legal.length ?? 0) > 0))
  /** What may be pressed: nothing, while the choice on the screen is no longer the one that is pending. */
  legal: LegalMove[] = $derived(
    this.status === 'playing' && this.shown.asking === this.asking.get(this.looking) ? this.shown.legal : [],
  )
  /** Whether a choice of mine waits, for somebody who does not see the table. */
  called: boolean = $derived(this.hidden ? this.asked.length > 0 : this.legal.length > 0)

  open(): void {
    this.line.open()
    this.seen()
    document.addEventListener('visibilitychange', this.seen)
    addEventListener('online', this.seen)
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.seen)
    removeEventListener('online', this.seen)
    clearTimeout(this.later)
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
    this.noUndo = null
    this.show(seat)
    this.remind()
    void this.askUndo()
  }

  /** Everything that has come is on the screen. */
  get settled(): boolean {
    return this.told >= this.moved
  }

  async do(what: Command, seat: number | null = this.looking): Promise<Ok | No> {
    return this.line.do(this.id, seat, this.seq, what)
  }

  /** A command of a seat after which its choice is another one, even if it looks the same. */
  private async act(what: Command, seat: number | null): Promise<Ok | No> {
    this.queue.hurry()
    this.missed = 0
    this.undoUnclear = true
    this.acting.add(seat)
    const answer = await this.do(what, seat)
    this.acting.delete(seat)
    if (answer.type === 'ok') void this.askUndo()
    return answer
  }

  /** Make a move (or several small ones as one). The table changes only when the server says so. */
  async play(moves: LegalMove | LegalMove[] | number[], at?: Element | null): Promise<boolean> {
    if (this.pending !== null || this.legal.length === 0) return false
    const list = Array.isArray(moves) ? moves : [moves]
    const actions = list.map((m) => (typeof m === 'number' ? m : m.action))
    this.pending = list.map((m) => (typeof m === 'number' ? String(m) : m.text)).join(', ')
    const answer = await this.sent(this.act({ type: 'play', actions }, this.looking))
    this.pending = null
    if (answer.type === 'no') {
      this.onrefused(answer, at)
      return false
    }
    return true
  }

  /** Take back a seat's latest move, if the server says that it is free. */
  async undo(at?: Element | null, seat: number | null = this.looking): Promise<boolean> {
    if (this.pending === 'undo') return false
    await this.onItsWay // a move that is still being sent is the one to be taken back
    if (this.pending !== null) return false
    this.pending = 'undo'
    const answer = await this.sent(this.act({ type: 'undo' }, seat))
    this.pending = null
    if (answer.type === 'no') this.onrefused(answer, at)
    return answer.type === 'ok'
  }

  private sent(command: Promise<Ok | No>): Promise<Ok | No> {
    this.onItsWay = command.then(() => {})
    return command
  }

  private askUndo(): Promise<void> {
    return (this.undoAsked = this.askWhether())
  }

  private async askWhether(): Promise<void> {
    const seat = this.looking
    if (seat === null || !this.info?.undo || this.status !== 'playing') {
      this.noUndo = null
      return
    }
    const answer = await this.do({ type: 'check', undo: true }, seat)
    this.undoUnclear = false
    if (seat === this.looking) this.noUndo = answer.type === 'ok' ? '' : answer.text
  }

  async setAutoPass(what: AutoPass): Promise<Ok | No> {
    const seat = this.looking
    const answer = await this.do(what, seat)
    if (answer.type === 'ok') this.autoPass = new Map(this.autoPass).set(seat, what)
    return answer
  }

  /** The player has seen what is being told: on with it. */
  next(): void {
    this.queue.next()
  }

  /** The player has seen enough: on to what is asked now. */
  skip(): void {
    this.queue.finish()
  }

  /** Show what happened while nobody looked. */
  rewind(): void {
    this.missed = 0
    this.queue.again(() => this.show(this.looking))
  }

  private seen = (): void => {
    this.hidden = document.hidden
    if (this.hidden) return this.queue.hold()
    this.line.hurry()
    const jumped = this.queue.release()
    if (jumped) {
      this.missed = jumped
      this.watchable = speed() > 0
    }
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
      this.twice = message.twice ?? []
    } else if (message.type === 'resync') this.watch()
    else if (message.type === 'no') {
      // Much has been asked from here: the table is there, and comes a little later.
      if (message.code === 'too_fast' && message.table === this.id) this.later = setTimeout(() => this.watch(), 2000)
      else this.trouble = { code: message.code, text: message.text }
    }
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
    this.asking = new Map(s.eyes.map((e) => [e.seat, s.seq]))
    this.autoPass = new Map(s.eyes.flatMap((e) => (e.auto_pass ? [[e.seat, e.auto_pass]] : [])))
    this.moved = s.seq
    if (fresh || !this.eyes.has(this.looking)) {
      const asked = s.eyes.find((e) => e.legal.length > 0) ?? s.eyes[0]
      this.looking = asked?.seat ?? null
    }
    const moves = new Set(s.eyes.find((e) => e.seat === this.looking)?.events.map((e) => e.seq)).size
    if (!fresh && moves > RECENT_STEPS) {
      this.missed = moves
      this.watchable = false
    }
    this.queue.finish()
    this.show(this.looking)
    this.remind()
    void this.askUndo()
  }

  private update(u: Update): void {
    if (u.seq <= this.seq) return
    if (u.seq !== this.seq + 1) return this.watch() // one is missing: ask for all since the last that we have
    this.seq = u.seq
    if (u.seats) this.seats = u.seats
    if (u.clock) this.clock = u.clock
    if (u.rematch) this.rematch = u.rematch
    if (u.chat) this.chat = [...this.chat, u.chat]
    this.ending ||= u.status === 'over'
    const closing = { status: u.status, result: u.result }
    if (!u.eyes) return this.settle(closing)
    this.moved = u.seq
    const eyes = new Map(this.eyes)
    const logs = new Map(this.logs)
    const asking = new Map(this.asking)
    for (const e of u.eyes) {
      const before = eyes.get(e.seat)
      eyes.set(e.seat, e)
      if (e.events.length) logs.set(e.seat, [...(logs.get(e.seat) ?? []), ...e.events])
      // While others choose, my choice stays the same; after a move of my own it never does.
      if (this.acting.has(e.seat) || !sameMoves(before?.legal, e.legal)) asking.set(e.seat, u.seq)
    }
    this.eyes = eyes
    this.logs = logs
    this.asking = asking
    const mine = u.eyes.find((e) => e.seat === this.looking)
    if (!mine) return this.settle(closing)
    const since = asking.get(mine.seat) ?? u.seq
    if (this.hidden && mine.legal.length > 0) this.chime(since)
    this.queue.push({
      events: mine.events,
      show: () => {
        this.settle(closing)
        this.put(mine, u.seq, since)
      },
      ask: () => this.ask(mine, since),
    })
    this.behind = this.queue.length
    if (this.noUndo === '' && this.acting.size === 0) void this.askUndo()
  }

  private settle({ status, result }: { status?: Status; result?: Result }): void {
    if (result) this.result = result
    if (status) this.status = status
  }

  private show(seat: number | null): void {
    const eyes = this.eyes.get(seat)
    if (!eyes) return
    const asking = this.asking.get(seat) ?? this.seq
    this.put(eyes, this.seq, asking)
    this.ask(eyes, asking)
  }

  /** The table as it is after a step. A choice that is pending all the while stays; a new one waits for `ask`. */
  private put(eyes: Eyes, seq: number, asking: number): void {
    this.told = seq
    const legal = this.shown.asking === asking ? this.shown.legal : []
    this.shown = { view: eyes.view, legal, form: eyes.form, asking }
  }

  /** Everything that led to the question has been shown: it may be asked. */
  private ask(eyes: Eyes, asking: number): void {
    const hadTurn = this.shown.legal.length > 0
    this.shown = { ...this.shown, legal: eyes.legal, asking }
    if (!hadTurn && eyes.legal.length > 0) this.chime(asking)
  }

  private tell(event: LogEvent): void {
    if (this.catalogue.events[event.kind]) this.lately = event
    if (happenedTo(event, this.looking, this.catalogue)) this.toMe = event
  }

  /** After an absence: what was told last. */
  remind(): void {
    const { log, catalogue, looking } = this
    this.lately = log.findLast((e) => catalogue.events[e.kind]) ?? null
    this.toMe = log.findLast((e) => happenedTo(e, looking, catalogue)) ?? null
  }

  private chime(asking: number): void {
    if (this.chimed !== asking) sound('turn')
    this.chimed = asking
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

function sameMoves(before: readonly LegalMove[] | undefined, now: readonly LegalMove[]): boolean {
  return before?.length === now.length && now.every((m, i) => m.action === before[i]?.action)
}
