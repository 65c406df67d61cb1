// A hint as a friend would give it: the button's own name, one reason, the odds as odds.

import type { Considered, Hint, LegalMove } from '../protocol'

const ODDS = [[1, 10], [1, 5], [1, 4], [1, 3], [2, 5], [1, 2], [3, 5], [2, 3], [3, 4], [4, 5], [9, 10]] as const // prettier-ignore

/** A chance in words: "about 2 in 3". */
export function odds(chance: number): string {
  if (chance < 0.05) return 'hardly ever'
  if (chance > 0.95) return 'nearly always'
  const far = ([n, of]: readonly [number, number]) => Math.abs(n / of - chance)
  const [n, of] = ODDS.reduce((best, each) => (far(each) < far(best) ? each : best))
  return `about ${n} in ${of}`
}

/** What the hint says, beginning with the words on the button. */
export function hintInWords(hint: Hint, legal: readonly LegalMove[], together = false): string {
  const name = (move: { action: number; text: string }) => legal.find((m) => m.action === move.action)?.label ?? move.text
  const who = together ? 'you all win' : 'you win'
  const [best, ...rest] = hint.moves
  const what = `${name(hint)}.`
  if (!best || hint.moves.length === 1) return `${what} There is nothing else to do.`
  const mixed = hint.moves.filter((m) => (m.share ?? 0) >= 0.1)
  if (mixed.length > 1) return `${what} Best not always the same, or the others guess it: now and then ${orList(mixed.slice(1, 3).map(name))}.`
  if (best.chance !== null && best.chance !== undefined) {
    const next = rest.find((m) => m.visits > 0 && m.chance !== null && m.chance !== undefined)
    const first = odds(best.chance)
    if (!next) return `${what} With it ${who} ${first}.`
    const second = odds((next as Considered & { chance: number }).chance)
    return `${what} With it ${who} ${first}; with “${name(next)}” ${second === first ? 'hardly less often' : second}.`
  }
  const others = rest.filter((m) => m.visits > 0).slice(0, 2)
  return others.length ? `${what} Mostly a good idea; now and then ${orList(others.map(name))} is.` : `${what} Most players would, without thinking long.`
}

function orList(names: readonly string[]): string {
  return names.map((n) => `“${n}”`).join(' or ')
}

/** The pieces that a move is about, to be marked on the board. */
export function piecesOf(move: LegalMove | undefined): string[] {
  return Object.values(move?.args ?? {}).filter((v): v is string => typeof v === 'string')
}
