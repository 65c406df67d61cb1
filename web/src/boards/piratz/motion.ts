// Where cards come from and go to: from the draw pile to the beach, from the beach to somebody's pile or the discards.

import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { pace } from '../../lib/prefs.svelte'

function between(node: Element, other: Element | null): { dx: number; dy: number; far: number } | null {
  if (!other) return null
  const a = node.getBoundingClientRect()
  const b = other.getBoundingClientRect()
  if (b.width === 0) return null
  const dx = b.left + b.width / 2 - (a.left + a.width / 2)
  const dy = b.top + b.height / 2 - (a.top + a.height / 2)
  return { dx, dy, far: Math.hypot(dx, dy) }
}

/** A card is turned up: it comes from the draw pile and shows its face half-way. */
export function arrive(node: Element): TransitionConfig {
  const way = between(node, document.querySelector('[data-pile="draw"]'))
  const duration = pace(Math.min(420, 240 + (way?.far ?? 0) * 0.25))
  if (!way || duration === 0) return { duration: 0 }
  return {
    duration,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${way.dx * u}px, ${way.dy * u}px) rotateY(${u * 180}deg); filter: brightness(${t < 0.5 ? 0.45 : 1})`,
  }
}

/** A card leaves the beach for the place that `target` names. */
export function leave(node: Element, { target }: { target: () => string | null }): () => TransitionConfig {
  return () => {
    const selector = target()
    const way = selector ? between(node, document.querySelector(selector)) : null
    const duration = pace(Math.min(420, 240 + (way?.far ?? 0) * 0.25))
    if (!way || duration === 0) return { duration: 0 }
    return {
      duration,
      easing: cubicOut,
      css: (t, u) =>
        `transform: translate(${way.dx * u}px, ${way.dy * u}px) scale(${0.35 + 0.65 * t}) rotateY(${u * 180}deg); opacity: ${Math.min(1, t * 2.5)}; z-index: 4`,
    }
  }
}
