// A what-if: a game that goes on from a moment of a record, on the server's sandbox. The record is never touched.

import type { SandboxMove, SandboxRequest } from '../lib/api'
import type { LegalMove, LogEvent, Result, SandboxAnswer } from '../lib/protocol'
import type { TableView } from '../lib/view'

export interface BranchWays {
  ask: (request: SandboxRequest) => Promise<SandboxAnswer>
  /** How long an event is looked at. */
  rest: (event: LogEvent) => Promise<void>
  refused: (text: string, clause: string, at?: Element | null) => void
}

/** Moves that the server replays for us at most; a branch that long is a game of its own. */
export const LONGEST = 1000

export class Branch {
  /** Seats that bots play. */
  bots: number[] = $state.raw([])
  busy = $state(false)
  moment: LogEvent | null = $state.raw(null)
  log: LogEvent[] = $state.raw([])
  result: Result | null = $state.raw(null)
  private views: TableView[] = $state.raw([])
  private between: TableView | null = $state.raw(null) // while steps are being shown
  private moves: Record<string, LegalMove[]> = $state.raw({})
  private actors: number[] = $state.raw([])
  form = $state('turn')
  private played: SandboxMove[] = $state.raw([])
  /** Where each decision by hand began, so that it can be taken back: moves and lines of the log before it. */
  private marks: { played: number; log: number }[] = $state.raw([])
  private last = $state(0)
  private closed = false

  constructor(
    readonly record: string,
    readonly at: number,
    private readonly ways: BranchWays,
    private readonly luck = Math.floor(Math.random() * 1e9),
  ) {}

  /** The seat that is asked and played by hand: one looks through its eyes. */
  asked: number | null = $derived(this.actors.find((s) => s >= 0 && !this.bots.includes(s)) ?? null)
  eyes: number = $derived(this.asked ?? this.last)
  view: TableView | null = $derived(this.between ?? this.views[this.eyes] ?? null)
  legal: LegalMove[] = $derived(this.busy || this.asked === null ? [] : (this.moves[String(this.asked)] ?? []))
  over: boolean = $derived(this.views.length > 0 && this.actors.every((s) => s < 0))
  length: number = $derived(this.played.length)
  mayTakeBack: boolean = $derived(this.marks.length > 0 && !this.busy)

  async open(): Promise<void> {
    await this.run([], 0)
    await this.botsPlay()
  }

  close(): void {
    this.closed = true
  }

  async act(moves: LegalMove | LegalMove[], at?: Element | null): Promise<void> {
    const seat = this.asked
    if (this.busy || seat === null) return
    const mark = { played: this.played.length, log: this.log.length }
    const list = (Array.isArray(moves) ? moves : [moves]).map((m) => ({ seat, action: m.action }))
    if (!(await this.run(list, 0, at))) return
    this.marks = [...this.marks, mark]
    this.last = seat
    await this.botsPlay()
  }

  /** Why the move of that text cannot be made now; null if it can. */
  async why(text: string): Promise<{ text: string; clause: string } | null> {
    const seat = this.asked
    if (seat === null) return { text: 'Nobody is asked anything now.', clause: '' }
    const told = await this.ways.ask(this.request([{ seat, text }], 0))
    return told.refusal ?? null
  }

  async takeBack(): Promise<void> {
    const mark = this.marks.at(-1)
    if (!mark || this.busy) return
    this.marks = this.marks.slice(0, -1)
    this.played = this.played.slice(0, mark.played)
    this.log = this.log.slice(0, mark.log)
    await this.run([], 0)
  }

  async startOver(): Promise<void> {
    if (this.busy) return
    this.marks = []
    this.played = []
    this.log = []
    await this.open()
  }

  async setBot(seat: number, plays: boolean): Promise<void> {
    this.bots = plays ? [...this.bots, seat] : this.bots.filter((s) => s !== seat)
    await this.botsPlay()
  }

  /** Bots move one at a time, so that each move can be seen and any bot be stopped. */
  private async botsPlay(): Promise<void> {
    while (!this.busy && !this.closed && this.actors.some((s) => this.bots.includes(s))) {
      if (this.played.length >= LONGEST - 20) {
        this.bots = []
        this.ways.refused('This what-if has grown long enough: it ends here.', '')
        return
      }
      this.last = this.actors.find((s) => this.bots.includes(s)) ?? this.last
      if (!(await this.run([], 1))) return
    }
  }

  private request(more: SandboxMove[], house: number): SandboxRequest {
    return {
      replay: this.record,
      at: this.at,
      moves: [...this.played, ...more],
      told_from: this.played.length,
      auto: this.bots,
      house_moves: house,
      // Every request draws afresh: luck of its own for every length of the branch.
      seed: this.luck * 1000 + this.played.length,
      viewer: this.eyes,
    }
  }

  private async run(more: SandboxMove[], house: number, at?: Element | null): Promise<boolean> {
    this.busy = true
    try {
      const told = await this.ways.ask(this.request(more, house))
      if (told.refusal) {
        this.ways.refused(told.refusal.text, told.refusal.clause, at)
        return false
      }
      for (const step of told.steps) {
        this.between = step.view
        for (const event of step.events) {
          if (this.closed) return false
          this.moment = event
          this.log = [...this.log, event]
          await this.ways.rest(event)
        }
      }
      this.played = [...this.played, ...told.steps.map((s) => ({ seat: s.by, action: s.move.action }))]
      this.views = told.views
      this.moves = told.legal
      this.actors = told.actors
      this.form = told.form
      this.result = told.result ?? null
      return true
    } catch (error) {
      this.ways.refused(error instanceof Error ? error.message : 'That did not work. Try again.', '')
      return false
    } finally {
      this.between = null
      this.moment = null
      this.busy = false
    }
  }
}
