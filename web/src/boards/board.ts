// What a board is given and what it hands back: the one door between the table shell and the five games.
// README.md beside it shows how a board is written.

import type { Component } from 'svelte'
import type { LegalMove, LogEvent, Result, SeatInfo } from '../lib/protocol'
import type { TableView } from '../lib/view'
import { capital, type Words } from '../lib/words'

/** Everything a board may know and do. All of it is reactive: read it in `$derived`, never keep copies. */
export interface BoardProps<V extends TableView = TableView> {
  /** What this viewer may see: the game's own typed view (`games/<name>/view.py`). */
  view: V
  /** What the seat may do now; empty when it is not asked. */
  legal: readonly LegalMove[]
  /** The seat that looks; null for spectators and in replays with all open. */
  seat: number | null
  /** Whose name, which bot, in seat order. */
  seats: readonly SeatInfo[]
  words: Words
  /** The components file of the game (`cards.toml`) as data, to draw faces from. */
  cards: Record<string, unknown>
  options: Record<string, unknown>
  /** The event that is being shown now, for motion that a change of view alone does not tell; null at rest. */
  moment: LogEvent | null
  /** Everything that has happened, as this viewer may know it. */
  log: readonly LogEvent[]
  /** A command is on its way: show the choice as pending, take no other. */
  pending: boolean
  /** Make a move, or several small ones of the same seat as one. `at` is where a refusal is explained. */
  act(moves: LegalMove | LegalMove[], at?: Element | null): void
  /** Why is this move (by its text, such as `bury pz44`) not possible? The server answers in a note at `at`. */
  why(text: string, at?: Element | null): void
  /** Explain something in a small note. */
  tell(text: string, at?: Element | null, clause?: string): void
  /** Open the rulebook at a clause. */
  rule(clause: string): void
  /** A replay with all open: every seat's dock lies below the board, so what the board shows need not be there too. */
  open?: boolean
  /** The usual choice may lie picked already, for one press to confirm it; not where a player is being taught. */
  propose?: boolean
  /** What a bot would do here, when the player has asked for a hint. */
  hint: readonly number[]
}

/** A question that answers itself: the moves, and the reason ("it can wait"). */
export interface Idle {
  moves: LegalMove[]
  why: string
  wished?: boolean // the player has said so before: it is done whoever else is at the table
  gently?: boolean // there is a choice: it stays open for a while, and whoever touches the table is asked
  then?: () => void // when it is done
}

/** The ground of a table: its colour in both themes, a small drawing that is laid over it like tiles (in black and white
    that let the colour through), and the light that falls on it, in flat pools. */
export interface Surface {
  light: string
  dark: string
  ground?: string // the address of the drawing
  glow?: string // a CSS colour
}

/** What a game's folder exports as `board`. */
export interface BoardModule<V extends TableView = TableView> {
  /** The shared components in the middle of the table. */
  Board: Component<BoardProps<V>>
  /** The dock at the bottom: my hand, my sheet, my secrets. Left out where a game has none. */
  Me?: Component<BoardProps<V>>
  /** The action bar: big buttons for what I may do now. Left out: one button for every legal move. */
  Actions?: Component<BoardProps<V>>
  /** How the scoring is told at the end, above the shell's table of categories. It comes once a game, so it is fetched then. */
  Scoring?(): Promise<{ default: Component<BoardProps<V> & { result: Result }> }>
  /** With all open, in a replay: the view that knows most, by its place in the list; -1 for whoever moves next. */
  eyes?(views: readonly V[]): number
  /** The same as one view of nobody's, where the board can lay everything open; it goes before `eyes`. */
  open?(views: readonly V[]): V
  /** Whether the dock of a view's seat has anything that the board does not show when all is open. */
  holds?(view: V): boolean
  /** A short line under a player's name, from what this viewer may know ("watching", "5 cards"). */
  seatLine?(view: V, seat: number, words: Words): string
  /** A number at a player's chip, where the rules make it public. */
  seatScore?(view: V, seat: number): number | string | null
  /** What is done for the player where there is nothing to gain from asking just now, and why. */
  idle?(props: BoardProps<V>): Idle | null
  /** What a piece is, when somebody taps its name in the log. */
  explain?(piece: string, props: { cards: Record<string, unknown>; words: Words }): string
  /** Whether an event is worth seeing again after the end, for games without a running score. */
  turning?(event: LogEvent): boolean
  /** How long events are looked at, in ms, where 380 (or 700 for important ones) does not fit. */
  timing?: Record<string, number>
  /** What the table is made of. */
  surface?: Surface
}

/** What a piece is, in a sentence of its board or by its mere name. */
export function pieceSays(board: BoardModule | null, piece: string, known: { cards: Record<string, unknown>; words: Words }): string {
  return capital(board?.explain?.(piece, known) ?? known.words.piece(piece))
}
