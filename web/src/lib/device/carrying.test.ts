import { beforeEach, expect, test } from 'vitest'
import { circleKeys, keepCircle } from './circles'
import { pack, unpack } from './carrying'
import { keepKey, seatKeys } from './keys'
import { prefs } from './prefs.svelte'

const key = (n: number) => ({ table: `t${n}`, token: `token-${n}`, seat: 0, name: 'Ada' })
const circle = (n: number) => ({ circle: `c${n}`, title: 'Rats', member: 0, key: `key-${n}`, link: '' })

beforeEach(() => {
  localStorage.clear()
  prefs.name = ''
  prefs.rat = 0
})

test('what was packed in one browser is there in the other', () => {
  prefs.name = 'Ada'
  prefs.rat = 4
  keepKey({ ...key(1), at: 1 })
  keepCircle(circle(1))
  const baggage = JSON.parse(JSON.stringify(pack()))
  localStorage.clear()
  prefs.name = ''
  unpack(baggage)
  expect([prefs.name, prefs.rat]).toEqual(['Ada', 4])
  expect(seatKeys('t1')[0]?.token).toBe('token-1')
  expect(circleKeys()).toEqual([circle(1)])
})

test('nobody can push our own keys out by what they packed', () => {
  for (let n = 0; n < 5; n++) keepKey({ ...key(n), at: 1 })
  keepCircle(circle(1))
  unpack({
    name: '',
    rat: 0,
    seats: Array.from({ length: 60 }, (_, n) => key(100 + n)),
    circles: [{ ...circle(1), key: 'forged' }, ...Array.from({ length: 19 }, (_, n) => circle(100 + n))],
  })
  for (let n = 0; n < 5; n++) expect(seatKeys(`t${n}`)).toHaveLength(1)
  expect(seatKeys()).toHaveLength(60)
  expect(circleKeys().find((k) => k.circle === 'c1')?.key).toBe('key-1')
})
