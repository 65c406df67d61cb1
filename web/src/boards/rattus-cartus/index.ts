// The board of Rattus Cartus as the shell knows it: its parts, and the little that is said of a seat or a piece outside the board.

import { many } from '../../lib/words'
import type { BoardModule } from '../board'
import Actions from './Actions.svelte'
import Board from './Board.svelte'
import { asEver } from './habits.svelte'
import Me from './Me.svelte'
import { explain, showsRats, type RattusCartusView } from './rattus-cartus'
import vellum from './vellum.svg'

export const board: BoardModule<RattusCartusView> = {
  Board,
  Me,
  Actions,
  Scoring: () => import('./Scoring.svelte'),
  open: (views) => {
    const seats = views.map((view, s) => view.seats[s] as RattusCartusView['seats'][number])
    const nun_row = (views[0]?.nun_row ?? []).map((_, slot) => views.map((view) => view.nun_row[slot] ?? null).find((card) => card !== null) ?? null)
    return { ...(views[0] as RattusCartusView), seat: null, picks: [], answer: null, rat_display: 'open', seats, nun_row }
  },
  seatLine(view, seat) {
    const s = view.seats[seat]
    if (!s) return ''
    const bits = [many(s.hand_size, 'card')]
    if (showsRats(view, seat)) bits.push(many(s.rats, 'rat'))
    if (s.token_count) bits.push(many(s.token_count, 'token'))
    return bits.join(', ')
  },
  seatScore: (view, seat) => view.points?.[seat] ?? null,
  idle: ({ view, legal }) => asEver(view.phase, legal),
  explain: (piece, { cards, words }) => explain(piece, cards, words),
  timing: {
    dealt: 120,
    drew: 180,
    row_drawn: 600,
    looked: 300,
    entered: 400,
    laid: 400,
    building_begins: 350,
    revealed: 900,
    influence: 600,
    rats_changed: 500,
    premium: 900,
    took: 300,
    took_vp: 300,
    discarded: 250,
    sword_nothing: 0,
    flute_nothing: 0,
    score_class: 0,
    score_hand: 0,
    score_tokens: 0,
    nuns_revealed: 1600,
    plague: 2200,
  },
  surface: { light: '#e3d3ad', dark: '#241c14', ground: vellum, glow: '#fff4d8' },
}
