// "What is this?": while somebody asks, a tap on anything of the table explains its words instead of doing something.

import { shownAt } from './pointing'
import type { Glossary } from './terms'

export const asking: { on: boolean } = $state({ on: false })

const STOPS = 'button, a[href], input, select, textarea, summary, [role="slider"]'
const MARK = 'data-explains'
const MANY = 6 // words at once are read; more would be a page

export interface Answer {
  at: HTMLElement
  says: string // of the piece that was asked about
  terms: string[]
}

/** Whatever in a zone holds words of the game, with these words: buttons as wholes, other texts where they stand. What
 *  explains itself (dotted words) and whatever lies in a part of its own (`data-unasked`) is left alone. */
export function explainable(zone: Element, glossary: Glossary): Map<HTMLElement, string[]> {
  const texts = new Map<HTMLElement, string[]>()
  for (const each of zone.querySelectorAll('*')) {
    const own = [...each.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : []))
    const said = [own.join(' '), each.getAttribute('aria-label') ?? '', each.getAttribute('title') ?? ''].join(' ').trim()
    if (!said || each.closest('[data-unasked], .term')) continue
    const host = hostOf(each)
    if (host && zone.contains(host)) texts.set(host, [...(texts.get(host) ?? []), said])
  }
  const found = new Map<HTMLElement, string[]>()
  for (const [host, said] of texts) {
    const terms = glossary.find(`${host.matches(STOPS) ? (host.textContent ?? '') : ''} ${said.join(' ')}`)
    if (terms.length) found.set(host, terms)
  }
  return found
}

/** What the reader of a text would tap: the button it is on or, of a drawn face, the one that lies over it. */
function hostOf(text: Element): HTMLElement | null {
  const button = text.closest<HTMLElement>(STOPS)
  if (button) return button
  const face = text.closest('[aria-hidden="true"]:not([aria-hidden="true"] *)')
  const around = (face?.parentElement ?? text).closest<HTMLElement>(':not(.unseen):not(svg):not(svg *)')
  return (face && around?.querySelector<HTMLElement>(STOPS)) || around
}

/** What a tap there asks about: the piece, and the words on it or nearest around it. */
export function answer(
  target: Element,
  zone: Element,
  glossary: Glossary,
  pieceSays: (piece: string) => string,
): Answer | null {
  const shown = shownAt(target)
  const piece = shown && !shown.sort ? target.closest<HTMLElement>('[data-piece]') : null
  const says = piece ? pieceSays(piece.dataset.piece ?? '') : ''
  const all = explainable(zone, glossary)
  for (let at: Element | null = target; at && at !== zone; at = at.parentElement) {
    const inside = [...all].filter(([host]) => at.contains(host)).flatMap(([, terms]) => terms)
    const terms = [...new Set([...(at === piece ? glossary.find(says) : []), ...inside])]
    if (at === piece || (terms.length && terms.length <= MANY)) return { at: (piece ?? at) as HTMLElement, says, terms }
    if (all.has(at as HTMLElement)) return { at: at as HTMLElement, says, terms }
  }
  return null
}

/** Outline what can be asked about, and let the keyboard reach it, as long as the table stands in this mode. */
export function markWhatExplains(zone: HTMLElement, glossary: Glossary): () => void {
  const reached = new Set<HTMLElement>()
  function mark() {
    for (const host of explainable(zone, glossary).keys()) {
      host.setAttribute(MARK, '')
      if (host.matches(STOPS) || host.tabIndex >= 0) continue
      host.tabIndex = 0
      reached.add(host)
    }
  }
  const watcher = new MutationObserver(mark)
  watcher.observe(zone, { childList: true, subtree: true, characterData: true })
  mark()
  return () => {
    watcher.disconnect()
    for (const host of zone.querySelectorAll(`[${MARK}]`)) host.removeAttribute(MARK)
    for (const host of reached) host.removeAttribute('tabindex')
  }
}

/** A button that cannot be pressed now hears no tap: the one that lies at a place. */
export function deafAt(zone: Element, x: number, y: number): Element | null {
  return (
    [...zone.querySelectorAll('button:disabled')].find((button) => {
      const box = button.getBoundingClientRect()
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
    }) ?? null
  )
}
