// What the view of any game begins with, and the seats as somebody sees them. Each game adds its own table: the
// interfaces of `protocol.ts`.

export interface TableView {
  seat: number | null
  phase: string
  waiting: number[]
  over: boolean
}

/** The other seats in the order of play, beginning with whoever comes after me; all of them where nobody is me. */
export function others(seats: number, me: number | null): number[] {
  const all = Array.from({ length: seats }, (_, s) => s)
  return me === null ? all : [...all.slice(me + 1), ...all.slice(0, me)]
}
