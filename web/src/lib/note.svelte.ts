// The small note that answers "why not?" or "what is this?", anchored to the thing that was tapped.

/** Where a note can lead. */
export interface Way {
  name: string
  says?: string // more, after the name
  go: () => void
}

/** A word explained. */
export interface Meaning {
  word: string
  means: string
  clause: string
}

export interface Note {
  text: string
  clause: string
  meanings: readonly Meaning[]
  ways: readonly Way[]
  at: Element | null
  x: number
  top: number // of what it is about; the note lies above it, or below where there is no room
  bottom: number
  key: number
}

export interface Telling {
  ms?: number // how long at least
  ways?: readonly Way[] // with these it stays until it is answered, or something else is tapped
  meanings?: readonly Meaning[] // so do several words explained
}

export const note: { now: Note | null } = $state({ now: null })
let key = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Show a note at an element (or at the middle of the page) for a while. */
export function tell(text: string, at?: Element | null, clause = '', { ms = 4000, ways = [], meanings = [] }: Telling = {}): void {
  const box = at?.getBoundingClientRect()
  const x = box ? box.left + box.width / 2 : innerWidth / 2
  const { top, bottom } = box ?? { top: innerHeight * 0.72, bottom: innerHeight * 0.72 }
  note.now = { text, clause, ways, meanings, at: at ?? null, x, top, bottom, key: ++key }
  clearTimeout(timer)
  if (!ways.length && !meanings.length) timer = setTimeout(hush, Math.max(ms, 2000 + text.length * 45))
}

export function hush(): void {
  note.now = null
}
