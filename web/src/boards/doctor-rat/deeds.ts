// The action bar as data: what is said, which card is meant, and which buttons there are.

import { mainDeed as main, type Bar, type Deed } from '../../kit/deeds'
import type { LegalMove } from '../../lib/protocol'
import { listing } from '../../lib/words'
import type { BoardProps } from '../board'
import { activeGroup, choice, drop } from './choice.svelte'
import { cardMove, claimsOf, dietMoves, dietSays, dinnerMoves, givable, givenTo, groupName, hungry, letter, proposalMoves, sameDiet, specialsAhead, theGroup, toPick, type Diet, type DoctorRatView, type Kind } from './doctor-rat'

type Props = BoardProps<DoctorRatView>

/** `card` is the one that is meant. */
type Asked = Bar & { card?: string }

const find = (props: Props, name: string, args: Record<string, unknown> = {}) =>
  props.legal.find((m) => m.name === name && Object.entries(args).every(([k, v]) => m.args[k] === v))

const undo = (): Deed => ({ label: 'Not yet', look: 'quiet', press: drop, testid: 'not-yet' })
const pass = (props: Props, label: string, look: Deed['look'] = 'plain', brief?: string): Deed[] => {
  const move = find(props, 'pass')
  return move ? [{ label, brief, look, moves: [move], testid: 'pass' }] : []
}

/** Null where the plain list of legal moves is the best that can be shown. */
export function bar(props: Props): Asked | null {
  switch (props.view.phase) {
    case 'setup_diet':
    case 'setup_spec':
      return props.options.diet_mode === 'draw_specs' ? null : prescribing(props)
    case 'B_pick':
      return picking(props)
    case 'B_special':
      return choice.mode === 'medicine' ? medicating(props) : choice.mode === 'strict' ? handing(props) : serving(props)
    case 'B_yuck':
      return considering(props)
    case 'C_propose':
    case 'C_final':
    case 'C_replace':
    case 'C_replace_final':
      return proposing(props)
    case 'C_vote':
    case 'C_replace_vote':
      return voting(props)
    case 'C_yuck':
    case 'C_gluttony_yuck':
      return inspecting(props)
    case 'C_predict':
      return predicting(props)
    case 'B_strict':
    case 'C_madness':
    case 'C_insomnia':
    case 'C_paranoia':
    case 'C_gluttony':
      return taking(props)
    case 'E_holder':
      return afflicting(props)
    default:
      return null
  }
}

function prescribing(props: Props): Asked {
  const { view } = props
  const g = givenTo(view)
  const part = view.setup.find((p) => p.group === g) as { kind: Kind; specs: string[] } | undefined
  const specs = part?.specs.length && !choice.diet.specs?.includes(part.specs[0] as string) ? [...part.specs, ...(choice.diet.specs ?? [])] : choice.diet.specs
  const picked = { ...choice.diet, kind: part?.kind ?? choice.diet.kind, specs } as Diet
  if (picked.kind === 'identical' || picked.kind === 'different' || picked.kind === 'plus_minus' || !specs?.length) delete picked.specs
  const diet = givable(view, g).find((d) => sameDiet(d, picked))
  if (!diet) return { say: picked.kind ? `Choose what goes with ${props.words.piece(picked.kind)}.` : `Choose a Diet card for ${theGroup(props, g)}.`, deeds: [main('Give this diet', null)] }
  return { say: `${groupName(props, g)}: ${dietSays(diet, props.words)}.`, deeds: [main('Give this diet', dietMoves(view, g, diet)), undo()] }
}

function picking(props: Props): Asked {
  const { view } = props
  const yuck = find(props, 'yuck_front')
  const need = toPick(view)
  const dinner = dinnerMoves(view, choice.cards)
  const names = choice.cards.map((c) => props.words.piece(c))
  const deeds: Deed[] = []
  const ahead = specialsAhead(view)
  const serve: LegalMove = { action: 104, name: 'serve', args: {}, text: "dinner's ready", label: "Dinner's ready!" }
  if (view.meal === 3 && ahead) deeds.push(main('On the tray with them', dinner, 'tray'))
  else deeds.push(main("Dinner's ready!", dinner && ahead ? [...dinner, serve] : dinner, 'serve'))
  if (ahead && view.meal !== 3) deeds.push({ label: 'Use a token first', brief: 'Token first', moves: dinner, testid: 'tray' })
  if (yuck) deeds.push({ label: `Yuck! to the whole stock (${view.tokens.yuck} left)`, brief: `Yuck! (${view.tokens.yuck})`, look: 'bad', moves: [yuck], sure: 'Throw it all away?', testid: 'yuck-front' })
  const chance = view.meal === 3 ? ' One card of chance is added.' : ''
  return { say: choice.cards.length < need ? `Choose ${need} from your stock: ${choice.cards.length} so far.${chance}` : `${listing(names)}.${chance}`, deeds }
}

function serving(props: Props): Asked {
  const { view } = props
  const serve = find(props, 'serve')
  const deeds: Deed[] = serve ? [main("Dinner's ready!", [serve], 'serve')] : []
  if (find(props, 'medicine')) deeds.push({ label: 'Medicine', press: () => (choice.mode = 'medicine'), testid: 'medicine' })
  if (find(props, 'strict')) deeds.push({ label: 'Strict Menu', press: () => (choice.mode = 'strict'), testid: 'strict' })
  return { say: view.extra ? `By chance: ${props.words.piece(view.extra)}.` : 'Your tray is full.', deeds }
}

function medicating(props: Props): Asked {
  const pair = choice.pair
  const move = pair ? find(props, 'medicine', pair) : undefined
  return {
    say: pair ? `Two marks of ${theGroup(props, pair.group)} stop counting.` : 'Tap one of two neighbouring cards in a row.',
    deeds: [main('Give the Medicine', move ? [move] : null), undo()],
  }
}

function handing(props: Props): Asked {
  const { group, cards } = choice
  const move = group === null ? undefined : find(props, 'strict', { group })
  const only = props.view.picked?.length === 1 ? props.view.picked[0] : undefined
  const card = only ?? cards[0]
  const say = group === null ? 'Whose plate? Tap one.' : card ? `Hand ${props.words.piece(card)} to ${theGroup(props, group)}, openly.` : 'Which of your chosen cards? Tap one on the tray.'
  return { say, card, deeds: [main('Hand it over', move && card ? (only ? [move] : [move, cardMove(card)]) : null), undo()] }
}

function considering(props: Props): Asked {
  const yuck = find(props, 'yuck_front')
  const deeds = pass(props, 'Keep the cards', 'primary')
  if (yuck) deeds.push({ label: `Yuck! to all of it (${props.view.tokens.yuck} left)`, brief: `Yuck! (${props.view.tokens.yuck} left)`, look: 'bad', moves: [yuck], sure: 'Throw everything away?', testid: 'yuck-front' })
  return { say: 'Throw away all open cards and draw new ones?', deeds }
}

function proposing(props: Props): Asked {
  const { view, words } = props
  const open = hungry(view)
  const moves = proposalMoves(view, choice.draft)
  const alone = /final$/.test(view.phase) || view.vote?.voters.length === 1
  const next = activeGroup(props)
  const parts = open.filter((g) => choice.draft[g]).map((g) => `${words.piece(choice.draft[g] as string)} for ${theGroup(props, g)}`)
  const say = next === null || moves ? `${listing(parts)}.` : open.length > 1 ? `Tap a card for ${theGroup(props, next)}, or another plate.` : `Tap a card for ${theGroup(props, next)}.`
  const deeds = [main(alone ? (open.length > 1 ? 'Take them' : 'Take it') : 'Propose', moves, 'propose')]
  if (parts.length) deeds.push(undo())
  return { say, deeds }
}

function voting(props: Props): Asked {
  const { vote } = props.view
  const accept = find(props, 'accept')
  const object = find(props, 'object')
  const what = (vote?.proposal ?? []).flatMap((p) => (p.card ? [`${props.words.piece(p.card as string)} for ${theGroup(props, p.group as number)}`] : []))
  const deeds: Deed[] = []
  if (accept) deeds.push(main('Agree', [accept], 'accept'))
  if (object) deeds.push({ label: 'Object', moves: [object], testid: 'object' })
  return { say: `${props.words.does(vote?.chair ?? 0, 'proposes', 'propose')} ${listing(what)}.`, deeds }
}

function inspecting(props: Props): Asked {
  const backs = props.legal.filter((m) => m.name === 'yuck_back')
  const move = backs.find((m) => m.args.group === choice.group)
  const extra = props.view.phase === 'C_gluttony_yuck'
  if (!move) {
    const deeds = pass(props, extra ? 'Let it be eaten' : 'Let them eat', 'primary', 'All fine')
    for (const m of backs) deeds.push({ label: `Yuck! to ${theGroup(props, m.args.group as number)}`, brief: `Yuck! ${letter(props.words, m.args.group as number)}`, look: 'bad', press: () => (choice.group = m.args.group as number), testid: `yuck-${m.args.group}` })
    return { say: `Send a card back? ${props.view.tokens.yuck} Yuck! left.`, deeds }
  }
  const card = claimsOf(props.view, choice.group ?? 0).filter((c) => c.extra === extra).at(-1)?.card ?? undefined
  return { say: `Send back ${card ? props.words.piece(card) : 'the card'}; ${theGroup(props, choice.group ?? 0)} must take another.`, card, deeds: [main('Yuck!', [move]), undo()] }
}

function predicting(props: Props): Asked {
  const { predicting: about } = props.view
  const card = about?.card as string | undefined
  const deeds: Deed[] = []
  for (const [name, label] of [['predict_good', 'It will be good'], ['predict_bad', 'It will be bad']] as const) {
    const move = find(props, name)
    if (move) deeds.push({ label, moves: [move], testid: name })
  }
  return { say: card ? `${props.words.piece(card)} for ${theGroup(props, about?.group as number)}: your prophecy?` : 'Your prophecy?', card, deeds }
}

const TAKING: Record<string, [string, string]> = {
  B_strict: ['Tap a card on your tray.', 'Hand it over'],
  C_madness: ['Tap one of the two.', 'Keep it'],
  C_insomnia: ['Tap any card that lies open.', 'Take it'],
  C_paranoia: ['Tap a card in the trash can.', 'Take it'],
  C_gluttony: ['Tap any card that lies open.', 'Take it too'],
}

function taking(props: Props): Asked {
  const card = choice.cards[0]
  const move = card ? find(props, 'card', { card }) : undefined
  const [tap, label] = TAKING[props.view.phase] ?? ['', 'Take it']
  const whose = props.view.phase === 'B_strict' ? (props.view.strict?.group as number | undefined) : undefined
  const ask = whose === undefined ? tap : `Tap the card on your tray that ${theGroup(props, whose)} has to eat.`
  return { say: card ? `${props.words.piece(card)}.` : ask, card, deeds: [main(label, move ? [move] : null), ...(card ? [undo()] : [])] }
}

function afflicting(props: Props): Asked {
  const g = props.view.groups.findIndex((o) => o.pending && o.pending.holder === null)
  const what = props.view.groups[g]?.pending?.complication as string | undefined
  return {
    say: what ? `${groupName(props, g)} is too healthy: ${what}. Who shall have it?` : 'Who shall have it?',
    deeds: props.legal.map((m) => ({ label: props.words.name(m.args.seat as number), moves: [m], testid: `seat-${m.args.seat}` })),
  }
}
