// Which board belongs to which game. Each is a bundle of its own, loaded when its table is opened.

import type { BoardModule } from './board'

type Loader = () => Promise<{ board: BoardModule<never> }>

const found = import.meta.glob<{ board: BoardModule<never> }>('./*/index.ts')

/** The board of a game; for games without one of their own, the one that draws any typed view. */
export async function loadBoard(game: string): Promise<BoardModule> {
  const loader = (found[`./${game}/index.ts`] ?? found['./any-game/index.ts']) as Loader
  return (await loader()).board as unknown as BoardModule
}
