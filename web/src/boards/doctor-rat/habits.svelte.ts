// How this player likes the board to be: what it shows by itself. Remembered on this device.

import { recall, remember } from '../../lib/device/storage'

export const habits = $state({ dots: recall('doctor-rat:dots', true), strikes: recall('doctor-rat:strikes', false) })
export function keepHabits(): void {
  remember('doctor-rat:dots', habits.dots)
  remember('doctor-rat:strikes', habits.strikes)
}
