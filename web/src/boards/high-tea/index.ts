// The board of RATS: High Tea at Sea as the shell knows it: its parts, and the little that is said of a seat or a piece outside the board.

import { many } from '../../lib/words'
import type { BoardModule } from '../board'
import Actions from './Actions.svelte'
import Board from './Board.svelte'
import { explain, type HighTeaView } from './high-tea'
import Me from './Me.svelte'
import floor from './floor.svg'

export const board: BoardModule<HighTeaView> = {
  Board,
  Me,
  Actions,
  Scoring: () => import('./Scoring.svelte'),
  holds: () => false,
  open: (views) => ({ ...(views[0] as HighTeaView), seat: null, chosen: [], rats: views.map((view, s) => view.rats[s] as HighTeaView['rats'][number]) }),
  seatLine(view, seat, words) {
    const rat = view.rats[seat]
    if (!rat) return ''
    const made = many(rat.pieces.length, 'piece')
    const bits = [view.host === seat ? 'Host' : '', rat.vocation ? words.piece(rat.vocation) : made]
    return bits.filter(Boolean).join(', ')
  },
  seatScore: (view, seat) => view.rats[seat]?.awards ?? null,
  explain: (piece, { cards, words }) => explain(piece, cards, words),
  timing: {
    scavenge_roll: 800,
    goal_roll: 900,
    goal_circled: 900,
    scavenged: 60,
    call: 1300,
    acts: 250,
    nobody: 600,
    asking: 400,
    request: 900,
    answer: 1000,
    pauper_gain: 300,
    bauble_gain: 400,
    nest_built: 900,
    piece_made: 1200,
    privilege: 500,
    start_pick: 120,
    ceremony: 1800,
    host: 1100,
    goal_scored: 150,
    totals: 150,
    coin: 900,
  },
  surface: { light: '#bd9264', dark: '#2b1d13', ground: floor, glow: '#ffe9c0' },
}
