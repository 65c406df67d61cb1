// The table's keys. Anything typed into a field is text, and nothing else.

export interface KeyActions {
  tab: (name: string) => void
  sheet: () => void
  hint?: () => void
  undo?: () => void
  menu?: () => void
  cancel: () => void
  extra?: (event: KeyboardEvent) => boolean
}

const TABS: Record<string, string> = { l: 'log', c: 'chat', n: 'notes', r: 'rules' }

export function shortcuts(actions: KeyActions): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (/^(input|select|textarea)$/i.test(target.tagName)) {
      if (event.key === 'Escape') target.blur()
      return
    }
    if (target.closest('dialog')) return
    if (actions.extra?.(event)) {
      event.preventDefault()
      return
    }
    const key = event.key
    if (key === 'Escape') actions.cancel()
    else if (key === '?') actions.sheet()
    else if (key.toLowerCase() === 'h') actions.hint?.()
    else if (key.toLowerCase() === 'u') actions.undo?.()
    else if (key.toLowerCase() === 'm') actions.menu?.()
    else if (TABS[key.toLowerCase()]) {
      event.preventDefault()
      actions.tab(TABS[key.toLowerCase()] as string)
    } else if (/^[1-9]$/.test(key)) pick(Number(key) - 1)
    else if (key === 'Enter' && (target === document.body || target.tagName === 'MAIN')) press()
    else return
  }
}

const ABLE = ':not([disabled], [inert] *)'

/** A digit picks from the hand, or, where there is none, from the action bar. Nothing keeps the focus, so that Enter
 *  is free for the main button: 2, 5, Enter. */
function pick(index: number): void {
  const zone = document.querySelector('[data-digits]') ?? document.querySelector('.actions')
  const found = zone?.querySelectorAll<HTMLElement>(`button${ABLE}`)[index]
  if (!found) return
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  found.click()
}

/** Enter with nothing in hand presses the one obvious button; where two are as good as each other, none is. */
function press(): void {
  for (const zone of ['.actions', '.board']) {
    const main = document.querySelectorAll<HTMLElement>(`${zone} .primary${ABLE}`)
    if (main.length > 1) return
    if (main.length === 1) return main[0]?.click()
  }
}
