// What is played in a what-if.

import { describe, expect, it } from 'vitest'
import type { SandboxRequest } from '../lib/api'
import type { LegalMove, SandboxAnswer } from '../lib/protocol'
import { Branch } from './branch.svelte'

/** A game of counting: seats 0 and 1 take turns, five moves in all, move 9 is never legal. */
function counting(asked: SandboxRequest[]) {
  return async (request: SandboxRequest): Promise<SandboxAnswer> => {
    asked.push(request)
    const steps = request.moves.map((m) => ({ by: m.seat, move: { action: m.action ?? 0, name: '', args: {}, text: '' } }))
    const bad = request.moves.findIndex((m) => m.action === 9)
    const turn = () => (steps.length >= 5 ? [] : [steps.length % 2])
    for (let n = 0; n < (request.house_moves ?? 0) && turn().some((s) => request.auto?.includes(s)); n++)
      steps.push({ by: turn()[0] as number, move: { action: 7, name: '', args: {}, text: '' } })
    const view = { seat: 0, phase: 'count', waiting: turn(), over: turn().length === 0, said: steps.length }
    const told = steps.slice(request.told_from).map((s, i) => ({
      ...s,
      view,
      events: [{ seq: (request.told_from ?? 0) + i + 1, kind: 'said', facts: {} }],
    }))
    const legal = Object.fromEntries(turn().map((s) => [String(s), [move(1)]]))
    return {
      position: {}, start: view, steps: told, view, views: [view, view], actors: turn(), legal, form: 'turn',
      result: null, refusal: bad < 0 ? null : { index: bad, text: 'Not nine.', clause: 'X-1' },
    } as unknown as SandboxAnswer // prettier-ignore
  }
}
const move = (action: number): LegalMove => ({ action, name: 'say', args: {}, text: String(action), label: '' })

function branch(asked: SandboxRequest[] = [], refused: string[] = []) {
  return new Branch('game', 12, {
    ask: counting(asked),
    rest: () => Promise.resolve(),
    refused: (text) => void refused.push(text),
  })
}

describe('a what-if', () => {
  it('is played by hand for every seat, and taken back', async () => {
    const b = branch()
    await b.open()
    expect(b.asked).toBe(0)
    await b.act(move(1))
    expect(b.asked).toBe(1)
    await b.act(move(1))
    expect(b.length).toBe(2)
    expect(b.log.map((e) => e.seq)).toEqual([1, 2])
    await b.takeBack()
    expect([b.length, b.asked, b.log.length]).toEqual([1, 1, 1])
  })

  it('lets bots play the seats that they are given, one move at a time', async () => {
    const asked: SandboxRequest[] = []
    const b = branch(asked)
    await b.open()
    await b.setBot(1, true)
    await b.act(move(1))
    expect([b.length, b.asked]).toEqual([2, 0])
    await b.setBot(0, true)
    expect(b.over).toBe(true)
    expect(asked.every((r) => r.replay === 'game' && r.at === 12 && (r.house_moves ?? 0) <= 1)).toBe(true)
    expect(new Set(asked.map((r) => r.seed)).size).toBe(5) // luck of its own for each length
  })

  it('says why a move is refused, and stays where it was', async () => {
    const refused: string[] = []
    const b = branch([], refused)
    await b.open()
    await b.act(move(9))
    expect([b.length, b.mayTakeBack, refused[0]]).toEqual([0, false, 'Not nine.'])
  })
})
