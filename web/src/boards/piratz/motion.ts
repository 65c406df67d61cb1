// Where cards come from and go to: from the draw pile to the beach, from the beach to somebody's pile or the discards.

import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { arc } from '../../kit/carry'
import { pace } from '../../lib/device/prefs.svelte'

/** From one middle to the other: farther takes longer, and nothing moves where motion is off. `turned` is the rest of it. */
function travel(node: Element, other: Element | null, turned: (t: number, u: number) => string): TransitionConfig {
  const a = node.getBoundingClientRect()
  const b = other?.getBoundingClientRect()
  const dx = b ? b.left + b.width / 2 - (a.left + a.width / 2) : 0
  const dy = b ? b.top + b.height / 2 - (a.top + a.height / 2) : 0
  const duration = pace(Math.min(420, 240 + Math.hypot(dx, dy) * 0.25))
  if (!b || b.width === 0 || duration === 0) return { duration: 0 }
  return { duration, easing: cubicOut, css: (t, u) => `transform: ${arc(dx, dy, t)} ${turned(t, u)}` }
}

/** A card is turned up: it comes from the draw pile and shows its face half-way. */
export function arrive(node: Element): TransitionConfig {
  const pile = document.querySelector('[data-pile="draw"]')
  return travel(node, pile, (t, u) => `rotateY(${u * 180}deg); filter: brightness(${t < 0.5 ? 0.45 : 1})`)
}

/** A card leaves the beach for the place that `target` names. */
export function leave(node: Element, { target }: { target: () => string | null }): () => TransitionConfig {
  return () => {
    const selector = target()
    const goal = selector ? document.querySelector(selector) : null
    return travel(node, goal, (t, u) => `scale(${0.35 + 0.65 * t}) rotateY(${u * 180}deg); opacity: ${Math.min(1, t * 2.5)}; z-index: 4`)
  }
}
