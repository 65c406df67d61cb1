// What the player has picked and not sent yet. Board, dock and action bar share it; it is dropped when the question
// changes.

import type { BoardProps } from '../board'
import { available, claimsOf, entries, explain, foodSays, groupName, hungry, theGroup, toPick, type Diet, type DoctorRatView } from './doctor-rat'

type Props = BoardProps<DoctorRatView>
export type Zone = 'centre' | 'trash' | 'stock' | 'tray' | 'hand'

export const choice: {
  cards: string[] // dinner, or the one card that is taken
  draft: Record<number, string> // the proposal: a card for each hungry group
  active: number | null // the group that gets the next card
  mode: '' | 'medicine' | 'strict'
  pair: { group: number; index: number } | null // two marks for Medicine
  group: number | null // whom a Yuck! or a Strict Menu is for
  diet: Partial<Diet>
} = $state({ cards: [], draft: {}, active: null, mode: '', pair: null, group: null, diet: {} })

export function drop(): void {
  Object.assign(choice, { cards: [], draft: {}, active: null, mode: '', pair: null, group: null, diet: {} })
}

const PROPOSING = /^C_(propose|final|replace|replace_final)$/
const ALONE = /^(C_madness|C_insomnia|C_paranoia|C_gluttony|B_strict)$/

export const proposing = (props: Props): boolean => props.legal.length > 0 && PROPOSING.test(props.view.phase)

/** Whether a card that lies open is to be taken now. */
export const taking = (props: Props): boolean => proposing(props) || (props.legal.length > 0 && /^C_(insomnia|paranoia|gluttony)$/.test(props.view.phase))

/** The group whose plate the next tapped card goes to. */
export function activeGroup(props: Props): number | null {
  if (!proposing(props)) return null
  const open = hungry(props.view)
  if (choice.active !== null && open.includes(choice.active)) return choice.active
  return open.find((g) => !choice.draft[g]) ?? null
}

const isCard = (props: Props, code: string) => props.legal.find((m) => m.name === 'card' && m.args.card === code)

export function foodLegal(props: Props, code: string, zone: Zone): boolean {
  if (props.pending || !props.legal.length) return false
  const { view } = props
  if (view.phase === 'B_pick') return zone === 'stock' && (choice.cards.includes(code) || choice.cards.length < toPick(view))
  if (view.phase === 'B_special') return choice.mode === 'strict' && zone === 'tray' && code !== view.extra
  if (proposing(props)) {
    const g = activeGroup(props)
    const used = Object.values(choice.draft)
    return used.includes(code) || (g !== null && available(view, g).includes(code))
  }
  return ALONE.test(view.phase) && !!isCard(props, code)
}

export const foodChosen = (code: string): boolean => choice.cards.includes(code) || Object.values(choice.draft).includes(code)

export function tapFood(props: Props, code: string, zone: Zone, at: Element): void {
  const { view } = props
  if (!foodLegal(props, code, zone)) {
    if (view.phase === 'B_pick' && zone === 'stock' && props.legal.length) return props.tell('The tray is full. Take a card off it first.', at, 'DR-4.6')
    const asked = props.legal.length > 0 && zone !== 'stock' && (proposing(props) || ALONE.test(view.phase))
    if (asked) return props.why(code, at)
    return props.tell(explain(code, props.words), at)
  }
  if (view.phase === 'B_pick') {
    choice.cards = choice.cards.includes(code) ? choice.cards.filter((c) => c !== code) : [...choice.cards, code]
    return
  }
  if (!proposing(props)) {
    choice.cards = choice.cards.includes(code) ? [] : [code]
    return
  }
  const owner = Object.keys(choice.draft).find((g) => choice.draft[Number(g)] === code)
  if (owner !== undefined && (choice.active === null || choice.active === Number(owner))) {
    unassign(Number(owner))
    return
  }
  const g = activeGroup(props)
  if (g !== null) assign(props, g, code)
}

const unassign = (g: number): void => {
  const { [g]: _, ...rest } = choice.draft
  choice.draft = rest
}

/** A card goes to a plate; if it lay on another one, it leaves it. */
export function assign(props: Props, g: number, code: string): void {
  if (!proposing(props) || !hungry(props.view).includes(g)) return
  if (!available(props.view, g).includes(code)) return
  const others = Object.entries(choice.draft).filter(([k, c]) => Number(k) !== g && c !== code)
  choice.draft = { ...Object.fromEntries(others), [g]: code }
  choice.active = null
}

// Plates: where a card is proposed, sent back, or handed over

export function plateLegal(props: Props, g: number): boolean {
  if (props.pending || !props.legal.length) return false
  if (proposing(props)) return hungry(props.view).includes(g)
  if (choice.mode === 'strict') return props.legal.some((m) => m.name === 'strict' && m.args.group === g)
  return props.legal.some((m) => m.name === 'yuck_back' && m.args.group === g)
}

export const plateChosen = (props: Props, g: number): boolean => (proposing(props) ? activeGroup(props) === g : choice.group === g)

export function tapPlate(props: Props, g: number, at: Element): void {
  const { view, words } = props
  if (!plateLegal(props, g)) {
    const held = claimsOf(view, g).flatMap((c) => c.card ?? [])
    if (/yuck$/.test(view.phase) && props.legal.length) return props.why(`yuck group ${g}`, at)
    if (choice.mode === 'strict') return props.why(`strict menu group ${g}`, at)
    return props.tell(held.length ? `${groupName(props, g)} is about to eat ${held.map((c) => words.piece(c)).join(' and ')}.` : `The plate of ${theGroup(props, g)}.`, at)
  }
  if (proposing(props)) {
    unassign(g)
    choice.active = choice.active === g ? null : g
  } else choice.group = choice.group === g ? null : g
}

// Cards in a row: Medicine goes on two neighbours

const medicineAt = (props: Props, group: number, index: number) =>
  props.legal.find((m) => m.name === 'medicine' && m.args.group === group && m.args.index === index)

export const rowLegal = (props: Props, g: number, i: number): boolean =>
  !props.pending && choice.mode === 'medicine' && !!(medicineAt(props, g, i) ?? medicineAt(props, g, i - 1))

export const rowChosen = (g: number, i: number): boolean => choice.pair?.group === g && (choice.pair.index === i || choice.pair.index + 1 === i)

export function tapRow(props: Props, g: number, i: number, at: Element): void {
  if (rowLegal(props, g, i)) {
    const again = choice.pair?.group === g && choice.pair.index === i
    const index = medicineAt(props, g, again ? i - 1 : i) ? (again ? i - 1 : i) : medicineAt(props, g, i) ? i : i - 1
    choice.pair = { group: g, index }
    return
  }
  const group = props.view.groups[g]
  const entry = group ? entries(group)[i] : undefined
  if (!group || !entry?.card) return
  const covered = group.medicine !== null && (group.medicine === i || group.medicine + 1 === i)
  props.tell(
    `${props.words.piece(entry.card)} (${foodSays(entry.card)}) was ${entry.mark} for ${theGroup(props, g)}${covered ? '; Medicine covers the mark, the food still counts' : ''}.`,
    at,
    covered ? 'DR-9.8' : '',
  )
}
