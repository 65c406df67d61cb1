// What the player has picked and not sent yet; board, dock and action bar share it. It is dropped when the question
// changes.

import { placesOf } from '../../kit/held'
import type { BoardProps } from '../board'
import { asMoves, isLayable, type RattusCartusView } from './rattus-cartus'

export type Props = BoardProps<RattusCartusView>

export const choice: {
  slot: number | null // the building to enter
  cards: number[] // places in the hand: to lay, to give, to discard
} = $state({ slot: null, cards: [] })

export function drop(): void {
  choice.slot = null
  choice.cards = []
}

/** The phases in which cards of the hand are picked. */
const PICKING = ['enter', 'lay', 'sword_gift', 'tower_gift', 'hospital']

export const picking = (props: Props): boolean => props.legal.length > 0 && PICKING.includes(props.view.phase)
export const hand = (props: Props): string[] => (props.view.seat === null ? [] : (props.view.seats[props.view.seat]?.hand ?? []))
export const chosen = (props: Props): string[] => choice.cards.flatMap((place) => hand(props)[place] ?? [])

/** How many cards may be picked now: exactly so many for a gift, at most so many otherwise. */
export function most(props: Props): number {
  const { phase, due } = props.view
  return phase === 'enter' || phase === 'lay' ? hand(props).length - props.view.picks.length : due
}

/** Which places of the hand were picked in a choice that was begun elsewhere. */
export const aside = (props: Props): boolean[] => placesOf(hand(props), props.view.picks)

export const exact = (props: Props): boolean => props.view.phase === 'sword_gift' || props.view.phase === 'tower_gift'

export function mayPick(props: Props, place: number): boolean {
  const card = hand(props)[place]
  if (!card || props.pending || !picking(props) || aside(props)[place]) return false
  if (choice.cards.includes(place)) return true
  const laying = props.view.phase === 'enter' || props.view.phase === 'lay'
  if (laying && !isLayable(card)) return false
  // A choice that was begun elsewhere goes on in rising order.
  if (props.view.picks.length && !props.legal.some((m) => m.args.card === card)) return false
  return choice.cards.length < most(props)
}

export function pick(place: number): void {
  if (!choice.cards.includes(place)) choice.cards = [...choice.cards, place].sort((a, b) => a - b)
}
export function unpick(place: number): void {
  choice.cards = choice.cards.filter((p) => p !== place)
}

export function tapCard(props: Props, place: number, at: Element): boolean {
  const card = hand(props)[place]
  if (!card) return false
  if (mayPick(props, place)) {
    if (choice.cards.includes(place)) unpick(place)
    else pick(place)
    return true
  }
  if (picking(props) && choice.cards.length >= most(props)) props.tell(`${most(props)} of ${most(props)} picked: put one back first.`, at)
  else if (picking(props) && !isLayable(card)) props.tell(`A ${props.words.piece(card)} card cannot be laid.`, at, 'RC-5.4')
  else if (picking(props)) props.tell('This choice was begun elsewhere, card by card in rising order: this one comes too late.', at)
  else return false
  return true
}

/** The whole choice as one command; null while something is missing. */
export function command(props: Props) {
  const { view, legal } = props
  const cards = chosen(props)
  if (view.phase === 'enter') {
    const enter = legal.find((m) => m.name === 'enter' && m.args.slot === choice.slot)
    if (!enter) return null
    // With an empty hand nothing is asked after entering.
    return hand(props).length ? [enter, ...asMoves(cards, most(props))] : [enter]
  }
  if (exact(props) && cards.length !== most(props)) return null
  return asMoves(cards, most(props))
}
