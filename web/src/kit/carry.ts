// Pieces have weight: what an event moves is lifted, travels along its way above everything else, and lands. A copy
// travels; the piece itself lies where the view has it. Nothing moves where motion is off.

import { pace } from '../lib/device/prefs.svelte'

const MOST = 4 // of a heap that travels: more of them look the same

/** A way in CSS, `t` from 0 to 1: a little higher and larger half-way than a straight line. */
export function arc(dx: number, dy: number, t: number): string {
  const up = 4 * t * (1 - t)
  return `translate(${dx * (1 - t)}px, ${dy * (1 - t) - up * Math.min(48, Math.hypot(dx, dy) * 0.15)}px) scale(${1 + 0.08 * up})`
}

const find = (place: string): Element | null => document.querySelector(place)

/** Copies of a drawing travel from one place to another, each named by a selector. */
export function carry(drawing: string, from: string, to: string, pieces = 1): void {
  const [what, a, b] = [find(drawing), find(from)?.getBoundingClientRect(), find(to)?.getBoundingClientRect()]
  const size = what?.getBoundingClientRect()
  if (!what || !size?.width || !a?.width || !b?.width || pace(1) === 0) return
  const left = b.left + (b.width - size.width) / 2
  const top = b.top + (b.height - size.height) / 2
  const dx = a.left + a.width / 2 - b.left - b.width / 2
  const dy = a.top + a.height / 2 - b.top - b.height / 2
  const ms = pace(Math.min(560, 260 + Math.hypot(dx, dy) * 0.3))
  for (let i = 0; i < Math.min(pieces, MOST); i++) {
    const ghost = document.createElement('div')
    ghost.className = 'carried'
    ghost.inert = true
    ghost.ariaHidden = 'true'
    ghost.append(what.cloneNode(true))
    for (const part of ghost.querySelectorAll<HTMLElement>('[data-testid], [data-piece]')) {
      delete part.dataset.testid
      delete part.dataset.piece
    }
    Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${size.width}px`, height: `${size.height}px` })
    document.body.append(ghost)
    const steps = [0, 0.25, 0.5, 0.75, 1].map((t) => ({ transform: arc(dx, dy, t), opacity: t === 1 ? 0.2 : 1 }))
    const flight = ghost.animate(steps, { duration: ms, delay: i * pace(70), easing: 'cubic-bezier(0.35, 0, 0.3, 1)', fill: 'both' })
    flight.onfinish = flight.oncancel = () => ghost.remove()
  }
}
