// The server's HTTP side. Every failure becomes a Problem with a sentence for people.

import type {
  Baggage, Box, Carried, Circle, CircleKey, Created, Fit, Lessons, Member, MyTable, Progress, Replay, SandboxAnswer,
  Scores, Seated, Shelf, TableCard,
} from './protocol' // prettier-ignore

export class Problem extends Error {
  constructor(
    readonly code: string,
    readonly text: string,
    readonly clause = '',
    readonly status = 0,
  ) {
    super(text)
  }
}

/** One request; a body makes it a POST. What is seldom asked has its own words where it is asked. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch('/api/' + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Problem('unreachable', 'The server cannot be reached. Check your connection, then try again.')
  }
  const text = await answer.text()
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    data = null
  }
  if (answer.ok && data !== null) return data as T
  const told = data as { code?: string; text?: string; clause?: string } | null
  throw new Problem(
    told?.code ?? 'broken',
    told?.text ?? 'The server answered with something unreadable. Try again in a moment.',
    told?.clause ?? '',
    answer.status,
  )
}

let shelfKept: Promise<Shelf> | null = null
const boxesKept = new Map<string, Promise<Box>>()

export function shelf(): Promise<Shelf> {
  shelfKept ??= ask<Shelf>('shelf').catch((error: unknown) => {
    shelfKept = null
    throw error
  })
  return shelfKept
}

/** Where the rules of a game are read: with the cards of another deck, where that is played with. */
export function rulesPath(game: string, deck: unknown = 'standard'): string {
  return `/rules/${encodeURIComponent(game)}${typeof deck === 'string' && deck !== 'standard' ? `?deck=${encodeURIComponent(deck)}` : ''}`
}

/** What is in a game's box: with the cards of another deck, where a table plays with one. */
export function box(game: string, deck: unknown = 'standard'): Promise<Box> {
  const key = typeof deck === 'string' && deck !== 'standard' ? `${encodeURIComponent(game)}?deck=${encodeURIComponent(deck)}` : encodeURIComponent(game)
  let kept = boxesKept.get(key)
  if (!kept) {
    kept = ask<Box>('shelf/' + key).catch((error: unknown) => {
      boxesKept.delete(key)
      throw error
    })
    boxesKept.set(key, kept)
  }
  return kept
}

export interface NewTable {
  game: string
  seats: number
  options: Record<string, unknown>
  name?: string
  bots?: { seat: number; level: string }[]
  start?: boolean
  hints?: boolean
  undo?: boolean
  stand_in?: string
  listed?: boolean
  clock?: { move_seconds: number; bank_seconds: number }
  deal_of?: string
  rat?: number
  circle?: string // a member's key
}

export interface SandboxMove {
  seat: number
  action?: number
  text?: string
}

export interface SandboxRequest {
  game?: string
  seats?: number
  options?: Record<string, unknown>
  position?: Record<string, unknown>
  replay?: string // a finished game, from its step `at` on
  at?: number
  moves: SandboxMove[]
  auto?: number[]
  house_moves?: number
  told_from?: number
  seed?: number
  viewer?: number
}

const id = encodeURIComponent

export const lessons = (game: string) => ask<Lessons>(`shelf/${id(game)}/lessons`)
export const createTable = (table: NewTable) => ask<Created>('tables', table)
export const checkRules = (game: string, seats: number, options: Record<string, unknown>) => ask<Fit>('check', { game, seats, options })
export const sit = (table: string, name: string, seat?: number, rat = 0, circles: string[] = []) =>
  ask<Seated>(`tables/${id(table)}/sit`, { name, rat, circles, ...(seat === undefined ? {} : { seat }) })
export const tableCard = (table: string) => ask<TableCard>(`tables/${id(table)}`)
export const openTables = () => ask<{ tables: TableCard[] }>('tables')
export const recentGames = () => ask<{ tables: TableCard[] }>('recent')
export const myTables = (keys: { table: string; token: string }[]) =>
  ask<{ tables: MyTable[]; gone: string[] }>('mine', { keys })
export const replay = (table: string, viewer: string, from: number, count: number) =>
  ask<Replay>(`games/${id(table)}/replay?viewer=${id(viewer)}&from=${from}&count=${count}`)
export const scores = (table: string) => ask<Scores>(`games/${id(table)}/scores`)
export const cardPath = (table: string, kind: 'svg' | 'png' = 'svg') => `/api/games/${id(table)}/card.${kind}`
export const exportPath = (table: string) => `/api/games/${id(table)}/export`
export const importGame = (file: unknown) => ask<{ table: string }>('games', file)
export const sandbox = (request: SandboxRequest) => ask<SandboxAnswer>('sandbox', request)

export const analysis = (table: string) => ask<Progress>(`games/${id(table)}/analysis`)
export const analyse = (table: string) => ask<Progress>(`games/${id(table)}/analysis`, {})

// Circles: how one comes in is a member's key, or the link.
export type Pass = { key?: string; link?: string }
export const openCircle = (title: string, name: string, rat: number) =>
  ask<CircleKey>('circles', { title, name, rat })
export const joinCircle = (link: string, name: string, rat: number) =>
  ask<CircleKey>('circles/join', { link, name, rat })
export const seeCircle = (pass: Pass) => ask<Circle>('circles/see', pass)
export const faceInCircle = (key: string, name: string, rat: number) => ask<Member>('circles/me', { key, name, rat })
export const renewLink = (key: string) => ask<{ link: string }>('circles/renew', { key })
export const leaveCircle = (key: string, member: number) =>
  ask<{ members: Member[] }>('circles/leave', { key, member })

/** A circle as a file, ready to be saved. */
export async function circleFile(pass: Pass, form: 'json' | 'csv'): Promise<Blob> {
  const body = JSON.stringify({ ...pass, form })
  const answer = await fetch('/api/circles/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Problem('broken', 'The file is not to be had just now. Try again.', '', answer.status)
  return answer.blob()
}

export const carry = (baggage: Baggage) => ask<Carried>('carry', baggage)
export const fetchCarried = (code: string) => ask<Baggage>('carry/take', { code })
export const stillWaits = (code: string) => ask<{ waits: boolean }>('carry/look', { code })
