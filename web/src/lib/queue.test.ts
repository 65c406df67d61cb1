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

it('skips all but the last six steps after an absence', () => {
  const { queue, step } = stage()
  for (let i = 0; i < 20; i++) queue.push(step(String(i), 'a'))
  expect(queue.catchUp()).toBe(13) // the first one is already being shown
  expect(queue.length).toBe(6)
})

it('does not wait at all when nothing is to move', async () => {
  const { queue, seen, step, flush, waited } = stage(0)
  queue.push(step('1', 'a', 'b'))
  await flush()
  expect(waited()).toBe(0)
  expect(seen).toEqual(['show 1', 'b', 'rest'])
})
