// The event queue: what happened is shown one step after the other, in the server's order, however it arrived.

import type { LogEvent } from '../protocol'

export interface Step {
  events: LogEvent[]
  show: () => void // make the table look as it does after this step
}

export interface QueueHooks {
  /** An event is being shown now; null when the table is at rest. */
  moment: (event: LogEvent | null) => void
  /** How long an event is looked at, in ms at the usual speed. */
  time: (event: LogEvent) => number
  /** 0 when nothing moves. */
  speed: () => number
  wait?: (ms: number) => Promise<void>
}

const WHOLE = 2500 // several steps that wait together take no longer than this
const RECENT = 6 // after an absence so many events are shown, at double speed

export class EventQueue {
  private steps: Step[] = []
  private film: Step[] = []
  private running = 0 // the run that goes on; 0 at rest
  private runs = 0
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
    this.steps = [...this.film, ...this.steps, { events: [], show: end }]
    this.film = []
    this.factor = 2
    if (!this.running) void this.run()
  }

  /** Show the end of the queue at once. */
  finish(): void {
    const last = this.steps.at(-1)
    this.steps = []
    this.rest()
    last?.show()
    this.hooks.moment(null)
  }

  private rest(): void {
    this.running = 0
    this.factor = 1
    this.hasty = 0
    this.wake()
  }

  private async run(): Promise<void> {
    const me = (this.running = ++this.runs)
    while (!this.held) {
      const step = this.steps.shift()
      if (!step) break
      step.show()
      await this.look(step, me)
      if (this.running !== me) return // finished meanwhile
      this.hasty = Math.max(0, this.hasty - 1)
    }
    this.rest()
    this.hooks.moment(null)
  }

  private async look(step: Step, me: number): Promise<void> {
    const speed = this.hooks.speed() * this.factor
    if (speed === 0) return this.hooks.moment(step.events.at(-1) ?? null)
    const budget = WHOLE / (this.steps.length + 1) / speed
    const times = step.events.map((e) => this.hooks.time(e) / speed)
    const whole = times.reduce((a, b) => a + b, 0)
    const squeeze = whole > budget ? budget / whole : 1
    for (const [i, event] of step.events.entries()) {
      if (this.running !== me) return
      if (this.hasty) return this.hooks.moment(step.events.at(-1) ?? null)
      this.hooks.moment(event)
      const ms = (times[i] as number) * squeeze
      if (ms > 0) await this.pause(ms)
    }
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
