// A player's own settings: theme, motion, sound, when to confirm. Remembered on this device.

import { recall, remember } from './storage'

export type Theme = 'system' | 'light' | 'dark'
export type Confirming = 'always' | 'matters' | 'never'

interface Settings {
  name: string
  theme: Theme
  speed: number // events per usual time: 0.5, 1, 2; 0 is off
  volume: number // 0 to 1
  confirming: Confirming
  forced: boolean // a move that is the only one plays itself
  helper: boolean // chances and counts that a careful player could work out alone
  coach: boolean // whether the coach speaks in first games
  side: boolean // whether the side column is open on a wide screen
}

const usual: Settings = {
  name: '',
  theme: 'system',
  speed: 1,
  volume: 0.5,
  confirming: 'matters',
  forced: true,
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

/** Whether things move at all: neither the system nor the player has asked for stillness. */
export function moving(): boolean {
  return prefs.speed > 0 && !still?.matches
}

/** How long a motion of that many milliseconds takes for this player. */
export function pace(ms: number): number {
  return moving() ? ms / prefs.speed : 0
}
