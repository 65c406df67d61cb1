// Pieces by their names, wherever they are drawn: a board writes `data-piece={id}` on each (boards/README.md, "Pieces").

/** What an element shows: a piece, or a sort of thing by one or several names; and whose it is, where that is plain. */
export interface Shown {
  names: string[]
  sort: boolean
  of: number | null
}

export function shownAt(element: Element | null | undefined): Shown | null {
  const near = element?.closest<HTMLElement>('[data-piece], [data-sort]')
  if (!near) return null
  const owner = near.closest<HTMLElement>('[data-of]')?.dataset.of
  const { piece, sort } = near.dataset
  return { names: piece ? [piece] : (sort ?? '').split(' ').filter(Boolean), sort: !piece, of: owner === undefined ? null : Number(owner) }
}

const ZONES = '.board, .me'
let marked: Element[] = []
let fading: ReturnType<typeof setTimeout> | undefined

function find(pieces: readonly string[]): HTMLElement[] {
  const wanted = new Set(pieces)
  return [...document.querySelectorAll<HTMLElement>('[data-piece]')].filter(
    (e) => wanted.has(e.dataset.piece ?? '') && e.closest(ZONES),
  )
}

/** Ring the pieces of these names, and no others. */
export function pointAt(pieces: readonly string[]): void {
  for (const each of marked) each.removeAttribute('data-pointed')
  marked = pieces.length ? find(pieces) : []
  for (const each of marked) each.setAttribute('data-pointed', '')
}

/** Bring a piece into sight and ring it for a while. True if it lies anywhere. */
export function showPiece(piece: string, focus = false): boolean {
  const [first] = find([piece])
  if (!first) return false
  first.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  if (focus) (first.matches('button') ? first : first.querySelector('button'))?.focus({ preventScroll: true })
  pointAt([piece])
  clearTimeout(fading)
  fading = setTimeout(() => pointAt([]), 2400)
  return true
}
