// What the view of any game begins with. Each game adds its own table: the interfaces of `protocol.ts`.

export interface TableView {
  seat: number | null
  phase: string
  waiting: number[]
  over: boolean
}
