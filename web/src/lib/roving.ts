// Roving focus: Tab goes from zone to zone, arrows move inside one. Exactly one button of a zone is in the tab order. A
// zone inside another keeps its own; one marked `data-roving="off"` is left to Tab alone (a field among its buttons).

const STOPS = 'button:not([disabled]), a[href], [role="slider"], input, select, textarea'

export function roving(zone: HTMLElement): { destroy(): void } {
  let current: HTMLElement | null = null

  const own = () => [...zone.querySelectorAll<HTMLElement>(STOPS)].filter((e) => e.closest('[data-roving]') === zone)
  const seen = (e: HTMLElement) => e.offsetParent !== null
  const stops = () => own().filter((e) => seen(e) || e === current)
  // What Tab passes by may be hidden or not; only the one where it stops has to be seen, and to ask that of each costs.
  const settle = () => {
    const mine = own()
    if (!current || !mine.includes(current)) current = mine.find(seen) ?? null
    for (const each of mine) {
      const index = each === current ? 0 : -1
      if (each.tabIndex !== index) each.tabIndex = index
    }
  }
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    // A field has its own arrows, and a zone that has the focus itself is one that scrolls.
    if (target === zone || /^(input|select|textarea)$/i.test(target.tagName) || event.altKey || event.ctrlKey || event.metaKey) return
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const all = stops()
    if (all.length === 0) return
    const at = Math.max(0, all.indexOf(target))
    let next: number
    if (step) next = (at + step + all.length) % all.length
    else if (event.key === 'Home') next = 0
    else if (event.key === 'End') next = all.length - 1
    else return
    event.preventDefault()
    event.stopPropagation()
    current = all[next] as HTMLElement
    settle()
    current.focus()
  }
  const onFocus = (event: FocusEvent) => {
    const target = event.target as HTMLElement
    if (stops().includes(target)) {
      current = target
      settle()
    }
  }
  const watcher = new MutationObserver(settle)
  watcher.observe(zone, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  zone.dataset.roving = 'on'
  zone.addEventListener('keydown', onKey)
  zone.addEventListener('focusin', onFocus)
  settle()
  return {
    destroy() {
      watcher.disconnect()
      zone.removeEventListener('keydown', onKey)
      zone.removeEventListener('focusin', onFocus)
    },
  }
}
