// The event queue: what happened is shown one step after the other, in the server's order, however it arrived.

import type { LogEvent } from './protocol'

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
const RECENT = 6 // of a long absence only so many steps are shown

export class EventQueue {
  private steps: Step[] = []
  private running = false

  constructor(private readonly hooks: QueueHooks) {}

  get length(): number {
    return this.steps.length
  }

  push(step: Step): void {
    this.steps.push(step)
    if (!this.running) void this.run()
  }

  /** Come back from absence: all but the last few steps are skipped. Returns how many. */
  catchUp(): number {
    const skipped = Math.max(0, this.steps.length - RECENT)
    this.steps.splice(0, skipped)
    return skipped
  }

  /** Show the end of the queue at once. */
  finish(): void {
    const last = this.steps.at(-1)
    this.steps = []
    last?.show()
    this.hooks.moment(null)
  }

  private async run(): Promise<void> {
    this.running = true
    const wait = this.hooks.wait ?? ((ms: number) => new Promise<void>((done) => setTimeout(done, ms)))
    for (let step = this.steps.shift(); step; step = this.steps.shift()) {
      step.show()
      const speed = this.hooks.speed()
      if (speed === 0) {
        this.hooks.moment(step.events.at(-1) ?? null)
        continue
      }
      const budget = WHOLE / (this.steps.length + 1) / speed
      const times = step.events.map((e) => this.hooks.time(e) / speed)
      const whole = times.reduce((a, b) => a + b, 0)
      const squeeze = whole > budget ? budget / whole : 1
      for (const [i, event] of step.events.entries()) {
        this.hooks.moment(event)
        const ms = (times[i] as number) * squeeze
        if (ms > 0) await wait(ms)
      }
    }
    this.running = false
    this.hooks.moment(null)
  }
}
