// How a game ended and when, in the few words that a list has room for.

import type { TableCard } from './protocol'
import { listing } from './words'

interface Ended {
  winners: readonly number[]
  how: string
}

/** "You won with 8 of 8 meals", "Ben won with cubes worth 24", "Lost after 5 of 8 meals". */
export function resultSays(result: Ended | null, names: readonly string[], me?: number | null): string {
  if (!result) return 'Ended early'
  const how = result.how ? ' ' + result.how : ''
  if (result.winners.length === 0) return `Lost${how}`
  if (result.winners.length === names.length && names.length > 1) return `All won${how}`
  const won = result.winners.map((w) => (w === me ? 'you' : (names[w] ?? '')))
  const who = listing([...won.filter((w) => w === 'you'), ...won.filter((w) => w !== 'you')])
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} won${how}`
}

export const cardSays = (card: TableCard, me?: number | null) =>
  resultSays(
    card.result,
    card.seats.map((s) => s.name),
    me,
  )

/** "today 14:05", "yesterday 20:30", "12 March", "12 March 2025". */
export function dateSays(at: number, now = Date.now()): string {
  const day = new Date(at)
  const today = new Date(now)
  const start = (d: Date) => new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime()
  const days = Math.round((start(today) - start(day)) / 86_400_000)
  const time = `${String(day.getHours()).padStart(2, '0')}:${String(day.getMinutes()).padStart(2, '0')}`
  if (days === 0) return `today ${time}`
  if (days === 1) return `yesterday ${time}`
  const year = day.getFullYear() === today.getFullYear() ? undefined : 'numeric'
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year }).format(day)
}
