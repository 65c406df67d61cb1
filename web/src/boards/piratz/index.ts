import type { View } from '../../lib/protocol'
import type { BoardModule } from '../board'
import Actions from './Actions.svelte'
import Board from './Board.svelte'
import { explain, TREASURE_NAMES, type PiratzView } from './piratz'
import Scoring from './Scoring.svelte'

const module: BoardModule<PiratzView & View> = {
  Board,
  Actions,
  Scoring,
  seatLine(view, seat) {
    const cards = view.piles[seat]?.length ?? 0
    const pile = `${cards} ${cards === 1 ? 'card' : 'cards'}`
    if (view.over || view.phase === 'cube') return pile
    return `${pile}, ${view.spades[seat] ? 'digging' : 'watching'}`
  },
  seatScore(view, seat) {
    const won = view.won[seat] ?? []
    return view.over || view.phase === 'cube' ? won.reduce((sum, cube) => sum + CUBE_VALUES[cube as Cube], 0) : null
  },
  explain: (piece, { cards, words }) => explain(piece, cards, words),
  timing: {
    card_revealed: 420,
    turn_started: 0,
    rat_alert: 1100,
    cards_taken: 620,
    card_buried: 420,
    round_ended: 700,
    final_round: 900,
    treasure_scored: 500,
    cube_won: 500,
  },
  surface: { light: '#e3cf9f', dark: '#2b2418' },
}

type Cube = keyof typeof CUBE_VALUES
const CUBE_VALUES = { gold: 4, silver: 3, copper: 2, wood: 1 }

export { TREASURE_NAMES }
export const board = module
