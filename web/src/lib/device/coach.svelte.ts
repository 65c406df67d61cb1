// What the coach has already told on this device, by game: each card comes once, in a person's first games.

import type { Coach, CoachCard } from '../protocol'
import { keepPrefs, prefs } from './prefs.svelte'
import { recall, remember } from './storage'

const FIRST_GAMES = 2

interface Told {
  seen: string[]
  played: string[] // finished tables, so that a reload counts none twice
}

export class Coaching {
  told: Told = $state({ seen: [], played: [] })

  constructor(readonly game: string) {
    this.told = recall<Told>('coach:' + game, { seen: [], played: [] })
  }

  get on(): boolean {
    return prefs.coach && this.told.played.length < FIRST_GAMES
  }

  /** Which card fits a decision; where a phase has several, the moves that may be made decide, as in the words. */
  card(coach: Coach, phase: string, moves: readonly string[]): { key: string; card: CoachCard } | null {
    const of = (where: string) => Object.keys(coach.cards).find((k) => k.startsWith(where + '.') && moves.includes(k.slice(where.length + 1)))
    const key = of(phase) ?? of('*') ?? phase
    const card = coach.cards[key]
    return card && this.on && !this.told.seen.includes(key) ? { key, card } : null
  }

  read(key: string): void {
    this.told.seen.push(key)
    this.keep()
  }

  finished(table: string): void {
    if (this.told.played.includes(table)) return
    this.told.played = [...this.told.played, table].slice(-FIRST_GAMES)
    this.keep()
  }

  silence(): void {
    prefs.coach = false
    keepPrefs()
  }

  private keep(): void {
    remember('coach:' + this.game, $state.snapshot(this.told))
  }
}
