// Things keep their identity while they change place: a lured rat runs from crew to crew, a looted Pie from the sill to
// its captain. What comes from nowhere rises, what leaves the table goes to the discards.

import { cubicOut } from 'svelte/easing'
import { crossfade, type TransitionConfig } from 'svelte/transition'
import { pace } from '../../lib/device/prefs.svelte'

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
