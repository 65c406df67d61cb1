// Turning points of a finished game, from the score that each seat would have had if it had ended there.

export interface TurningPoint {
  step: number // of the record
  seat: number
  kind: 'lead' | 'gain' | 'loss'
  amount: number // of the gain or loss; for the lead, the seat's score
  against: number // for the lead, the best of the others
}

/** Before a fifth of the game is over, scores leap about and decide nothing. */
const OPENING = 0.2

/** At most three moments, in order: the lead that was kept, the greatest gain, the greatest loss. */
export function turningPoints(scores: readonly (readonly number[])[], winners: readonly number[]): TurningPoint[] {
  const last = scores.at(-1)
  if (!last || last.length < 2 || scores.length < 10) return []
  const found: TurningPoint[] = []
  const lead = winners.length === 1 ? keptLead(scores, winners[0] as number) : null
  if (lead) found.push(lead)
  const worth = Math.max(2, Math.round(Math.max(...last.map(Math.abs)) * 0.15))
  const from = Math.max(1, Math.ceil(scores.length * OPENING))
  const changes = scores.slice(from).flatMap((row, i) =>
    row.map((score, seat) => {
      const step = from + i
      const before = scores[step - 1]?.[seat] ?? 0
      return { step, seat, by: score - before }
    }),
  )
  const free = (step: number) => !found.some((p) => p.step === step)
  const gain = changes.filter((c) => c.by >= worth && free(c.step)).sort((a, b) => b.by - a.by)[0]
  if (gain) found.push({ step: gain.step, seat: gain.seat, kind: 'gain', amount: gain.by, against: 0 })
  const loss = changes.filter((c) => c.by <= -worth && free(c.step)).sort((a, b) => a.by - b.by)[0]
  if (loss) found.push({ step: loss.step, seat: loss.seat, kind: 'loss', amount: -loss.by, against: 0 })
  return found.sort((a, b) => a.step - b.step)
}

/** The step from which the winner was never behind again; null if it never was behind. */
function keptLead(scores: readonly (readonly number[])[], winner: number): TurningPoint | null {
  const rival = (row: readonly number[]) => Math.max(...row.filter((_, s) => s !== winner))
  const behind = scores.findLastIndex((row) => (row[winner] ?? 0) < rival(row))
  const row = scores[behind + 1]
  if (behind < 0 || !row) return null
  return { step: behind + 1, seat: winner, kind: 'lead', amount: row[winner] ?? 0, against: rival(row) }
}
