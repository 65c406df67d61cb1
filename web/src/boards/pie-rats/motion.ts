// Things keep their identity while they change place: a lured rat runs from crew to crew, a looted Pie from the sill to
// its captain. What comes from nowhere rises, what leaves the table goes to the discards.

import { cubicOut } from 'svelte/easing'
import { crossfade, type TransitionConfig } from 'svelte/transition'
import { carry } from '../../kit/carry'
import { pace } from '../../lib/device/prefs.svelte'
import type { LogEvent } from '../../lib/protocol'
import type { PieRatsView } from './pie-rats'

function alone(node: Element, _params: unknown, intro: boolean): TransitionConfig {
  const duration = pace(300)
  if (duration === 0) return { duration: 0 }
  const heap = intro ? null : document.querySelector('[data-pile="discard"]')
  const [a, b] = [node.getBoundingClientRect(), heap?.getBoundingClientRect()]
  const dx = b ? b.left - a.left : 0
  const dy = b ? b.top - a.top : intro ? 24 : 0
  return { duration, easing: cubicOut, css: (t, u) => `transform: translate(${dx * u}px, ${dy * u}px) scale(${0.5 + 0.5 * t}); opacity: ${t}; z-index: 4` }
}

export const [send, receive] = crossfade({
  duration: (far) => pace(Math.min(620, 300 + far * 0.3)),
  easing: cubicOut,
  fallback: alone,
})

/** What comes from a hand or a pile: cards drawn, tabled, taken on board, stolen; a Pie out of the oven. */
export function travel({ kind, facts }: LogEvent, view: PieRatsView): void {
  const seat = facts.seat as number
  const hand = seat === view.seat ? '.me .hand' : `.seats [data-seat="${seat}"]`
  const goods = `[data-captain="${seat}"] .goods > :last-child`
  const pile = (n: number) => `.window .pile:nth-of-type(${n}) .stack`
  if (kind === 'drew') carry(pile(2), pile(2), hand)
  if (kind === 'pie_revealed') carry(pile(1), pile(1), '.sill li:last-child')
  if (kind === 'charisma_tabled') carry(goods, hand, goods)
  if (kind === 'crew_placed') carry(`[data-piece="${facts.crew}"]`, hand, `[data-piece="${facts.crew}"]`)
  if (kind === 'theft') carry(goods, `[data-captain="${facts.victim}"]`, goods)
}
