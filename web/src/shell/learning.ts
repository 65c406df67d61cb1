// Links to lessons, and the first game after one.

import { createTable } from '../lib/api'
import { keepKey } from '../lib/device/keys'
import { keepPrefs, prefs } from '../lib/device/prefs.svelte'
import type { Box, Lesson, LessonInfo } from '../lib/protocol'
import { applies } from './options'

export const learnPath = (game: string, lesson: LessonInfo) => `/learn/${game}${lesson.id === game ? '' : '#' + lesson.id}`

export const learnSays = (lesson: LessonInfo) => `Learn ${lesson.short ? lesson.short + ' ' : ''}in ${lesson.minutes} minutes`

/** Set up a first game: first-game settings, easy bots, the coach on. Returns the table's id. */
export async function firstGame(inside: Box, lesson: Lesson): Promise<string> {
  const seats = lesson.first.seats ?? inside.info.usual_seats
  const options: Record<string, unknown> = {}
  for (const o of inside.options) options[o.name] = o.first_game ?? o.default
  Object.assign(options, lesson.first.options)
  const asked = inside.options.filter((o) => applies(o, options, seats))
  const name = prefs.name || 'Guest'
  const made = await createTable({
    game: inside.info.id,
    seats,
    options: Object.fromEntries(asked.map((o) => [o.name, options[o.name]])),
    name,
    bots: Array.from({ length: seats - 1 }, (_, i) => ({ seat: i + 1, level: 'easy' })),
    start: true,
    hints: true,
    undo: true,
  })
  const at = Date.now()
  keepKey({ table: made.table, token: made.host, seat: null, name, at })
  if (made.token !== null) keepKey({ table: made.table, token: made.token, seat: made.seat, name, at })
  prefs.coach = true
  keepPrefs()
  return made.table
}
