// Something told step by step, such as the scoring: how much of it is shown by now. All at once where motion is off.

import { moving, pace } from '../lib/device/prefs.svelte'

export class Telling {
  shown: number = $state(0)
  readonly #steps: () => number

  /** `first` steps are there from the beginning; `rest` is how long to wait before the next, in ms. */
  constructor(steps: () => number, first: number, rest: (shown: number) => number, atOnce = !moving()) {
    this.#steps = steps
    this.shown = atOnce ? Infinity : first
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
