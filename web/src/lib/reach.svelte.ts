// Where links to this server work, and the switch of its owner.

import { ask } from './api'
import { ownerKey } from './device/owner'
import type { Reach } from './protocol'

interface Known extends Omit<Reach, 'works'> {
  works: Reach['works'] | null // null: not known yet
}

export const reach: Known = $state({ origin: location.origin, works: null, switch: false, open: false })

/** Asks anew: the owner may have opened or shut it meanwhile. Links stay as they are if there is no answer. */
export async function askReach(): Promise<void> {
  const key = ownerKey()
  try {
    Object.assign(reach, key ? await ask<Reach>('reach', { key }) : await ask<Reach>('reach'))
  } catch {
    // An invitation is no reason to complain: the table itself says when the server cannot be reached.
  }
}

export async function openToNetwork(open: boolean): Promise<void> {
  Object.assign(reach, await ask<Reach>('reach', { key: ownerKey(), open }))
}
