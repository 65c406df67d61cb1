import type { BoardModule } from '../board'
import Board from './Board.svelte'

export const board: BoardModule = { Board }
