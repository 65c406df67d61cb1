// The private notebook: what this player thinks of each diet. It stays in this browser.

import { recall, remember } from '../../lib/device/storage'
import type { BoardProps } from '../board'
import type { DoctorRatView } from './doctor-rat'

export type Guess = 'no' | 'yes'
export const notebook: { key: string; marks: Record<string, Guess>; text: Record<string, string> } = $state({ key: '', marks: {}, text: {} })

/** One notebook for each game and seat: the deal tells games apart. */
export function openNotebook(props: BoardProps<DoctorRatView>): void {
  const table = location.pathname.split('/').at(-1) ?? ''
  const key = `doctor-rat:notes:${table}:${props.seat ?? 'w'}`
  if (notebook.key === key) return
  const kept = recall<{ marks?: Record<string, Guess>; text?: Record<string, string> }>(key, {})
  Object.assign(notebook, { key, marks: kept.marks ?? {}, text: kept.text ?? {} })
}

const keep = (): void => remember(notebook.key, { marks: notebook.marks, text: notebook.text })

export function turn(cell: string): void {
  const now = notebook.marks[cell]
  const { [cell]: _, ...rest } = notebook.marks
  notebook.marks = now === undefined ? { ...rest, [cell]: 'no' } : now === 'no' ? { ...rest, [cell]: 'yes' } : rest
  keep()
}

export function write(group: number, text: string): void {
  notebook.text = { ...notebook.text, [group]: text }
  keep()
}
