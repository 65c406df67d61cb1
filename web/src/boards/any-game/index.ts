// The board of a game that has none of its own.

import type { BoardModule } from '../board'
import Board from './Board.svelte'

export const board: BoardModule = { Board }
