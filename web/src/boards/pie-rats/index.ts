// The board of Pie Rats as the shell knows it: its parts, and the little that is said of a seat or a piece outside the board.

import { many } from '../../lib/words'
import type { BoardModule } from '../board'
import Actions from './Actions.svelte'
import Board from './Board.svelte'
import { asIntended } from './choice.svelte'
import Me from './Me.svelte'
import { explain, type PieRatsView } from './pie-rats'
import { idle } from './usual'
import night from './night.svg'

export const board: BoardModule<PieRatsView> = {
  Board,
  Me,
  Actions,
  Scoring: () => import('./Scoring.svelte'),
  seatLine(view, seat) {
    const cards = view.ages[seat]?.length ?? 0
    return `${many(cards, 'card')}${view.lead === seat ? ', leads' : ''}`
  },
  seatScore: (view, seat) => view.scores[seat] ?? null,
  idle: (props) => asIntended(props) ?? idle(props),
  explain: (piece, { cards, words }) => explain(piece, cards, words),
  timing: {
    round_start: 300,
    phase_start: 250,
    pie_revealed: 800,
    window_open: 0,
    window_close: 0,
    passed: 200,
    call: 1100,
    theft: 1100,
    bean: 1100,
    kidnap: 1200,
    crew_lost: 1000,
    looted: 1900,
    lured: 1000,
    mirror: 1000,
    drew: 90,
    straightened: 0,
  },
  surface: { light: '#aab4d3', dark: '#131a2c', ground: night, glow: '#e9eeff' },
}
