// The seat tokens that this browser holds. They never leave it but to prove a seat, and never stand in a shared link.

import { recall, remember } from './storage'

export interface SeatKey {
  table: string
  token: string
  seat: number | null // null: the host's token
  name: string
  at: number
  circle?: string // whose member sits there
}

export function seatKeys(table?: string): SeatKey[] {
  const all = recall<SeatKey[]>('keys', [])
  return table === undefined ? all : all.filter((k) => k.table === table)
}

export function keepKey(key: SeatKey): void {
  const others = recall<SeatKey[]>('keys', []).filter((k) => k.token !== key.token || k.table !== key.table)
  remember('keys', [key, ...others].slice(0, 60))
}

export function dropKeys(table: string, seat?: number): void {
  remember(
    'keys',
    recall<SeatKey[]>('keys', []).filter((k) => k.table !== table || (seat !== undefined && k.seat !== seat)),
  )
}
