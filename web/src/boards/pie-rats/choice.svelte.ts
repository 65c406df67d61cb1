// What the player has picked and not sent yet. Board, dock and action bar share it; it is dropped when the question
// changes.

import type { LegalMove } from '../../lib/protocol'
import type { BoardProps, Idle } from '../board'
import { AIMED, bestParty, bestPayment, explain, kindOf, lureMoves, ownerOf, pieRow, ratOf, ratSays, seconds, type PieRatsView } from './pie-rats'
import { aimWorth, lureWorth } from './usual'

type Props = BoardProps<PieRatsView>

export const choice: {
  hand: number[] // hand cards to table, take on board or throw away, by their place
  aim: string | null // an Action/Item card looking for its target
  target: number | null // the move that the aimed card would be, by its number
  rats: string[] // rats to lure, in order; or the one to protect or let go; or the party
  pay: number[] // places in my charisma row
  pie: string | null
  lure: string | null // another's rat, before the lure is declared
  captain: string | null
} = $state({ hand: [], aim: null, target: null, rats: [], pay: [], pie: null, lure: null, captain: null })

/** What I said when I was asked before: the rat that I would lure (PR-6), the crew that I would take on board after the
 *  Charisma (PR-4, PR-5). Phases 5 and 3 go on from there by themselves. */
const intent: { rat: string | null; crew: string[] } = { rat: null, crew: [] }

/** Declare a lure with this rat in mind, or table Charisma with this crew in mind. */
export function intend(what: Partial<typeof intent>): void {
  Object.assign(intent, what)
}

/** What was meant when it was said, if it is still to be had. */
export function asIntended(props: Props): Idle | null {
  const { view, legal, cards } = props
  const rat = intent.rat
  if (view.phase === 'P3' && intent.crew.length && legal.length) {
    const moves = intent.crew.map((id) => find(props, 'place', { crew: id })).filter((m) => m !== undefined)
    const pass = find(props, 'pass', {})
    if (moves.length < intent.crew.length) return null
    const all = [...moves.sort((a, b) => a.action - b.action), ...(pass && moves.length < view.hand.length ? [pass] : [])]
    return { moves: all, why: 'as you said', wished: true }
  }
  if (view.phase !== 'P5' || view.seat === null || !rat || !legal.length) return null
  const moves = lureMoves(cards, view, legal, view.seat, [rat], bestPayment(cards, view, view.seat, [rat]))
  return moves ? { moves, why: 'as you said', wished: true } : null
}

/** Rats of others that I could pay for, the one most worth it first. */
function affordable(props: Props): string[] {
  const { view } = props
  const means = view.charisma_totals[view.seat ?? 0] ?? 0
  const rats = view.crews.flatMap((crew, s) => (s === view.seat ? [] : crew.filter((r) => !r.sideways && r.price <= means)))
  return rats.sort((a, b) => lureWorth(props, b) - lureWorth(props, a)).map((r) => r.id)
}

export function drop(): void {
  Object.assign(choice, { lure: null, hand: [], aim: null, target: null, rats: [], pay: [], pie: null, captain: null })
}

/** The usual choice, picked and not sent: all Charisma, all crew, the rat within reach that is most worth it, the best Pie. */
export function propose(props: Props): void {
  const { view, legal, cards } = props
  const me = view.seat
  if (!props.propose || me === null || !legal.length || view.window) return
  if (view.phase !== 'P5') intent.rat = null
  if (view.phase !== 'P3') intent.crew = []
  if (view.phase === 'P4' && find(props, 'will_lure', {})) choice.lure = affordable(props)[0] ?? null
  const name = { P2: 'table', P3: 'place' }[view.phase]
  if (name) choice.hand = view.hand.flatMap((id, i) => (legal.some((m) => m.name === name && (m.args.kind ?? m.args.crew) === id) ? [i] : []))
  if (view.phase === 'P5') {
    const within = legal.flatMap((m) => (m.name === 'lure' ? [ratOf(view, String(m.args.crew))] : [])).filter((r) => r !== undefined)
    const best = within.sort((a, b) => lureWorth(props, b) - lureWorth(props, a))[0]
    if (best) {
      choice.rats = [best.id]
      choice.pay = bestPayment(cards, view, me, choice.rats)
    }
  }
  if (view.phase === 'P6_LOSE') choice.rats = legal.flatMap((m) => (m.name === 'pick' ? [String(m.args.crew)] : [])).slice(0, 1) // all are as strong
  if (view.phase === 'P6') {
    const pies = legal.flatMap((m) => (m.name === 'loot' ? [String(m.args.pie)] : []))
    const best = pies.sort((a, b) => pieRow(cards, b).points - pieRow(cards, a).points)[0]
    const party = best ? bestParty(cards, view.crews[me] ?? [], best) : null
    if (best && party) {
      choice.pie = best
      choice.rats = party
    }
  }
}

const find = (props: Props, name: string, args: Record<string, unknown>) =>
  props.legal.find((m) => m.name === name && Object.entries(args).every(([k, v]) => m.args[k] === v))

const toggled = <T>(list: readonly T[], item: T): T[] => (list.includes(item) ? list.filter((x) => x !== item) : [...list, item])

// Rats on the table

/** Whether tapping this rat does something now. */
export function ratLegal(props: Props, id: string): boolean {
  if (props.pending) return false
  if (choice.aim) return !!find(props, AIMED[choice.aim] ?? '', { crew: id })
  const { phase, seat } = props.view
  if (choice.pie && (phase === 'P6' || phase === 'P6_PIE')) return ownerOf(props.view, id) === seat
  if (props.propose && phase === 'P4' && props.legal.length && ownerOf(props.view, id) !== seat) return affordable(props).includes(id)
  return !!find(props, 'pick', { crew: id }) || !!find(props, 'lure', { crew: id })
}

export function ratChosen(props: Props, id: string): boolean {
  if (choice.rats.includes(id) || choice.lure === id) return true
  if (choice.target !== null) return props.legal.find((m) => m.action === choice.target)?.args.crew === id
  return false
}

export function tapRat(props: Props, id: string, at: Element): void {
  const { view, legal } = props
  const rat = ratOf(view, id)
  if (!rat) return
  const about = () => props.tell(`${props.words.piece(id)}: ${ratSays(rat)}.`, at)
  if (!legal.length || props.pending || view.seat === null) return about()
  const mine = ownerOf(view, id) === view.seat
  if (choice.aim) {
    const name = AIMED[choice.aim] ?? ''
    const move = find(props, name, { crew: id })
    if (move) choice.target = choice.target === move.action ? null : move.action
    else if (name === 'steal') about()
    else props.why(`${name} ${id}`, at)
    return
  }
  if (view.phase === 'P4' && !mine && ratLegal(props, id)) {
    choice.rats = []
    choice.lure = choice.lure === id ? null : id
    return
  }
  if (view.phase === 'P5') {
    if (mine) return about()
    if (!find(props, 'lure', { crew: id })) return props.why(`lure ${id}`, at)
    if (choice.rats.includes(id)) choice.rats = choice.rats.filter((r) => r !== id)
    else if (choice.rats.length === 1 && seconds(view, view.seat, choice.rats[0] as string).includes(id)) choice.rats = [choice.rats[0] as string, id]
    else choice.rats = [id]
    choice.pay = choice.rats.length ? bestPayment(props.cards, view, view.seat, choice.rats) : []
    return
  }
  if (choice.pie && mine && (view.phase === 'P6' || view.phase === 'P6_PIE')) {
    choice.rats = toggled(choice.rats, id)
    return
  }
  const pick = find(props, 'pick', { crew: id }) ?? find(props, 'lure', { crew: id })
  if (pick && (view.phase === 'P4' || view.phase === 'P6_LOSE')) choice.rats = choice.rats.includes(id) ? [] : [id]
  else if (pick) props.act(pick, at)
  else if (view.phase === 'P4' && mine) props.why(`protect ${id}`, at)
  else about()
}

// Charisma cards on the table

export function goodLegal(props: Props, owner: number, kind: string): boolean {
  if (props.pending) return false
  const { view } = props
  if (choice.aim) return choice.aim === 'charisma_theft' && !!find(props, 'steal', { kind, victim: owner })
  if (view.phase === 'P5') return owner === view.seat && choice.rats.length > 0 && props.legal.length > 0
  return view.phase === 'P5_PAY' && owner === view.seat && !!find(props, 'pay', { kind })
}

export function goodChosen(props: Props, owner: number, place: number): boolean {
  if (owner === props.view.seat && props.view.phase === 'P5') return choice.pay.includes(place)
  const move = props.legal.find((m) => m.action === choice.target)
  return move?.name === 'steal' && move.args.victim === owner && props.view.charisma[owner]?.indexOf(String(move.args.kind)) === place
}

export function tapGood(props: Props, owner: number, kind: string, place: number, at: Element): void {
  const { view } = props
  if (!goodLegal(props, owner, kind)) return props.tell(explain(kind, props.cards, props.words), at)
  if (choice.aim) {
    const move = find(props, 'steal', { kind, victim: owner })
    choice.target = move && choice.target !== move.action ? move.action : null
  } else if (view.phase === 'P5') choice.pay = toggled(choice.pay, place).sort((a, b) => a - b)
  else {
    const move = find(props, 'pay', { kind })
    if (move) props.act(move, at)
  }
}

// Pies on the sill

export function pieLegal(props: Props, pie: string): boolean {
  return !props.pending && !choice.aim && !!find(props, 'loot', { pie })
}

export function tapPie(props: Props, pie: string, at: Element): void {
  const { view } = props
  if (pieLegal(props, pie) && view.seat !== null) {
    if (choice.pie === pie) {
      choice.pie = null
      choice.rats = []
    } else {
      choice.pie = pie
      choice.rats = bestParty(props.cards, view.crews[view.seat] ?? [], pie) ?? []
    }
    return
  }
  if (props.legal.length && /^P6/.test(view.phase)) return props.why(`loot ${pie}`, at)
  const party = view.seat === null ? null : bestParty(props.cards, view.crews[view.seat] ?? [], pie)
  const helper = party?.length ? ` Your best party: ${party.map((id) => props.words.piece(id)).join(', ')}.` : ''
  props.tell(explain(pie, props.cards, props.words) + helper, at)
}

// Cards in hand

const TOGGLES: Record<string, string> = { P2: 'table', P3: 'place', READY: 'toss' }

/** The move that a hand card stands for in this phase, if it is picked rather than aimed. */
function handMove(props: Props, id: string) {
  const name = TOGGLES[props.view.phase]
  if (!name) return undefined
  return props.legal.find((m) => m.name === name && (m.args.card ?? m.args.kind ?? m.args.crew) === id)
}

/** Whether the rules let this card be thrown away at all: also below the last one set aside, before it is confirmed. */
const tossable = (props: Props) => props.view.phase === 'READY' && props.legal.length > 0 && props.view.aside.length === 0

export function handLegal(props: Props, id: string): boolean {
  if (props.pending) return false
  if (tossable(props) || handMove(props, id)) return true
  return handUses(props).some((use) => use.id === id)
}

export function tapHand(props: Props, place: number, at: Element): void {
  const { view, cards } = props
  const id = view.hand[place]
  if (!id) return
  if (!handLegal(props, id)) {
    const kind = kindOf(cards, id)
    if (props.legal.length && kind === 'charisma') return props.why(`table ${id}`, at)
    if (props.legal.length && kind === 'crew') return props.why(`place ${id}`, at)
    if (props.legal.length && id === 'mirror') return props.why('mirror', at)
    return props.tell(explain(id, cards, props.words), at)
  }
  if (tossable(props) || handMove(props, id)) {
    choice.aim = null
    choice.target = null
    choice.hand = toggled(choice.hand, place).sort((a, b) => a - b)
    return
  }
  const fresh = choice.aim !== id
  drop()
  if (fresh) {
    choice.aim = id
    if (id === 'mirror' || props.propose) choice.target = bestTarget(props, id)?.action ?? null
  }
}

/** The target that is usually meant. */
export function bestTarget(props: Props, id: string): LegalMove | null {
  if (id === 'mirror') return find(props, 'mirror', {}) ?? null
  const aims = props.legal.filter((m) => m.name === AIMED[id]).sort((a, b) => aimWorth(props, b) - aimWorth(props, a))
  return aims[0] ?? null
}

/** Hand cards that may be played on something now, each kind once. */
export function handUses(props: Props): { id: string; place: number }[] {
  const uses = (id: string) => props.legal.some((m) => m.name === (id === 'mirror' ? id : AIMED[id]))
  return props.view.hand.map((id, place) => ({ id, place })).filter(({ id, place }) => props.view.hand.indexOf(id) === place && uses(id))
}
