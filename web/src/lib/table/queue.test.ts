// The event queue: order, pace, hurrying.

import { expect, it } from 'vitest'
import { EventQueue, type Step } from './queue'

function stage(speed = 1) {
  const seen: string[] = []
  let waited = 0
  const pending: (() => void)[] = []
  const queue = new EventQueue({
    moment: (e) => seen.push(e ? e.kind : 'rest'),
    time: () => 1000,
    speed: () => speed,
    wait: (ms) => {
      waited += ms
      return new Promise((done) => pending.push(done))
    },
  })
  const step = (name: string, ...kinds: string[]): Step => ({
    events: kinds.map((kind, seq) => ({ seq, kind, facts: {} })),
    show: () => seen.push('show ' + name),
  })
  const flush = async () => {
    for (let i = 0; i < 50; i++) {
      pending.shift()?.()
      await Promise.resolve()
    }
  }
  return { queue, seen, step, flush, waited: () => waited }
}

it('shows steps in order, each table before its events', async () => {
  const { queue, seen, step, flush } = stage()
  queue.push(step('1', 'revealed', 'alert'))
  queue.push(step('2', 'buried'))
  await flush()
  expect(seen).toEqual(['show 1', 'revealed', 'alert', 'show 2', 'buried', 'rest'])
})

it('never holds a player up for long when many moves wait', async () => {
  const { queue, step, flush, waited } = stage()
  for (let i = 0; i < 8; i++) queue.push(step(String(i), 'a', 'b'))
  await flush()
  expect(waited()).toBeLessThan(9000)
  expect(queue.length).toBe(0)
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
  expect(seen).toEqual(['show 1', 'a', 'b', 'show 2', 'c', 'rest'])
  expect(waited()).toBeLessThanOrEqual(1250)
})

it('jumps over much, and shows it when asked', async () => {
  const { queue, seen, step, flush } = stage()
  queue.hold()
  for (let i = 0; i < 12; i++) queue.push(step(String(i), 'a'))
  expect(queue.release()).toBe(12)
  expect(seen).toEqual(['show 11', 'rest'])
  seen.length = 0
  queue.again(() => seen.push('now'))
  await flush()
  expect(seen.filter((s) => s.startsWith('show'))).toHaveLength(12)
  expect(seen.slice(-3)).toEqual(['a', 'now', 'rest'])
})

it('does not make somebody who acts wait for what is being shown', async () => {
  const { queue, seen, step, flush } = stage()
  queue.push(step('1', 'a', 'b', 'c'))
  await Promise.resolve()
  expect(seen).toEqual(['show 1', 'a'])
  queue.hurry()
  await Promise.resolve()
  await Promise.resolve()
  expect(seen).toEqual(['show 1', 'a', 'c', 'rest'])
  queue.push(step('2', 'd'))
  await flush()
  expect(seen.slice(-3)).toEqual(['show 2', 'd', 'rest'])
})

it('shows nothing of an old step once it is finished', async () => {
  const { queue, seen, step, flush } = stage()
  queue.push(step('1', 'a', 'b'))
  queue.push(step('2', 'c'))
  await Promise.resolve()
  queue.finish()
  await flush()
  expect(seen).toEqual(['show 1', 'a', 'show 2', 'rest'])
})

it('does not wait at all when nothing is to move', async () => {
  const { queue, seen, step, flush, waited } = stage(0)
  queue.push(step('1', 'a', 'b'))
  await flush()
  expect(waited()).toBe(0)
  expect(seen).toEqual(['show 1', 'b', 'rest'])
})
