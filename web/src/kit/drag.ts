// Dragging, a shortcut for tap and tap: a ghost at 60 % follows the pointer, the place under it is marked with
// `data-over` (see app.css), and a drop anywhere else, or Esc, puts the thing back. A short movement is still a tap. A
// finger that moves where something can be scrolled scrolls it; where nothing can, it drags.
//
//   <li use:drag={{ able: mayPick(i), onto: '[data-drop]', lift: () => pick(i), drop: (place) => lay(i, place) }}>

import { shrink } from './enlarge.svelte'

export interface Drag {
  /** Whether it can be dragged now. */
  able: boolean
  /** A selector of the places that take it. */
  onto: string
  /** It has left its place: select it, so that the places it may go to light up. */
  lift?: () => void
  drop: (place: HTMLElement) => void
  /** It was dropped elsewhere: forget what `lift` did. */
  cancel?: () => void
}

const FAR = 8 // px; less is a tap

/** Whether something around can be scrolled the way that a finger moves: up shows what lies below. */
function scrolls(node: HTMLElement, dx: number, dy: number): boolean {
  const upright = Math.abs(dy) > Math.abs(dx)
  for (let each = node.parentElement; each; each = each.parentElement) {
    const style = getComputedStyle(each)
    if (!/auto|scroll/.test(upright ? style.overflowY : style.overflowX)) continue
    const [at, most] = upright
      ? [each.scrollTop, each.scrollHeight - each.clientHeight]
      : [each.scrollLeft, each.scrollWidth - each.clientWidth]
    if ((upright ? dy : dx) < 0 ? at < most - 1 : at > 1) return true
  }
  return false
}

export function drag(node: HTMLElement, given: Drag): { update(next: Drag): void; destroy(): void } {
  let now = given
  let from: { x: number; y: number; id: number } | null = null
  let ghost: HTMLElement | null = null
  let over: HTMLElement | null = null

  const place = (event: PointerEvent) => document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>(now.onto) ?? null
  const mark = (next: HTMLElement | null) => {
    if (over === next) return
    over?.removeAttribute('data-over')
    next?.setAttribute('data-over', '')
    over = next
  }

  // The ghost stays among its own, for their colours, but in the top layer, where nothing cuts it off.
  function rise() {
    const box = node.getBoundingClientRect()
    ghost = document.createElement('div')
    ghost.className = 'dragged'
    ghost.inert = true
    ghost.setAttribute('aria-hidden', 'true')
    ghost.append(node.cloneNode(true))
    Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` })
    node.parentElement?.append(ghost)
    if (ghost.showPopover) {
      ghost.popover = 'manual'
      ghost.showPopover()
    }
    node.toggleAttribute('data-dragging', true)
    shrink()
    now.lift?.()
  }
  function move(event: PointerEvent) {
    if (!from || event.pointerId !== from.id) return
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (!ghost && Math.hypot(dx, dy) < FAR) return
    if (!ghost && event.pointerType !== 'mouse' && scrolls(node, dx, dy)) return stop()
    if (!ghost) rise()
    if (ghost) ghost.style.transform = `translate(${dx}px, ${dy}px)`
    mark(place(event))
  }
  function end(event: PointerEvent) {
    if (!from || event.pointerId !== from.id) return
    const carried = ghost !== null
    const target = carried && event.type === 'pointerup' ? place(event) : null
    stop()
    if (!carried) return
    swallow()
    if (target) now.drop(target)
    else now.cancel?.()
  }
  function key(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !ghost) return
    event.preventDefault()
    event.stopPropagation()
    stop()
    now.cancel?.()
  }
  /** The pointer's release must not count as a tap on what lies under it; whatever is pressed next does. */
  function swallow() {
    const hush = (event: MouseEvent) => {
      event.preventDefault()
      event.stopPropagation()
    }
    const enough = () => {
      removeEventListener('click', hush, { capture: true })
      removeEventListener('pointerdown', enough, { capture: true })
    }
    addEventListener('click', hush, { capture: true, once: true })
    addEventListener('pointerdown', enough, { capture: true })
    setTimeout(enough, 50)
  }
  function stop() {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    removeEventListener('keydown', key, { capture: true })
    mark(null)
    ghost?.remove()
    ghost = null
    from = null
    node.removeAttribute('data-dragging')
  }
  function start(event: PointerEvent) {
    if (!now.able || event.button !== 0 || !event.isPrimary) return
    from = { x: event.clientX, y: event.clientY, id: event.pointerId }
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    addEventListener('keydown', key, { capture: true })
  }
  const still = (event: Event) => event.preventDefault()
  /** While it is dragged by a finger, the page does not scroll. */
  const hold = (event: TouchEvent) => ghost && event.cancelable && event.preventDefault()
  const settle = () => node.toggleAttribute('data-draggable', now.able)

  node.addEventListener('pointerdown', start)
  node.addEventListener('dragstart', still)
  node.addEventListener('touchmove', hold, { passive: false })
  settle()
  return {
    update(next) {
      now = next
      settle()
    },
    destroy() {
      stop()
      node.removeEventListener('pointerdown', start)
      node.removeEventListener('dragstart', still)
      node.removeEventListener('touchmove', hold)
    },
  }
}
