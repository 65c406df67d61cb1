// Doctor Rat, what the board knows: foods, diets and their sentences, and the list of diets that a row leaves possible.

import type { DoctorRatGroupView, DoctorRatView, LegalMove } from '../../lib/protocol'
import { listing, type Words } from '../../lib/words'

export type { DoctorRatView }
export type Kind = 'mandatory' | 'forbidden' | 'alternating' | 'identical' | 'different' | 'plus_minus'
export interface Diet {
  kind: Kind
  specs?: string[]
  category?: string
}
export interface Entry {
  card?: string
  mark?: 'good' | 'bad'
  complication?: string
}
export interface Claim {
  group: number
  card: string | null
  from: string | null
  extra: boolean
}

export const KINDS: Kind[] = ['mandatory', 'forbidden', 'alternating', 'identical', 'different', 'plus_minus']
export const SPECS = ['L', 'V', 'C', '1', '2', '3', '4', 'BG', 'BR', 'BO', 'BY', 'GR', 'GO', 'GY', 'RO', 'RY', 'OY']
export const CATEGORIES = ['type', 'quantity', 'colour']
export const MEALS = 8
const TYPES = 'LVC'
const COLOURS = 'BGROY'

export const KIND_SAYS: Record<Kind, string> = {
  mandatory: 'each card must have one of these',
  forbidden: 'each card must have none of these',
  alternating: 'cards go right, left, right, left between two demands; the Identity was the first left',
  identical: 'each card must equal the one before in this',
  different: 'each card must differ from the one before in this',
  plus_minus: 'each card must show one more or one less than the one before',
}

export const COMPLICATION_SAYS: Record<string, [string, string]> = {
  madness: ['eats one of two cards drawn blind from the pile', 'DR-10.10'],
  insomnia: ['takes a card before everybody else, without advice', 'DR-10.11'],
  gluttony: ['takes one more card when all have chosen', 'DR-10.13'],
  megalomania: ['predicts the others\' verdicts, and eats what was foretold wrongly', 'DR-10.15'],
  paranoia: ['takes only from the trash can', 'DR-10.12'],
}

export const TOKEN_SAYS: Record<string, [string, string]> = {
  yuck: ['Yuck!: throws away the whole stock and draws it anew, or sends one chosen card back.', 'DR-9.3'],
  medicine: ['Medicine: two neighbouring marks of a row stop counting for good.', 'DR-9.6'],
  strict: ['Strict Menu: the Doctor hands one of his chosen cards to one group, which eats it.', 'DR-9.10'],
}

// Foods. A code is type, colour, quantity: CR3 is three red cheeses.

export const foodId = (code: string): number => 20 * TYPES.indexOf(code[0] as string) + 4 * COLOURS.indexOf(code[1] as string) + Number(code[2]) - 1

export const byId = (a: string, b: string): number => foodId(a) - foodId(b)

export function matches(spec: string, food: string): boolean {
  return spec.length === 2 ? spec.includes(food[1] as string) : food.includes(spec)
}

const AT: Record<string, number> = { type: 0, colour: 1, quantity: 2 }

const family = (spec: string): number => (spec.length === 2 ? 2 : TYPES.includes(spec) ? 0 : 1)

/** Whether a diet takes this food behind the one before; `eaten` foods lie in the row already, the Identity aside. */
export function fits(diet: Diet, before: string, eaten: number, food: string): boolean {
  const [a, b] = diet.specs ?? []
  switch (diet.kind) {
    case 'mandatory':
      return (diet.specs ?? []).some((s) => matches(s, food))
    case 'forbidden':
      return !(diet.specs ?? []).some((s) => matches(s, food))
    case 'alternating':
      return matches((eaten % 2 === 0 ? b : a) ?? '', food)
    case 'identical':
      return before[AT[diet.category ?? ''] ?? 0] === food[AT[diet.category ?? ''] ?? 0]
    case 'different':
      return before[AT[diet.category ?? ''] ?? 0] !== food[AT[diet.category ?? ''] ?? 0]
    case 'plus_minus':
      return Math.abs(Number(before[2]) - Number(food[2])) === 1
  }
}

/** All diets that an Identity can have (DR-8.4 to DR-8.9), in the order of the cards. */
export function allDiets(identity: string, sameFamilies = false): Diet[] {
  const found: Diet[] = []
  const ok = (s: string) => matches(s, identity)
  SPECS.forEach((a, i) => {
    if (ok(a)) found.push({ kind: 'mandatory', specs: [a] })
    else found.push({ kind: 'forbidden', specs: [a] })
    SPECS.forEach((b, j) => {
      if (j > i && (ok(a) || ok(b))) found.push({ kind: 'mandatory', specs: [a, b] })
      if (j > i && !ok(a) && !ok(b) && family(a) !== family(b)) found.push({ kind: 'forbidden', specs: [a, b] })
      if (j !== i && ok(a) && (!sameFamilies || family(a) === family(b))) found.push({ kind: 'alternating', specs: [a, b] })
    })
  })
  for (const category of CATEGORIES) found.push({ kind: 'identical', category }, { kind: 'different', category })
  found.push({ kind: 'plus_minus' })
  return found
}

export const entries = (group: DoctorRatGroupView): Entry[] => group.row as Entry[]
export const foodsOf = (group: DoctorRatGroupView): string[] => entries(group).flatMap((e) => e.card ?? [])
export const claimsOf = (view: DoctorRatView, g: number): Claim[] => (view.claims as unknown as Claim[]).filter((c) => c.group === g)

/** The diets that every mark of the row allows, looking at its first `upTo` foods only (DR-14.6). */
export function possible(group: DoctorRatGroupView, sameFamilies: boolean, upTo = 99): Diet[] {
  if (!group.identity) return []
  const foods = [group.identity, ...foodsOf(group)]
  const marks = entries(group).filter((e) => e.card)
  const ghosts = group.ghosts as { after: number; via: string | null; card: string; good: boolean }[]
  return allDiets(group.identity, sameFamilies).filter(
    (diet) =>
      marks.slice(0, upTo).every((e, i) => fits(diet, foods[i] as string, i, e.card as string) === (e.mark === 'good')) &&
      ghosts
        .filter((g) => g.after <= upTo)
        .every((g) => fits(diet, g.via ?? (foods[g.after] as string), g.via ? g.after + 1 : g.after, g.card) === g.good),
  )
}

/** Whether a card would be good for a group now, where this viewer knows its diet. */
export function goodNow(view: DoctorRatView, g: number, card: string): boolean | null {
  const told = view.good_for?.[card]?.[g]
  if (told !== undefined) return told
  const group = view.groups[g]
  if (!group?.diet || !group.identity || view.over) return null
  const foods = [group.identity, ...foodsOf(group)]
  return fits(group.diet as unknown as Diet, foods.at(-1) as string, foods.length - 1, card)
}

// Sentences

export const specSays = (spec: string, words: Words): string => (/^\d$/.test(spec) ? `exactly ${spec}` : words.piece(spec))

export function dietSays(diet: Diet, words: Words): string {
  const specs = (diet.specs ?? []).map((s) => specSays(s, words))
  switch (diet.kind) {
    case 'mandatory':
      return `must be ${specs.join(', or ')}`
    case 'forbidden':
      return `never ${specs.join(', never ')}`
    case 'alternating':
      return `first ${specs[1]}, then ${specs[0]}, and so on`
    case 'identical':
      return `same ${diet.category} as the card before`
    case 'different':
      return `other ${diet.category} than the card before`
    case 'plus_minus':
      return 'one more or one less than the card before'
  }
}

/** What a group is called at the table: A, B or C. */
export const letter = (words: Words, g: number): string => words.fill('{group}', { group: g })

/** A group as a heading has it, and as a sentence does; in Colleagues the two Doctors eat. */
export const groupName = ({ view, words }: { view: DoctorRatView; words: Words }, g: number): string => `${view.variant === 'colleagues' ? 'Doctor' : 'Group'} ${letter(words, g)}`
export const theGroup = (at: { view: DoctorRatView; words: Words }, g: number): string => groupName(at, g).replace('Group', 'group')

export const namesOf = (seats: readonly number[], words: Words): string => listing(seats.map((s) => words.name(s)))

export const role = (view: DoctorRatView, seat: number, words: Words): string => {
  if (view.doctor === seat) return 'Doctor'
  const mine = view.groups.flatMap((g, i) => (g.seats.includes(seat) ? [i] : []))
  const letters = listing(mine.map((g) => letter(words, g)))
  if (view.variant === 'colleagues') return `Doctor ${letters}`
  return `${mine.length === 1 ? 'group' : 'groups'} ${letters}`
}

export function explain(piece: string, words: Words): string {
  if (/^[LVC][BGROY][1-4]$/.test(piece)) return `${words.piece(piece)}: ${foodSays(piece)}.`
  const trouble = COMPLICATION_SAYS[piece]
  if (trouble) return `${piece}: its holder ${trouble[0]}.`
  if (KINDS.includes(piece as Kind)) return `${words.piece(piece)}: ${KIND_SAYS[piece as Kind]}.`
  if (SPECS.includes(piece)) return `A Specification: ${specSays(piece, words)}.`
  return words.piece(piece)
}

const TYPE_NAMES: Record<string, string> = { L: 'drink', V: 'vegetable', C: 'cheese' }
const COLOUR_NAMES: Record<string, string> = { B: 'blue', G: 'green', R: 'red', O: 'orange', Y: 'yellow' }

export const foodSays = (code: string): string => `${TYPE_NAMES[code[0] as string]}, ${COLOUR_NAMES[code[1] as string]}, quantity ${code[2]}`

// Moves

/** A card as a move, also where it is only the second or third step of one command. */
export const cardMove = (code: string): LegalMove => ({ action: foodId(code), name: 'card', args: { card: code }, text: code, label: code })
const DIET = 116
const SPEC = 122
const CATEGORY = 139
const SPEC_DONE = 142
const step = (action: number, name: string, text: string): LegalMove => ({ action, name, args: {}, text, label: text })

/** The groups that this choice feeds and that have no card in the proposal yet, in the order of picking. */
export function hungry(view: DoctorRatView): number[] {
  if (!view.vote || view.vote.next_group === null) return []
  if (view.variant === 'colony' && view.options.agreement === 'consensus') {
    const served = new Set([...view.claims, ...view.vote.proposal].map((c) => c.group as number))
    return view.groups.flatMap((_, g) => (served.has(g) ? [] : [g]))
  }
  return [view.vote.next_group]
}

export function available(view: DoctorRatView, g: number, taken: readonly string[] = []): string[] {
  const banned = view.bans.filter((b) => b.group === g).map((b) => b.card as string)
  const proposed = view.vote?.proposal.map((p) => p.card as string) ?? []
  const scared = view.groups[g]?.pending?.complication === 'paranoia' && view.trash.length > 0
  const cards = scared ? view.trash : [...view.centre, ...view.trash]
  return cards.filter((c) => !banned.includes(c) && !taken.includes(c) && !proposed.includes(c))
}

/** A proposal as one command: cards that are picked by themselves are left out. Null while it is not complete. */
export function proposalMoves(view: DoctorRatView, draft: Record<number, string>): LegalMove[] | null {
  const moves: LegalMove[] = []
  const taken: string[] = []
  for (const g of hungry(view)) {
    const cards = available(view, g, taken)
    if (cards.length < 2) {
      if (cards[0]) taken.push(cards[0])
      continue
    }
    const card = draft[g]
    if (!card || !cards.includes(card)) return null
    taken.push(card)
    moves.push(cardMove(card))
  }
  return moves.length ? moves : null
}

/** Dinner as one command, in rising order; the last card is left out where it is picked by itself (DR-4.6). */
export function dinnerMoves(view: DoctorRatView, cards: readonly string[]): LegalMove[] | null {
  const need = toPick(view)
  if (cards.length !== need) return null
  const dinner = [...cards].sort(byId)
  const last = dinner.at(-1) as string
  const floor = [...(view.picked ?? []), ...dinner.slice(0, -1)].sort(byId).at(-1)
  const higher = (view.stock ?? []).filter((c) => floor === undefined || foodId(c) > foodId(floor))
  return (higher.length === 1 && higher[0] === last && dinner.length > 1 ? dinner.slice(0, -1) : dinner).map(cardMove)
}

export const toPick = (view: DoctorRatView): number =>
  Math.min(view.groups.length, (view.stock?.length ?? 0) + (view.picked?.length ?? 0)) - (view.picked?.length ?? 0)

/** Whether Medicine or Strict Menu could be used before serving; if not, dinner is served by itself (DR-4.8). */
export function specialsAhead(view: DoctorRatView): boolean {
  if (view.meal >= MEALS) return false
  if ((view.tokens.strict ?? 0) > 0 && view.groups.some((g) => !['madness', 'paranoia'].includes(String(g.pending?.complication)))) return true
  return (view.tokens.medicine ?? 0) > 0 && view.groups.some((g) => entries(g).some((e, i) => e.card && entries(g)[i + 1]?.card))
}

/** The group whose diet this seat gives now, as far as it can see. */
export function givenTo(view: DoctorRatView): number {
  if (view.variant === 'colony') return view.groups.findIndex((g) => !g.has_diet)
  return view.groups.findIndex((g) => view.seat !== null && !g.seats.includes(view.seat))
}

/** The diets that may still be given to a group: cards run out, and no two groups get the same (DR-8.10, DR-8.11). */
export function givable(view: DoctorRatView, g: number): Diet[] {
  const identity = view.groups[g]?.identity
  if (!identity) return []
  const part = view.setup.find((p) => p.group === g) as { kind: Kind; specs: string[] } | undefined
  const given = view.variant === 'colony' ? view.groups.flatMap((o) => (o.diet ? [o.diet as unknown as Diet] : [])) : []
  const left = (n: number, has: (d: Diet) => boolean) => n - given.filter(has).length > 0
  return allDiets(identity, view.options.alternating_families === 'same').filter(
    (d) =>
      (!part || (part.kind === d.kind && (part.specs[0] === undefined || part.specs[0] === d.specs?.[0]))) &&
      left(d.kind === 'plus_minus' ? 1 : 3, (o) => o.kind === d.kind) &&
      (d.specs ?? []).every((s) => left(2, (o) => o.specs?.includes(s) ?? false)) &&
      (!d.category || left(2, (o) => o.category === d.category)) &&
      !given.some((o) => sameDiet(o, d)),
  )
}

export const sameDiet = (a: Diet, b: Diet): boolean =>
  a.kind === b.kind && a.category === b.category && (a.specs ?? []).join() === (b.specs ?? []).join()

/** A diet as one command: steps that leave no choice are laid by themselves and left out. */
export function dietMoves(view: DoctorRatView, g: number, diet: Diet): LegalMove[] {
  const part = view.setup.find((p) => p.group === g) as { kind: Kind; specs: string[] } | undefined
  let left = givable(view, g)
  const moves: LegalMove[] = []
  const lay = (options: Set<string>, move: LegalMove) => {
    if (options.size > 1) moves.push(move)
  }
  if (!part) {
    lay(new Set(left.map((d) => d.kind)), step(DIET + KINDS.indexOf(diet.kind), 'diet', `diet ${diet.kind}`))
    left = left.filter((d) => d.kind === diet.kind)
  }
  if (diet.category) lay(new Set(left.map((d) => d.category ?? '')), step(CATEGORY + CATEGORIES.indexOf(diet.category), 'category', `category ${diet.category}`))
  const [a, b] = diet.specs ?? []
  if (a === undefined) return moves
  if (!part?.specs.length) {
    lay(new Set(left.map((d) => d.specs?.[0] ?? '')), step(SPEC + SPECS.indexOf(a), 'spec', `spec ${a}`))
    left = left.filter((d) => d.specs?.[0] === a)
  }
  const done = b === undefined ? step(SPEC_DONE, 'spec_done', 'no second spec') : step(SPEC + SPECS.indexOf(b), 'spec', `spec ${b}`)
  lay(new Set(left.map((d) => d.specs?.[1] ?? '')), done)
  return moves
}
