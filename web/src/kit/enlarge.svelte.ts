// Enlarge a card or any small face: rest the pointer on it for 400 ms, hold it with a finger, or press E on it.
// Never needed to play: everything that is told here is also in the face's label.
//
//   <span class="face" use:enlarge={{ text: 'All that the card says' }}>...</span>

const REST = 400
const SLIP = 10 // px that a holding finger may move
const LARGE = 190 // px: what is drawn that wide can be read as it is

export interface Enlargeable {
  /** The full text under the enlarged face; left out, the label of the button inside. */
  text?: string
  /** Whether there is anything to see: a card's back has nothing. */
  off?: boolean
}

export interface Enlarged {
  face: HTMLElement // a copy
  text: string
  at: DOMRect
  width: number
  height: number
}

export const enlarged: { now: Enlarged | null } = $state({ now: null })
let owner: HTMLElement | null = null

export function shrink(): void {
  enlarged.now = null
  owner = null
}

/** A copy that can be looked at and nothing else. */
function copy(node: HTMLElement): HTMLElement {
  const face = node.cloneNode(true) as HTMLElement
  for (const each of [face, ...face.querySelectorAll<HTMLElement>('*')]) {
    for (const name of ['id', 'data-testid', 'data-piece', 'data-sort', 'data-seat', 'tabindex', 'aria-label', 'role'])
      each.removeAttribute(name)
  }
  for (const button of face.querySelectorAll('.hit')) button.remove()
  face.classList.remove('can', 'chosen', 'shaking', 'legal')
  // What it had from the things around it, it has not got any more: its colours go with it.
  const worn = getComputedStyle(node)
  face.style.backgroundColor = worn.backgroundColor
  face.style.color = worn.color
  if ('computedStyleMap' in node)
    for (const [name, value] of node.computedStyleMap())
      if (name.startsWith('--')) face.style.setProperty(name, value.toString())
  face.setAttribute('aria-hidden', 'true')
  face.inert = true
  return face
}

function show(node: HTMLElement, wish: Enlargeable): void {
  const at = node.getBoundingClientRect()
  if (wish.off || at.width === 0) return
  const label = node.querySelector('[aria-label]')?.getAttribute('aria-label') ?? node.getAttribute('aria-label') ?? ''
  owner = node
  enlarged.now = { face: copy(node), text: wish.text || label, at, width: node.offsetWidth, height: node.offsetHeight }
}

export function enlarge(node: HTMLElement, wish: Enlargeable = {}) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: { x: number; y: number } | null = null
  let held = false

  function cancel(): void {
    clearTimeout(timer)
    from = null
    if (owner === node) shrink()
  }
  function enter(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || event.buttons) return
    clearTimeout(timer)
    timer = setTimeout(() => node.offsetWidth < LARGE && show(node, wish), REST)
  }
  function down(event: PointerEvent): void {
    cancel()
    held = false
    if (event.pointerType === 'mouse') return
    from = { x: event.clientX, y: event.clientY }
    timer = setTimeout(() => {
      held = true
      show(node, wish)
    }, REST)
  }
  function slip(event: PointerEvent): void {
    if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP) cancel()
  }
  /** The click that ends a long press plays nothing. */
  function swallow(event: MouseEvent): void {
    if (!held) return
    held = false
    event.preventDefault()
    event.stopPropagation()
  }
  function menu(event: Event): void {
    if (held || from) event.preventDefault()
  }
  function key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key.toLowerCase() === 'e') {
      if (owner === node) shrink()
      else show(node, wish)
      event.stopPropagation()
    } else if (event.key === 'Escape' && owner === node) {
      shrink()
      event.stopPropagation()
    }
  }

  const heard: [string, EventListener, boolean][] = [
    ['pointerenter', enter as EventListener, false],
    ['pointerleave', cancel, false],
    ['pointerdown', down as EventListener, false],
    ['pointermove', slip as EventListener, false],
    ['pointerup', cancel, false],
    ['pointercancel', cancel, false],
    ['click', swallow as EventListener, true],
    ['contextmenu', menu, false],
    ['keydown', key as EventListener, false],
    ['focusout', cancel, false],
  ]
  for (const [name, listen, early] of heard) node.addEventListener(name, listen, early)
  return {
    update: (next: Enlargeable) => void (wish = next),
    destroy() {
      cancel()
      for (const [name, listen, early] of heard) node.removeEventListener(name, listen, early)
    },
  }
}
