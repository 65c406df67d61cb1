// A player's own settings: theme, pace, sound, when to confirm. Remembered on this device.

import { recall, remember } from './storage'

export type Theme = 'system' | 'light' | 'dark'
/** How events go by: so fast, each until the player goes on (`tap`), or all at once (`off`). */
export type Pace = 'slow' | 'normal' | 'fast' | 'tap' | 'off'
/** When questions with nothing to choose are answered for the player. */
export type Empty = 'bots' | 'always' | 'never'
export type Confirming = 'always' | 'matters' | 'never'

interface Settings {
  name: string
  rat: number // what the rat wears that stands for me
  theme: Theme
  pace: Pace
  volume: number // 0 to 1
  confirming: Confirming
  forced: boolean // a move that is the only one plays itself
  empty: Empty // and where only I know that it is: among bots, always, or never
  helper: boolean // chances and counts that a careful player could work out alone
  coach: boolean // whether the coach speaks in first games
  side: boolean // whether the side column is open on a wide screen
}

const usual: Settings = {
  name: '',
  rat: 0,
  theme: 'system',
  pace: 'normal',
  volume: 0.5,
  confirming: 'matters',
  forced: true,
  empty: 'bots',
  helper: true,
  coach: true,
  side: true,
}

export const prefs: Settings = $state({ ...usual, ...recall<Partial<Settings>>('prefs', {}) })

export function keepPrefs(): void {
  remember('prefs', $state.snapshot(prefs))
  showPrefs()
}

const dusk = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null
const still = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null

export function showPrefs(): void {
  const dark = prefs.theme === 'dark' || (prefs.theme === 'system' && dusk?.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.motion = moving() ? 'on' : 'off'
}

dusk?.addEventListener('change', showPrefs)
still?.addEventListener('change', showPrefs)

/** The paces as they are offered. */
export const PACES: readonly { id: Pace; says: string }[] = [
  { id: 'slow', says: 'Slow' },
  { id: 'normal', says: 'Normal' },
  { id: 'fast', says: 'Fast' },
  { id: 'tap', says: 'Wait for my tap' },
  { id: 'off', says: 'All at once' },
]

const SPEED: Record<Pace, number> = { slow: 0.5, normal: 1, fast: 2, tap: 1, off: 0 }

/** Events per usual time; 0 when they are all shown at once. Who wants no motion still wants the time to read. */
export function speed(): number {
  return SPEED[prefs.pace] ?? 1
}

/** Whether things move at all: neither the system nor the player has asked for stillness. */
export function moving(): boolean {
  return speed() > 0 && !still?.matches
}

/** How long a motion of that many milliseconds takes for this player. */
export function pace(ms: number): number {
  return moving() ? ms / speed() : 0
}
