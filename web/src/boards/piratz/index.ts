// The board of Piratz as the shell knows it: its parts, and the little that is said of a seat or a piece outside the board.

import { many } from '../../lib/words'
import type { BoardModule } from '../board'
import Actions from './Actions.svelte'
import Board from './Board.svelte'
import { CUBE_VALUE, explain, type PiratzView } from './piratz'
import sand from './sand.svg'

export const board: BoardModule<PiratzView> = {
  Board,
  Actions,
  Scoring: () => import('./Scoring.svelte'),
  seatLine(view, seat) {
    const cards = view.piles[seat]?.length ?? 0
    const pile = many(cards, 'card')
    if (view.over || view.phase === 'cube') return pile
    return `${pile}, ${view.spades[seat] ? 'digging' : 'watching'}`
  },
  seatScore(view, seat) {
    const won = view.won[seat] ?? []
    return view.over || view.phase === 'cube' ? won.reduce((sum, cube) => sum + (CUBE_VALUE[cube] ?? 0), 0) : null
  },
  explain: (piece, { cards, words }) => explain(piece, cards, words),
  timing: {
    card_revealed: 420,
    turn_started: 0,
    rat_alert: 1800,
    cards_taken: 620,
    card_buried: 420,
    round_ended: 700,
    final_round: 1300,
    treasure_scored: 250,
    cube_won: 600,
  },
  surface: { light: '#e5d09c', dark: '#372d1c', ground: sand, glow: '#fff1c4' },
}
