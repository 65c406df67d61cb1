// What the player has picked and not sent yet. Board, dock and action bar share it; it is dropped when the question
// changes.

import { prefs } from '../../lib/device/prefs.svelte'
import type { LegalMove } from '../../lib/protocol'
import { capital } from '../../lib/words'
import type { BoardProps } from '../board'
import { askable, askLimit, at, CLAUSE, does, find, inAll, pairMoves, requestMoves, type HighTeaView, type Kind } from './high-tea'

type Props = BoardProps<HighTeaView>

export const choice: {
  kinds: string[] // one kind, or the two of a gift
  card: string | null // a goal or a vocation
  target: number | null
  want: string | null
  amount: number
  all: boolean
} = $state({ kinds: [], card: null, target: null, want: null, amount: 1, all: false })

export function drop(): void {
  Object.assign(choice, { kinds: [], card: null, target: null, want: null, amount: 1, all: false })
}

const OF_A_KIND = ['start', 'scavenge', 'pauper', 'bauble', 'nest', 'banker', 'bonus']

/** The name of the moves that are about one supply kind, if such a choice is open. */
export const kindQuestion = (props: Props): string | null => props.legal.find((m) => OF_A_KIND.includes(m.name))?.name ?? null

const kindMove = (props: Props, kind: string): LegalMove | undefined => props.legal.find((m) => OF_A_KIND.includes(m.name) && m.args.supply === kind)

/** Two kinds are to be picked: a gift at a table of two, nothing of it given yet. */
export function isPair(props: Props): boolean {
  const name = kindQuestion(props)
  if (props.view.rats.length !== 2 || (name !== 'start' && name !== 'bonus')) return false
  return !props.view.chosen.some((text) => text.startsWith(name === 'start' ? 'start ' : 'gift '))
}

const distinct = (props: Props): boolean => props.options.two_player_kinds !== 'any'

export function kindLegal(props: Props, kind: string): boolean {
  return !props.pending && (isPair(props) || kindMove(props, kind) !== undefined)
}

export function tapKind(props: Props, kind: Kind, where: Element): void {
  const question = kindQuestion(props)
  if (question && kindLegal(props, kind)) {
    if (isPair(props)) {
      const same = choice.kinds.filter((k) => k === kind).length
      if (same && (distinct(props) || same === 2)) choice.kinds = choice.kinds.filter((k) => k !== kind)
      else choice.kinds = [...choice.kinds.slice(-1), kind]
      return
    }
    const move = kindMove(props, kind)
    const plain = question === 'scavenge' && twoFinds(props).length > 0 && prefs.confirming !== 'always'
    if (move && (plain || prefs.confirming === 'never')) props.act(move, where)
    else choice.kinds = choice.kinds[0] === kind ? [] : [kind]
    return
  }
  if (question === 'nest') return props.why(`nest ${kind}`, where)
  if (question === 'scavenge') return props.why(`take ${kind}`, where)
  if (props.legal.some((m) => m.name === 'ask_supply') && kind === 'swords') return props.why('for swords', where)
  const nested = props.view.seat !== null && find(props.cards, props.view, props.view.seat, kind).factor > 1
  props.tell(`${capital(props.words.piece(kind))} (${at(kind) + 1}): spend all to ${does(kind, props.cards)}.${nested ? ' Your nest multiplies what you scavenge here.' : ''}`, where, CLAUSE[kind])
}

/** What confirming the picked kinds sends; null while something is missing. */
export function kindMoves(props: Props): LegalMove[] | null {
  if (isPair(props)) return pairMoves(props.legal, choice.kinds, distinct(props))
  const move = choice.kinds[0] ? kindMove(props, choice.kinds[0]) : undefined
  return move ? [move] : null
}

/** A roll without doubles is two buttons of its own. */
export function twoFinds(props: Props): { move: LegalMove; kind: Kind; says: string }[] {
  const moves = props.legal.filter((m) => m.name === 'scavenge')
  if (moves.length !== 2 || props.view.seat === null) return []
  return moves.map((move) => {
    const found = find(props.cards, props.view, props.view.seat ?? 0, String(move.args.supply))
    return { move, kind: found.kind, says: inAll(found) }
  })
}

// Goals and vocations

export function tapCard(props: Props, name: 'goal' | 'vocation', id: string, where: Element): void {
  const move = props.legal.find((m) => m.name === name && m.args[name] === id)
  if (!move || props.pending) return
  if (prefs.confirming === 'never') props.act(move, where)
  else choice.card = choice.card === id ? null : id
}

export const cardMove = (props: Props): LegalMove | undefined => props.legal.find((m) => choice.card !== null && (m.args.goal ?? m.args.vocation) === choice.card)

// Rats

const OF_A_RAT = ['order', 'host', 'raft']

export const ratMove = (props: Props, seat: number): LegalMove | undefined => props.legal.find((m) => OF_A_RAT.includes(m.name) && m.args.seat === seat)

/** Whether tapping this rat does something now. */
export const ratLegal = (props: Props, seat: number): boolean => !props.pending && (ratMove(props, seat) !== undefined || props.legal.some((m) => m.name === 'ask_rat' && m.args.target === seat))

export function tapRat(props: Props, seat: number, where: Element): void {
  const move = ratMove(props, seat)
  if (move) props.act(move, where)
  else if (ratLegal(props, seat)) aim(props, seat)
}

// Requests

export const requesting = (props: Props): boolean => props.legal.some((m) => m.name.startsWith('ask_'))

/** Whom, what and how many: what has been said aloud already cannot be changed, the rest is the player's pick. */
export function request(props: Props): { target: number | null; want: string | null; amount: number | 'all'; limit: number } {
  const said = props.view.asking ?? []
  const target = typeof said[1] === 'number' ? said[1] : choice.target
  const want = typeof said[2] === 'string' ? said[2] : target === null ? null : only(props, target)
  // One more than anybody can have may be asked for by the rules (HT-5.4); nobody means to.
  const most = target === null || want === null ? 1 : (props.view.rats[target]?.known[at(want)]?.[1] ?? null)
  const limit = target === null || want === null ? 1 : (most === null ? askLimit(props.cards, props.view, target, want) : Math.max(1, most))
  return { target, want, amount: choice.all ? 'all' : Math.min(Math.max(1, choice.amount), limit), limit }
}

function only(props: Props, target: number): string | null {
  const kinds = askable(props.view, target)
  if (kinds.length === 1) return kinds[0] as string
  return kinds.includes(choice.want as Kind) ? choice.want : null
}

export function aim(props: Props, target: number): void {
  choice.target = choice.target === target ? null : target
  begin(props)
}

export function wish(props: Props, kind: string): void {
  choice.want = choice.want === kind ? null : kind
  begin(props)
}

/** The stepper begins at what the rat is sure to have, or at 1. */
function begin(props: Props): void {
  const { target, want } = request(props)
  const sure = target === null || want === null ? 1 : (props.view.rats[target]?.known[at(want)]?.[0] ?? 1)
  choice.amount = prefs.helper ? Math.max(1, sure) : 1
  choice.all = false
}

export function askMoves(props: Props): LegalMove[] | null {
  const { target, want, amount } = request(props)
  return target === null || want === null ? null : requestMoves(props.cards, props.view, props.legal, target, want, amount)
}

