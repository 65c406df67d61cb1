// What the sounds sound like. Fetched with the first of them.

import { prefs } from './prefs.svelte'
import type { Sound } from './sounds'

interface Note {
  at: number // seconds from now
  long: number
  from: number // hertz
  to: number
  shape: OscillatorType
  loud: number
}

const SCORES: Record<Sound, Note[]> = {
  card: [{ at: 0, long: 0.05, from: 1800, to: 900, shape: 'triangle', loud: 0.25 }],
  turn: [
    { at: 0, long: 0.12, from: 392, to: 388, shape: 'triangle', loud: 0.5 },
    { at: 0.14, long: 0.18, from: 523, to: 520, shape: 'triangle', loud: 0.5 },
  ],
  reveal: [{ at: 0, long: 0.16, from: 160, to: 70, shape: 'sine', loud: 0.8 }],
  alarm: [
    { at: 0, long: 0.09, from: 1500, to: 2300, shape: 'sawtooth', loud: 0.18 },
    { at: 0.11, long: 0.14, from: 1700, to: 2600, shape: 'sawtooth', loud: 0.18 },
  ],
  win: [523, 659, 784, 1047, 1319].map((hz, i) => note(hz, i)),
  lose: [523, 466, 415, 349, 262].map((hz, i) => note(hz, i)),
}

function note(hz: number, i: number): Note {
  return { at: i * 0.07, long: 0.1, from: hz, to: hz, shape: 'triangle', loud: 0.4 }
}

const SILENCE = 1500 // ms without a sound after which the loudspeaker is let go: it costs a phone's battery

let busyUntil = 0
let resting: ReturnType<typeof setTimeout> | undefined

/** Never two at once. */
export async function perform(audio: AudioContext, name: Sound): Promise<void> {
  if (audio.state === 'suspended') await audio.resume()
  if (audio.currentTime < busyUntil) return
  clearTimeout(resting)
  resting = setTimeout(() => void audio.suspend(), SILENCE)
  const now = audio.currentTime
  for (const n of SCORES[name]) {
    const voice = audio.createOscillator()
    const level = audio.createGain()
    voice.type = n.shape
    voice.frequency.setValueAtTime(n.from, now + n.at)
    voice.frequency.exponentialRampToValueAtTime(n.to, now + n.at + n.long)
    level.gain.setValueAtTime(0.0001, now + n.at)
    level.gain.exponentialRampToValueAtTime(Math.max(0.0002, n.loud * prefs.volume * 0.4), now + n.at + 0.01)
    level.gain.exponentialRampToValueAtTime(0.0001, now + n.at + n.long)
    voice.connect(level).connect(audio.destination)
    voice.start(now + n.at)
    voice.stop(now + n.at + n.long + 0.02)
    busyUntil = Math.max(busyUntil, now + n.at + n.long)
  }
}
