// The board of Doctor Rat as the shell knows it: its parts, and the little that is said of a seat or a piece outside the board.

import type { BoardModule } from '../board'
import Actions from './Actions.svelte'
import Board from './Board.svelte'
import { explain, role, type DoctorRatView } from './doctor-rat'
import Me from './Me.svelte'
import tiles from './tiles.svg'

export const board: BoardModule<DoctorRatView> = {
  Board,
  Me,
  Actions,
  Scoring: () => import('./Scoring.svelte'),
  seatLine(view, seat, words) {
    const trouble = view.groups.find((g) => g.pending?.holder === seat)?.pending?.complication
    const vote = view.vote && !view.over && view.vote.chair === seat ? ', chair' : view.vote?.voted.includes(seat) ? ', has voted' : ''
    return `${role(view, seat, words)}${trouble ? `, ${trouble}` : ''}${vote}`
  },
  eyes: (views) => views.findIndex((view) => view.doctor !== null && view.seat === view.doctor),
  holds: (view) => (view.seat !== null && view.seat === view.doctor && !view.over) || view.madness?.holder === view.seat,
  explain: (piece, { words }) => explain(piece, words),
  turning: (event) => event.kind === 'verdict' && event.facts.good === false,
  timing: {
    meal_start: 400,
    stock_drawn: 150,
    served: 1100,
    proposal_pick: 350,
    proposal_vote: 200,
    card_taken: 350,
    yuck_back: 1000,
    yuck_front: 1000,
    centre_cleared: 200,
    verdict: 1600,
    prediction_answer: 1000,
    diet_given: 100,
    trash_seeded: 200,
  },
  surface: { light: '#cfe3d6', dark: '#16231d', ground: tiles, glow: '#f6fff8' },
}
