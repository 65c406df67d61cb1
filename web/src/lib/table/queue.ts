// The event queue: what happened is shown one step after the other, in the server's order and at the player's pace,
// however it arrived; what is asked at the end of a step is asked once its events have been looked at.

import type { LogEvent } from '../protocol'

export interface Step {
  events: LogEvent[]
  show: () => void // make the table look as it does after this step
  ask: () => void // and then ask what this step asks
}

export interface QueueHooks {
  /** An event is being shown now; null when the table is at rest. */
  moment: (event: LogEvent | null) => void
  /** How long an event is looked at, in ms at the usual speed. */
  time: (event: LogEvent) => number
  /** An event has come to be shown, be it so briefly that nobody can look at it. */
  told: (event: LogEvent) => void
  /** How fast events go by; 0 when nobody wants to look at them. */
  speed: () => number
  /** Whether each event stays until the player goes on. */
  waits: () => boolean
  /** Whether the player is asked, and time runs: then what waits is told in short. */
  pressed: () => boolean
  /** Whether the queue stops at an event until the player goes on. */
  stopped?: (stopped: boolean) => void
  wait?: (ms: number) => Promise<void>
}

const WHOLE = 2500 // while a clock runs, several steps that wait together take no longer than this
const RECENT = 6 // after an absence so many events are shown, at double speed
const BEHIND = 24 // so many steps behind the table, whoever only watches is shown them at double speed
const WORTH = 300 // ms: events that take less go along with the next, also for who goes on by tapping

export class EventQueue {
  private steps: Step[] = []
  private film: Step[] = []
  private running = 0 // the run that goes on; 0 at rest
  private runs = 0
  private now: Step | null = null // the step that is being looked at
  private held = false
  private factor = 1
  private hasty = 0 // so many steps are shown without being looked at
  private wake: () => void = () => {}

  constructor(private readonly hooks: QueueHooks) {}

  get length(): number {
    return this.steps.length
  }

  push(step: Step): void {
    this.steps.push(step)
    if (!this.running && !this.held) void this.run()
  }

  /** The player has seen enough of what is being shown, and acts. */
  hurry(): void {
    if (!this.running) return
    this.hasty = 1 + this.steps.length
    this.wake()
  }

  /** The player has seen this event: on to the next. */
  next(): void {
    this.wake()
  }

  /** Nobody is looking: keep what comes. */
  hold(): void {
    this.held = true
  }

  /** Somebody looks again: a little is shown at double speed; of much, only where it led. Returns how many steps were
   *  jumped over; `again` shows them. */
  release(): number {
    this.held = false
    const events = this.steps.reduce((n, step) => n + step.events.filter((e) => this.hooks.time(e) > 0).length, 0)
    if (events > RECENT) {
      this.film = this.steps
      this.finish()
      return this.film.length
    }
    if (this.steps.length) {
      this.factor = 2
      if (!this.running) void this.run()
    }
    return 0
  }

  /** Show what was jumped over, at double speed, and then whatever `end` shows. */
  again(end: () => void): void {
    this.steps = [...this.film, ...this.steps, { events: [], show: end, ask: () => {} }]
    this.film = []
    this.factor = 2
    if (!this.running) void this.run()
  }

  /** Show the end of the queue at once. */
  finish(): void {
    const last = this.steps.at(-1)
    for (const step of this.steps) step.events.forEach(this.hooks.told)
    this.steps = []
    const now = this.now
    this.rest()
    last?.show()
    ;(last ?? now)?.ask()
    this.hooks.moment(null)
  }

  private rest(): void {
    this.running = 0
    this.now = null
    this.factor = 1
    this.hasty = 0
    this.wake()
  }

  private async run(): Promise<void> {
    const me = (this.running = ++this.runs)
    while (!this.held) {
      const step = this.steps.shift()
      if (!step) break
      this.now = step
      step.show()
      const speed = this.hooks.speed() * this.factor * (this.steps.length > BEHIND ? 2 : 1)
      if (speed === 0 || this.hasty) this.glance(step.events)
      else await this.look(step.events, speed, me)
      if (this.running !== me) return // finished meanwhile
      step.ask()
      this.hasty = Math.max(0, this.hasty - 1)
    }
    this.rest()
    this.hooks.moment(null)
  }

  private glance(events: readonly LogEvent[]): void {
    events.forEach(this.hooks.told)
    this.hooks.moment(events.at(-1) ?? null)
  }

  private async look(events: readonly LogEvent[], speed: number, me: number): Promise<void> {
    const times = events.map((e) => this.hooks.time(e) / speed)
    const whole = times.reduce((a, b) => a + b, 0)
    const budget = this.hooks.pressed() ? WHOLE / (this.steps.length + 1) / speed : Infinity
    const squeeze = whole > budget ? budget / whole : 1
    for (const [i, event] of events.entries()) {
      if (this.running !== me || this.hasty) return this.running === me ? this.glance(events.slice(i)) : events.slice(i).forEach(this.hooks.told)
      this.hooks.told(event)
      this.hooks.moment(event)
      const ms = (times[i] as number) * squeeze
      if (ms === 0) continue
      const more = this.steps.length > 0 || i < events.length - 1 // at the end the question itself waits
      if (this.hooks.waits() && more && this.hooks.time(event) >= WORTH) await this.stop()
      else await this.pause(ms)
    }
  }

  private async stop(): Promise<void> {
    this.hooks.stopped?.(true)
    await new Promise<void>((done) => (this.wake = done))
    this.hooks.stopped?.(false)
  }

  private pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = this.hooks.wait ? void this.hooks.wait(ms).then(done) : setTimeout(done, ms)
      this.wake = () => {
        if (timer !== undefined) clearTimeout(timer)
        done()
      }
    })
  }
}
