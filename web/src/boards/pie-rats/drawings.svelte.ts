// The drawings come in a file of their own: the board can be read and played before they are there.

type Art = typeof import('./art')

let art: Art | null = $state.raw(null)
void import('./art').then((found) => (art = found))

export const drawings = (): Art | null => art
