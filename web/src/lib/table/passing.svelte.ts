// Letting chances to react go by: for good, by single windows, or until the round ends. The server passes for the seat,
// after the time that a thought takes.

import type { AutoPass, LogEvent, No, Ok } from '../protocol'
import { recall, remember } from '../device/storage'
import { partsRounds } from './rounds'
import type { TableStore } from './table.svelte'
import type { Catalogue } from '../words'

const OFF: AutoPass = { type: 'auto_pass', on: false }

/** The setting with a window let go by, or asked in again. `all`: every window of the game. */
export function withWindow(setting: AutoPass | undefined, phase: string, pass: boolean, all: readonly string[]): AutoPass {
  const now = windowsOf(setting, all)
  const next = pass ? [...new Set([...now, phase])] : now.filter((p) => p !== phase)
  if (next.length === 0) return OFF
  return next.length === all.length ? { type: 'auto_pass', on: true } : { type: 'auto_pass', on: true, phases: next }
}

/** The windows that a seat lets go by. */
export function windowsOf(setting: AutoPass | undefined, all: readonly string[]): string[] {
  if (!setting?.on) return []
  return setting.phases?.length ? setting.phases : [...all]
}

export function passesIn(store: TableStore, phase: string): boolean {
  return windowsOf(store.autoPass.get(store.looking), store.words.book.windows).includes(phase)
}

export function pass(store: TableStore, phase: string, on: boolean): Promise<Ok | No> {
  return store.setAutoPass(withWindow(store.autoPass.get(store.looking), phase, on, store.words.book.windows))
}

/** What a player lets go by in every game of this sort, until they say otherwise. */
export async function keep(store: TableStore, setting: AutoPass): Promise<Ok | No> {
  const answer = await store.setAutoPass(setting)
  if (answer.type === 'ok' && store.info) remember(`passes:${store.info.game}`, setting)
  return answer
}

/** At a new table: what was let go by at the last one is here too. */
export function bringAlong(store: TableStore): void {
  const { info, looking, status, autoPass } = store
  if (!info || looking === null || status !== 'playing' || autoPass.has(looking)) return
  const kept = recall<AutoPass | null>(`passes:${info.game}`, null)
  if (kept?.on) void store.setAutoPass(kept)
}

/** For each table the windows that go by only until the round ends, and the entry since which. */
const brief = new Map<string, { phases: string[]; since: number }>()

export function untilRoundEnds(store: TableStore, phase: string): Promise<Ok | No> {
  const before = brief.get(store.id)?.phases ?? []
  brief.set(store.id, { phases: [...before, phase], since: store.told })
  return pass(store, phase, true)
}

/** A new round has begun: be asked again. */
export function newRound(store: TableStore): void {
  const kept = brief.get(store.id)
  if (!kept || !roundSince(store.log, kept.since, store.words.book)) return
  brief.delete(store.id)
  const all = store.words.book.windows
  let setting = store.autoPass.get(store.looking)
  for (const phase of kept.phases) setting = withWindow(setting, phase, false, all)
  void store.setAutoPass(setting ?? OFF)
}

export function roundSince(log: readonly LogEvent[], since: number, book: Catalogue): boolean {
  return log.some((e) => e.seq > since && partsRounds(e.kind, book))
}
