// The action bar as data: what is said, and which buttons there are, from the question and what has been picked so far.

import { mainDeed as main, type Bar, type Deed } from '../../kit/deeds'
import type { LegalMove } from '../../lib/protocol'
import { listing } from '../../lib/words'
import type { BoardProps } from '../board'
import { bestTarget, choice, drop, handUses, intend, tapHand, tapPie } from './choice.svelte'
import { able, captainStats, charismaRow, kindOf, lootMoves, lureMoves, lureNeed, namesOf, ownerOf, pieRow, ratOf, reach, seconds, strongest, type PieRatsView } from './pie-rats'
import { worthProtecting } from './usual'

type Props = BoardProps<PieRatsView>

const notYet = (label = 'Not yet'): Deed => ({ label, look: 'quiet', press: drop, testid: 'not-yet' })

/** Null where the plain list of legal moves is the best that can be shown. */
export function bar(props: Props): Bar | null {
  const { view } = props
  if (choice.aim) return aiming(props)
  if (view.window) return answering(props)
  switch (view.phase) {
    case 'CAPTAIN':
      return pickingCaptain(props)
    case 'P2':
    case 'P3':
      return tabling(props)
    case 'P4':
      return declaring(props)
    case 'P5':
      return luring(props)
    case 'P6':
    case 'P6_PIE':
      return choice.pie ? looting(props, choice.pie) : beforeLooting(props)
    case 'P6_LOSE':
      return losing(props)
    case 'READY':
      return view.aside.length ? null : gettingReady(props)
    default:
      return null
  }
}

const find = (props: Props, name: string) => props.legal.find((m) => m.name === name)

function passing(props: Props, label: string, look: Deed['look'], sure?: string): Deed[] {
  const move = find(props, 'pass')
  return move ? [{ label, look, moves: [move], sure, testid: 'pass' }] : []
}

/** Pass is the main button only where there is nothing else to do. */
const lookOfPass = (props: Props) => (props.legal.length > 1 ? 'plain' : 'primary')

const AIM_SAYS: Record<string, string> = {
  carob_bean: 'Tap the rat that is to chase the bean away.',
  kidnapping: 'Tap the rat that is to join you.',
  spinach: 'Tap one of your rats: its strength is doubled.',
  charisma_theft: 'Tap the Charisma card that you fancy.',
  mirror: 'The lure fails, and everything offered for it is discarded.',
}

function aiming(props: Props): Bar {
  const { view, words } = props
  const move = choice.target === null ? undefined : props.legal.find((m) => m.action === choice.target)
  const id = move?.args.crew as string | undefined
  const rat = id ? ratOf(view, id) : undefined
  let say = AIM_SAYS[choice.aim ?? ''] ?? ''
  if (move && id && rat) {
    const name = words.piece(id)
    const owner = words.name(ownerOf(view, id))
    if (move.name === 'bean') say = `${owner} loses ${name}.`
    else if (move.name === 'kidnap') say = `${name} (strength ${rat.strength}) leaves ${owner} for you${view.phase.includes('6') ? '' : ', sideways'}.`
    else say = `${name}: strength ${rat.strength} becomes ${rat.strength * 2}.`
  }
  return { say, deeds: [...(move ? [main(move.label, [move], 'aim-play')] : []), notYet('Not now')] }
}

function answering(props: Props): Bar {
  const { view, words } = props
  const say = {
    W2: 'Phase 2 is over. Steal a Charisma card?',
    W5: `${words.name(view.lure?.seat ?? 0)} lures with Charm. React?`,
    W5B: 'Looting is about to begin. React?',
    W6: view.loot?.pie ? `${words.name(view.loot.seat)} sets out for ${words.piece(view.loot.pie)}. React?` : `${words.name(view.turn ?? 0)} played a card. React?`,
  }[view.phase]
  const cards = playing(props)
  const aims = props.propose && props.legal.length > cards.length + 1
  return { say: `${say ?? ''}${aims ? ' Tap a card for another target.' : ''}`, deeds: [...cards, ...passing(props, 'Pass', 'primary')] }
}

/** What a card is usually played on is one press away; to aim it otherwise it is tapped in the hand. */
function playing(props: Props): Deed[] {
  return handUses(props).map(({ id, place }): Deed => {
    const usual = props.propose ? bestTarget(props, id) : null
    return usual ? { label: usual.label, moves: [usual], testid: `play-${id}` } : { label: props.words.piece(id), press: (at) => tapHand(props, place, at), testid: `play-${id}` }
  })
}

/** In my turn to loot: the cards with which I could lift more. */
function lifting(props: Props): Deed[] {
  const { view, cards } = props
  const mine = view.strengths[view.seat ?? 0] ?? 0
  const helps = ({ moves }: Deed) => moves?.some((m) => /^(kidnap|spinach)$/.test(m.name) && reach(cards, view, mine + (ratOf(view, String(m.args.crew))?.strength ?? 0)) > reach(cards, view, mine))
  return props.propose ? playing(props).filter(helps) : []
}

function pickingCaptain(props: Props): Bar {
  const move = props.legal.find((m) => m.args.captain === choice.captain)
  if (!move || !choice.captain) return { say: 'Captains differ in looks only. Tap one.', deeds: [] }
  return { say: '', deeds: [main(`Sail under ${props.words.piece(choice.captain)}`, [move], 'captain')] }
}

/** The hand cards picked, as moves in the order in which the rules want them. */
function picked(props: Props, name: string): LegalMove[] {
  const moves = choice.hand.map((i) => props.legal.find((m) => m.name === name && (m.args.card ?? m.args.kind ?? m.args.crew) === props.view.hand[i]))
  return moves.filter((m) => m !== undefined).sort((a, b) => a.action - b.action)
}

const pickedNames = (props: Props) =>
  namesOf(
    props.words,
    choice.hand.map((i) => props.view.hand[i] as string),
  )

/** The pass that ends the turn; with the last card gone the turn is over by itself. */
function ending(props: Props, moves: readonly LegalMove[]): LegalMove[] {
  const pass = find(props, 'pass')
  return pass && moves.length < props.view.hand.length ? [pass] : []
}

function tabling(props: Props): Bar {
  const { view } = props
  const charisma = view.phase === 'P2'
  const moves = picked(props, charisma ? 'table' : 'place')
  if (!moves.length) {
    const say = props.legal.length > 1 ? 'Tap cards in your hand.' : charisma ? 'No Charisma card in your hand.' : 'No crew in your hand.'
    return { say, deeds: passing(props, charisma ? 'Done with Charisma' : 'Done with crew', lookOfPass(props)) }
  }
  const more = view.hand.length > moves.length && (handUses(props).length > 0 || (!charisma && view.hand.includes('spinach')))
  const label = `${charisma ? 'Table' : 'Take on board'} ${pickedNames(props)}`
  const stay: Deed[] = more ? [{ label: '… and go on', moves, testid: 'confirm-on' }] : []
  const crew = charisma && props.propose ? view.hand.filter((id) => kindOf(props.cards, id) === 'crew') : []
  if (crew.length) {
    const both = (at: Element) => (intend({ crew }), props.act([...moves, ...ending(props, moves)], at))
    const then = `${label}, then take on board ${namesOf(props.words, crew)}`
    return { say: '', deeds: [{ label: then, look: 'primary', press: both, testid: 'confirm' }, { label: `${label} only`, moves: [...moves, ...ending(props, moves)], testid: 'confirm-only' }, ...stay, notYet()] }
  }
  return { say: '', deeds: [main(more ? `${label}, then done` : label, [...moves, ...ending(props, moves)]), ...stay, notYet()] }
}

function declaring(props: Props): Bar {
  const rat = choice.rats[0]
  const protect = rat ? props.legal.find((m) => m.name === 'pick' && m.args.crew === rat) : undefined
  if (rat && protect) return { say: '', deeds: [main(`Protect ${props.words.piece(rat)}, and lure nobody`, [protect], 'protect'), notYet()] }
  const lure = find(props, 'will_lure')
  const aim = choice.lure
  const guard = props.propose ? worthProtecting(props) : undefined
  const keep: Deed[] = guard ? [{ label: `Protect ${props.words.piece(String(guard.args.crew))}`, moves: [guard], testid: 'protect' }] : []
  if (!lure || !aim) return { say: 'Tap a rat of yours to protect it, or', deeds: [...(lure ? [main('I will lure', [lure], 'will-lure')] : []), ...keep] }
  const declare = (at: Element) => {
    intend({ rat: aim })
    props.act([lure], at)
  }
  return { say: 'Tap a rat of yours to protect it, another captain’s to lure it, or', deeds: [{ label: `I will lure (${props.words.piece(aim)})`, look: 'primary', press: declare, testid: 'will-lure' }, ...keep] }
}

function luring(props: Props): Bar {
  const { view, words, cards } = props
  const me = view.seat ?? 0
  if (!choice.rats.length) {
    const say = find(props, 'lure') ? `Tap a rat to lure: you have ${view.charisma_totals[me]} charisma.` : 'Nobody is within reach.'
    return { say, deeds: passing(props, 'Lure nobody', lookOfPass(props)) }
  }
  const spent = choice.pay.map((i) => view.charisma[me]?.[i] ?? '')
  const own = captainStats(cards).charisma
  const offer = own + spent.reduce((n, kind) => n + (charismaRow(cards, kind)?.charisma ?? 0), 0)
  const price = lureNeed(cards, view, choice.rats) + own
  const moves = lureMoves(cards, view, props.legal, me, choice.rats, choice.pay)
  let note = ''
  if (offer < price) note = ` (${price - offer} short: tap Charisma cards)`
  else if (!moves) note = choice.rats.length > 1 && !spent.includes('charm') ? ' (two rats want Charm)' : ' (more than is needed: take a card back)'
  else if (choice.rats.length === 1 && seconds(view, me, choice.rats[0] as string).length) note = '. Charm allows a second rat'
  return {
    say: `${namesOf(words, choice.rats)}: you offer ${offer} of ${price}${note}`,
    deeds: [main(`Lure${choice.rats.length > 1 ? ' both' : ''} for ${spent.length ? namesOf(words, spent) : 'nothing'}`, moves), notYet()],
  }
}

function beforeLooting(props: Props): Bar {
  const { view, cards, words } = props
  const me = view.seat ?? 0
  if (view.phase === 'P6_PIE') return { say: 'You called: tap the Pie to loot.', deeds: [] }
  const call = find(props, 'call')
  const pies = props.legal.filter((m) => m.name === 'loot').map((m) => m.args.pie as string)
  const best = pies.sort((a, b) => pieRow(cards, b).points - pieRow(cards, a).points)[0]
  if (best) {
    const loot: Deed = { label: call ? 'I’m looting a Pie!' : 'Loot a Pie', look: 'primary', press: (at) => tapPie(props, best, at), testid: 'loot' }
    return { say: '', deeds: [loot, ...lifting(props), ...passing(props, 'Pass, keep the crew', 'plain', 'Leave the Pies alone?')] }
  }
  const failing = String(props.options.fail_discard ?? 'always')
  const goers = listing(strongest(view.crews[me] ?? []).map((r) => words.piece(r.id))).replace(' and ', ' or ')
  const loses = !able(cards, view, me) && failing !== 'called' && goers
  const say = `Nothing to lift: you can bring ${view.strengths[me]}.${loses ? ` If you pass, ${goers} will leave.` : ''}`
  const vain: Deed[] = call && failing === 'called' ? [{ label: 'Call all the same', look: 'bad', moves: [call], sure: `Call, and lose ${goers || 'nobody'}?`, testid: 'call' }] : []
  return { say, deeds: [...lifting(props), ...passing(props, 'Pass', handUses(props).length ? 'plain' : 'primary'), ...vain] }
}

function looting(props: Props, pie: string): Bar {
  const { view, cards } = props
  const me = view.seat ?? 0
  const strengths = [captainStats(cards).strength, ...choice.rats.map((id) => ratOf(view, id)?.strength ?? 0)]
  const strength = strengths.reduce((a, b) => a + b, 0)
  const weight = pieRow(cards, pie).weight
  const plain = lootMoves(cards, view, props.legal, me, pie, choice.rats, false)
  let note = ''
  if (strength < weight) note = ` (${weight - strength} short: tap your rats)`
  else if (!plain) note = ' (somebody is not needed: tap them back)'
  else if (strength > weight) note = ` (${strength - weight} to spare)`
  const calling = view.phase === 'P6' && !!find(props, 'call')
  const deeds = calling
    ? [main('“I’m looting a Pie!”', lootMoves(cards, view, props.legal, me, pie, choice.rats, true)), { label: 'No call', moves: plain, testid: 'uncalled' }]
    : [main(`Loot ${props.words.piece(pie)}`, plain)]
  return { say: `${choice.rats.length ? `${strengths.join(' + ')} = ` : ''}${strength} against ${weight}${note}`, deeds: [...deeds, ...lifting(props), notYet()] }
}

function losing(props: Props): Bar {
  const rat = choice.rats[0]
  const move = rat ? props.legal.find((m) => m.args.crew === rat) : undefined
  if (!rat || !move) return { say: 'One of your strongest rats must go. Tap it.', deeds: [] }
  return { say: '', deeds: [main(`Let ${props.words.piece(rat)} go`, [move])] }
}

function gettingReady(props: Props): Bar {
  const moves = picked(props, 'toss')
  const draws = 3 - props.view.hand.length + moves.length
  const say = moves.length ? `You draw ${draws}.` : `Tap cards to throw away. You draw ${draws}.`
  const label = moves.length ? `Throw away ${pickedNames(props)}` : 'Keep everything'
  return { say, deeds: [main(label, [...moves, ...ending(props, moves)]), ...(moves.length ? [notYet()] : [])] }
}
