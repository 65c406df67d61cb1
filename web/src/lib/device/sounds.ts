// Short, quiet sounds, made in the browser; never two at once, and each only repeats what can also be seen.

import { prefs } from './prefs.svelte'

export type Sound = 'card' | 'turn' | 'reveal' | 'alarm' | 'win' | 'lose'

let audio: AudioContext | null = null

/** Browsers and good manners agree: no sound before the first tap. */
export function allowSound(): void {
  if (audio || typeof AudioContext === 'undefined') return
  try {
    audio = new AudioContext()
    void audio.suspend()
  } catch {
    audio = null
  }
}

export function sound(name: Sound): void {
  const speaker = audio
  if (!speaker || prefs.volume === 0) return
  import('./tunes').then(
    ({ perform }) => perform(speaker, name),
    () => {}, // without a line it stays quiet
  )
}
