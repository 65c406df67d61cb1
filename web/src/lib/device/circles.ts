// The circles of friends that this browser is a member of. As with seats, the keys never leave it but to prove the member.

import type { CircleKey } from '../protocol'
import { recall, remember } from './storage'

const MOST = 20

export function circleKeys(): CircleKey[] {
  return recall<CircleKey[]>('circles', [])
}

export function circleKey(circle: string): CircleKey | undefined {
  return circleKeys().find((k) => k.circle === circle)
}

export function keepCircle(key: CircleKey): void {
  remember('circles', [key, ...circleKeys().filter((k) => k.circle !== key.circle)].slice(0, MOST))
}

export function dropCircle(circle: string): void {
  remember(
    'circles',
    circleKeys().filter((k) => k.circle !== circle),
  )
}
