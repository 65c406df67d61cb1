// The chances of each seat over a record, from the moments at which somebody was asked.

import type { ChancePoint } from '../lib/protocol'

/** Per step and seat, in percent: what was last reckoned; before the first reckoning, that; at the end, what came. */
export function chancesByStep(
  points: readonly ChancePoint[],
  total: number,
  seats: number,
  winners: readonly number[] | null,
): number[][] {
  const now = Array.from({ length: seats }, (_, seat) => points.find((p) => p.seat === seat)?.chance ?? 1 / seats)
  const rows: number[][] = []
  for (let step = 0; step < total; step++) {
    for (const point of points) if (point.step === step) now[point.seat] = point.chance
    rows.push(now.map((chance) => Math.round(chance * 100)))
  }
  if (winners && rows.length) rows[rows.length - 1] = now.map((_, seat) => (winners.includes(seat) ? 100 : 0))
  return rows
}
