// When a piece came and went, read off the record of any game. Events name the pieces they move; views tell whether a
// piece that was named has really changed its place.

import type { Shown } from '../lib/pointing'
import type { Way } from '../lib/note.svelte'
import type { Frame, LogEvent } from '../lib/protocol'
import { plain, SEAT_KEYS, type Words } from '../lib/words'

export interface Meeting {
  step: number
  moved: boolean // from one place to another, not only named
  events: LogEvent[] // those that name it
}

type Places = Map<string, number> // the names of lists and fields that hold a piece, with how often

export class Whereabouts {
  /** How long each list of the views always is; lists that grow and shrink have no entry that would mean anything. */
  private readonly lengths = new Map<string, number>()

  constructor(
    private readonly steps: readonly Frame[],
    private readonly seats: number,
  ) {
    for (const step of steps) for (const view of step.views) this.measure(view, '')
  }

  private measure(value: unknown, path: string): void {
    if (Array.isArray(value)) {
      const known = this.lengths.get(path)
      this.lengths.set(path, known === undefined || known === value.length ? value.length : -1)
      for (const each of value) this.measure(each, path + '.*')
    } else if (value !== null && typeof value === 'object')
      for (const [name, each] of Object.entries(value)) this.measure(each, `${path}.${name}`)
  }

  /** Where a piece lies. A list with one entry for every seat is a place for each of them; in others order is nothing. */
  private places(views: readonly unknown[], piece: string): Places {
    const all: Places = new Map()
    for (const view of views) {
      const seen: Places = new Map()
      const look = (value: unknown, path: string, place: string): void => {
        if (value === piece) seen.set(place, (seen.get(place) ?? 0) + 1)
        else if (Array.isArray(value)) {
          const bySeat = this.lengths.get(path) === this.seats
          value.forEach((each, i) => look(each, path + '.*', place + (bySeat ? `.#${i}` : '.*')))
        } else if (value !== null && typeof value === 'object')
          for (const [name, each] of Object.entries(value)) look(each, `${path}.${name}`, `${place}.${name}`)
      }
      look(view, '', '')
      for (const [place, count] of seen) all.set(place, Math.max(count, all.get(place) ?? 0))
    }
    return all
  }

  /** The steps in which something came, went or was used, in order. */
  meetings({ names, sort, of }: Shown): Meeting[] {
    const found: Meeting[] = []
    let before: Places = new Map()
    this.steps.forEach((frame, step) => {
      const named = frame.events.filter((e) => names.every((name) => mentions(e.facts, name)))
      const own = of === null ? named : named.filter((e) => concerns(e, of))
      if (sort) {
        if (own.length) found.push({ step, moved: false, events: own })
        return
      }
      // What somebody has is known best by the owner's own view.
      const views = of !== null && frame.views.length > 1 ? frame.views.slice(of, of + 1) : frame.views
      const now = this.places(views, names[0] ?? '')
      const lost = [...before].filter(([place, count]) => count > (now.get(place) ?? 0)).map(([place]) => place)
      const gained = [...now].filter(([place, count]) => count > (before.get(place) ?? 0)).map(([place]) => place)
      const strange = before.size === 0
      before = now
      const carried = lost.length > 0 && gained.length > 0
      if (!carried && !(named.length && (lost.length || gained.length))) return
      if (of !== null && !own.length && ![...lost, ...gained].some((place) => place.includes(`.#${of}`))) return
      const moved = carried || strange || now.size === 0 || of !== null
      found.push({ step, moved, events: own.length ? own : named })
    })
    return found
  }

  /** Where a note about a piece leads: to when it came, and to when it goes. */
  ways(shown: Shown, at: number, words: Words, go: (step: number) => void): Way[] {
    const all = this.meetings(shown)
    const moves = all.filter((m) => m.moved)
    const met = moves.length ? moves : all // that it was named as well matters only where nothing moved
    const here = met.some((m) => m.step === at)
    const before = met.findLast((m) => m.step < at)
    const after = met.find((m) => m.step > at)
    const way = (m: Meeting, how: string): Way => {
      const when = m.step ? `at step ${m.step}` : 'at the start'
      return { name: `${how} ${when}`, says: this.says(m, words), go: () => go(m.step) }
    }
    return [
      ...(before ? [way(before, here ? 'Before that,' : before.moved ? 'Came' : 'Earlier,')] : []),
      ...(after ? [way(after, after.moved ? 'Goes' : 'Later,')] : []),
    ]
  }

  /** Of several events the last tells best: what was declared, proposed or laid, and came of it. */
  private says({ events }: Meeting, words: Words): string {
    return events.map((e) => plain(words.event(e.kind, e.facts))).findLast((sentence) => sentence) ?? ''
  }
}

/** Whether facts name a thing, or say so of one field (`value:6`). */
function mentions(facts: Record<string, unknown>, name: string): boolean {
  const [field = '', value] = name.split(':')
  if (value !== undefined) return String(facts[field]) === value
  const within = (each: unknown): boolean =>
    each !== null && typeof each === 'object' ? Object.values(each).some(within) : each === name
  return within(facts)
}

function concerns(event: LogEvent, seat: number): boolean {
  return Object.entries(event.facts).some(
    ([key, value]) => SEAT_KEYS.has(key.split('_')[0] as string) && (Array.isArray(value) ? value.includes(seat) : value === seat),
  )
}
