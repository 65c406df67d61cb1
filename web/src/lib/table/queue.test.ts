// The event queue: order, pace, hurrying.

import { expect, it } from 'vitest'
import { EventQueue, type Step } from './queue'

function stage(speed = 1, how: { waits?: boolean; pressed?: boolean } = {}) {
  const seen: string[] = []
  const told: string[] = []
  let waited = 0
  const pending: (() => void)[] = []
  const queue = new EventQueue({
    moment: (e) => seen.push(e ? e.kind : 'rest'),
    time: () => 1000,
    told: (e) => told.push(e.kind),
    speed: () => speed,
    waits: () => how.waits ?? false,
    pressed: () => how.pressed ?? false,
    stopped: (stopped) => stopped && seen.push('stop'),
    wait: (ms) => {
      waited += ms
      return new Promise((done) => pending.push(done))
    },
  })
  const step = (name: string, ...kinds: string[]): Step => ({
    events: kinds.map((kind, seq) => ({ seq, kind, facts: {} })),
    show: () => seen.push('show ' + name),
    ask: () => seen.push('ask ' + name),
  })
  const flush = async () => {
    for (let i = 0; i < 80; i++) {
      pending.shift()?.()
      await Promise.resolve()
    }
  }
  return { queue, seen, told, step, flush, waited: () => waited }
}

it('shows steps in order: the table, its events, and only then the question', async () => {
  const { queue, seen, step, flush } = stage()
  queue.push(step('1', 'revealed', 'alert'))
  queue.push(step('2', 'buried'))
  await flush()
  expect(seen).toEqual(['show 1', 'revealed', 'alert', 'ask 1', 'show 2', 'buried', 'ask 2', 'rest'])
})

it('lets nothing rush by: many steps take their time', async () => {
  const { queue, step, flush, waited } = stage()
  for (let i = 0; i < 8; i++) queue.push(step(String(i), 'a', 'b'))
  await flush()
  expect(waited()).toBe(16_000)
  expect(queue.length).toBe(0)
})

it('never holds a player up for long while a clock runs', async () => {
  const { queue, step, flush, waited } = stage(1, { pressed: true })
  for (let i = 0; i < 8; i++) queue.push(step(String(i), 'a', 'b'))
  await flush()
  expect(waited()).toBeLessThan(9000)
})

it('stops at every event for somebody who goes on by tapping, but not before the question', async () => {
  const { queue, seen, step, flush } = stage(1, { waits: true })
  queue.push(step('1', 'a', 'b'))
  queue.push(step('2', 'c'))
  await flush()
  expect(seen).toEqual(['show 1', 'a', 'stop'])
  queue.next()
  await flush()
  expect(seen.slice(3)).toEqual(['b', 'stop'])
  queue.next()
  await flush()
  expect(seen.slice(5)).toEqual(['ask 1', 'show 2', 'c', 'ask 2', 'rest'])
})

it('shows a few events at double speed to somebody who comes back', async () => {
  const { queue, seen, step, flush, waited } = stage()
  queue.hold()
  queue.push(step('1', 'a', 'b'))
  queue.push(step('2', 'c'))
  await flush()
  expect(seen).toEqual([])
  expect(queue.release()).toBe(0)
  await flush()
  expect(seen).toEqual(['show 1', 'a', 'b', 'ask 1', 'show 2', 'c', 'ask 2', 'rest'])
  expect(waited()).toBe(1500)
})

it('jumps over much, and shows it when asked', async () => {
  const { queue, seen, told, step, flush } = stage()
  queue.hold()
  for (let i = 0; i < 12; i++) queue.push(step(String(i), 'a'))
  expect(queue.release()).toBe(12)
  expect(seen).toEqual(['show 11', 'ask 11', 'rest'])
  expect(told).toHaveLength(12)
  seen.length = 0
  queue.again(() => seen.push('now'))
  await flush()
  expect(seen.filter((s) => s.startsWith('show'))).toHaveLength(12)
  expect(seen.slice(-4)).toEqual(['a', 'ask 11', 'now', 'rest'])
})

it('does not make somebody who acts wait for what is being shown', async () => {
  const { queue, seen, told, step, flush } = stage()
  queue.push(step('1', 'a', 'b', 'c'))
  await Promise.resolve()
  expect(seen).toEqual(['show 1', 'a'])
  queue.hurry()
  await flush()
  expect(seen).toEqual(['show 1', 'a', 'c', 'ask 1', 'rest'])
  expect(told).toEqual(['a', 'b', 'c'])
  queue.push(step('2', 'd'))
  await flush()
  expect(seen.slice(-4)).toEqual(['show 2', 'd', 'ask 2', 'rest'])
})

it('shows nothing of an old step once it is finished, and asks what is asked now', async () => {
  const { queue, seen, step, flush } = stage()
  queue.push(step('1', 'a', 'b'))
  queue.push(step('2', 'c'))
  await Promise.resolve()
  queue.finish()
  await flush()
  expect(seen).toEqual(['show 1', 'a', 'show 2', 'ask 2', 'rest'])
  queue.push(step('3', 'd', 'e'))
  queue.finish()
  await flush()
  expect(seen.slice(5)).toEqual(['show 3', 'd', 'ask 3', 'rest'])
})

it('does not wait at all when nobody wants to look', async () => {
  const { queue, seen, step, flush, waited } = stage(0)
  queue.push(step('1', 'a', 'b'))
  await flush()
  expect(waited()).toBe(0)
  expect(seen).toEqual(['show 1', 'b', 'ask 1', 'rest'])
})
