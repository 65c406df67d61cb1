// What a sensible captain usually means (games/pie_rats/heuristic.py judges alike), from what lies open: whom to lure, to
// protect and to hit, and which cards can wait. It is proposed, or done where nothing is lost by it.

import type { LegalMove } from '../../lib/protocol'
import type { BoardProps, Idle } from '../board'
import { able, atRisk, captainStats, charismaRow, lifts, lurers, ownerOf, placeOf, ratOf, reach, type Cards, type PieRatsView, type Rat } from './pie-rats'

type Props = BoardProps<PieRatsView>
type Known = Pick<Props, 'view' | 'cards'>
type Asked = Pick<Props, 'view' | 'cards' | 'legal' | 'options'>

const FULL = 3 // cards in hand (PR-9.4)

/** What luring a rat is worth: its strength, what it lets me lift and its captain no longer, less what it costs. */
export function lureWorth({ view, cards }: Known, rat: Rat): number {
  const mine = view.strengths[view.seat ?? 0] ?? 0
  const theirs = view.strengths[ownerOf(view, rat.id)] ?? 0
  const more = reach(cards, view, mine + rat.strength) - reach(cards, view, mine)
  const costs = rat.price - captainStats(cards).charisma
  return 10 * rat.strength + 8 * more + 4 * dropsBy(cards, view, theirs, rat) - 7 * costs
}

/** By how many points less a crew of that strength can lift without this rat. */
const dropsBy = (cards: Cards, view: PieRatsView, strength: number, rat: Rat): number => reach(cards, view, strength) - reach(cards, view, strength - rat.strength)

/** My rat that I have most to fear for: by what it is worth to me, and how many could lure it. */
export function worthProtecting({ view, cards, legal }: Asked): LegalMove | undefined {
  const me = view.seat ?? 0
  const mine = view.strengths[me] ?? 0
  const fear = (rat: Rat) => (1 - 0.7 ** lurers(view, me, rat)) * (10 * rat.strength + 8 * dropsBy(cards, view, mine, rat))
  const rats = (view.crews[me] ?? []).filter((r) => atRisk(view, me, r)).sort((a, b) => fear(b) - fear(a) || b.loyalty - a.loyalty)
  const guards = rats.map((r) => legal.find((m) => m.name === 'pick' && m.args.crew === r.id))
  return guards.find((m) => m !== undefined)
}

/** What hitting this target is worth: the strongest rat, the one that somebody is about to lift most with, the Charisma card that
 *  buys most. */
export function aimWorth({ view, cards }: Known, move: LegalMove): number {
  const rat = ratOf(view, String(move.args.crew))
  if (!rat) {
    const kind = String(move.args.kind)
    return 200 * (charismaRow(cards, kind)?.charisma ?? 0) + (kind === 'charm' ? 300 : 0) + (view.scores[Number(move.args.victim)] ?? 0)
  }
  if (view.loot?.send.includes(rat.id)) return 1000 + rat.strength // without it the Pie may stay where it is
  if (move.name !== 'bean') return rat.strength
  const me = view.seat ?? 0
  const owner = ownerOf(view, rat.id)
  const drops = dropsBy(cards, view, view.strengths[owner] ?? 0, rat)
  const near = 2 * Number(placeOf(view, owner) < placeOf(view, me)) + 2 * Number((view.scores[owner] ?? 0) >= (view.scores[me] ?? 0))
  return (drops > 0 ? 10 * (drops + near) : 0) + rat.strength
}

/** A question that answers itself among bots: passing, where nothing else can be done now that cannot be done as well a
 *  little later, or that would come to anything; and keeping one's cards between rounds, unless one touches the table. */
export function idle(asked: Asked): Idle | null {
  const { view, legal } = asked
  const pass = legal.find((m) => m.name === 'pass')
  const others = legal.filter((m) => m !== pass)
  if (!pass) return null
  if (view.phase === 'READY') return view.aside.length || view.hand.length >= FULL ? null : { moves: [pass], why: 'you keep your cards', gently: true }
  if (others.every((m) => waits(asked, m.name))) return { moves: [pass], why: 'your cards can wait' }
  return view.phase === 'P6' && others.every((m) => vain(asked, m.name)) ? { moves: [pass], why: 'there is nothing that you could lift' } : null
}

const ANY_TIME = /^(bean|kidnap|spinach)$/

/** Whether a card can be played as well a little later: thefts in W2, any-time cards in W5B (PR-10.4, PR-10.6), then in my
 *  own turn to loot, if nobody can call before that without my being asked again (PR-8.11, PR-8.18). */
function waits({ view, cards, options }: Asked, name: string): boolean {
  if (view.phase === 'P2') return name === 'steal' || ANY_TIME.test(name)
  if (['P3', 'P5', 'W5'].includes(view.phase)) return ANY_TIME.test(name)
  if (!['W5B', 'W6'].includes(view.phase) || !ANY_TIME.test(name)) return false
  const mode = String(options.phase6 ?? 'call')
  if (!view.sill.length || mode === 'frozen' || (mode === 'nice' && name !== 'spinach')) return false // PR-8.20, 8.21, 8.24
  if (name === 'spinach') return true
  if (view.loot) return false
  const me = placeOf(view, view.seat ?? 0)
  const now = view.phase === 'W6' && view.turn !== null ? placeOf(view, view.turn) : 0
  const before = view.crews.map((_, seat) => seat).filter((seat) => placeOf(view, seat) >= now && placeOf(view, seat) < me)
  if (me < now || before.some((seat) => able(cards, view, seat))) return false
  return name === 'bean' || before.every((seat) => !view.crews[seat]?.length) // who lifts nothing loses the strongest rat (PR-8.17)
}

/** In my turn to loot: a call without a Pie that I could lift, and Spinach that changes nothing about that. */
function vain({ view, cards, options }: Asked, name: string): boolean {
  const me = view.seat ?? 0
  if (name === 'call') return String(options.fail_discard ?? 'always') !== 'called'
  const eaters = (view.crews[me] ?? []).filter((r) => !r.spinach).map((r) => r.strength)
  return name === 'spinach' && !lifts(cards, view, (view.strengths[me] ?? 0) + Math.max(0, ...eaters))
}
