// Which tab of the side is open, whether it lies over the table as a sheet, and at which clause the rules are open.

import { keepPrefs, prefs } from '../lib/device/prefs.svelte'
import { narrow } from '../lib/device/screen'

/** In a record nobody talks. */
export const RECORD_TABS = [
  { id: 'log', name: 'Log' },
  { id: 'notes', name: 'Notes' },
  { id: 'rules', name: 'Rules' },
]

export class SideState {
  tab = $state('log')
  sheet = $state(false)
  clause = $state('')

  openTab = (name: string): void => {
    this.tab = name
    if (narrow()) this.sheet = true
    else if (!prefs.side) {
      prefs.side = true
      keepPrefs()
    }
  }

  openRule = (clause: string): void => {
    this.clause = ''
    queueMicrotask(() => (this.clause = clause)) // the same clause again is scrolled to again
    this.openTab('rules')
  }

  shut = (): void => {
    this.sheet = false
  }
}
