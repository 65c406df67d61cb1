// The small note that answers "why not?" or "what is this?", anchored to the thing that was tapped.

export interface Note {
  text: string
  clause: string
  x: number
  y: number
  below: boolean
  key: number
}

export const note: { now: Note | null } = $state({ now: null })
let key = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Show a note at an element (or at the middle of the page) for a while. */
export function tell(text: string, at?: Element | null, clause = '', ms = 4000): void {
  const box = at?.getBoundingClientRect()
  const x = box ? box.left + box.width / 2 : innerWidth / 2
  const below = box ? box.top < 120 : false
  const y = box ? (below ? box.bottom : box.top) : innerHeight * 0.72
  note.now = { text, clause, x, y, below, key: ++key }
  clearTimeout(timer)
  timer = setTimeout(hush, Math.max(ms, 2000 + text.length * 45))
}

export function hush(): void {
  note.now = null
}
