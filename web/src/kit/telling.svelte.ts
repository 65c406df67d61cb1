// Something told step by step, such as the scoring: how much of it is shown by now. All at once where motion is off, or
// where it has been told before.

import { moving, pace } from '../lib/device/prefs.svelte'

const toldAt = new Set<string>()

export class Telling {
  shown: number = $state(0)
  readonly #steps: () => number

  /** `first` steps are there from the beginning; `rest` is how long to wait before the next, in ms. */
  constructor(steps: () => number, first: number, rest: (shown: number) => number, atOnce = !moving()) {
    this.#steps = steps
    const here = location.pathname
    this.shown = atOnce || toldAt.has(here) ? Infinity : first
    $effect(() => () => void toldAt.add(here))
    $effect(() => {
      if (this.done) return
      const timer = setTimeout(() => this.shown++, pace(rest(this.shown)))
      return () => clearTimeout(timer)
    })
  }

  get done(): boolean {
    return this.shown >= this.#steps()
  }

  /** Nobody has to wait for the rest. */
  all = (): void => {
    this.shown = Infinity
  }
}
