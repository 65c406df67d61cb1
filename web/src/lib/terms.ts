// The words of a game that a newcomer may not know, from its coach: found in any sentence, explained by a tap.

import type { Term } from './protocol'

export interface Piece {
  text: string
  term?: string // the word that explains it
}

const none = {}
const known = new WeakMap<object, Glossary>()

/** The glossary of these terms; made once, since every sentence at a table asks for it. */
export function glossaryOf(terms: Readonly<Record<string, Term>> = none): Glossary {
  let made = known.get(terms)
  if (!made) known.set(terms, (made = new Glossary(terms)))
  return made
}

export class Glossary {
  readonly words: readonly string[]
  readonly #forms = new Map<string, string>() // every form in small letters, to the word
  readonly #any: RegExp | null

  constructor(readonly terms: Readonly<Record<string, Term>>) {
    this.words = Object.keys(terms).sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }))
    for (const word of this.words) for (const form of [word, ...(terms[word]?.also ?? [])]) this.#forms.set(form.toLowerCase(), word)
    const longest = [...this.#forms.keys()].sort((a, b) => b.length - a.length).map((form) => form.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    this.#any = longest.length ? new RegExp(`(?<![\\w-])(?:${longest.join('|')})(?![\\w-])`, 'gi') : null
  }

  /** A sentence in pieces; each word that can be explained is marked where it comes up first. */
  split(text: string, seen = new Set<string>()): Piece[] {
    const found: Piece[] = []
    let from = 0
    for (const match of this.#any ? text.matchAll(this.#any) : []) {
      const term = this.#forms.get(match[0].toLowerCase())
      if (term === undefined || seen.has(term)) continue
      seen.add(term)
      if (match.index > from) found.push({ text: text.slice(from, match.index) })
      found.push({ text: match[0], term })
      from = match.index + match[0].length
    }
    if (from < text.length) found.push({ text: text.slice(from) })
    return found
  }

  /** The words in a text that can be explained, in the order in which they come up; places where they may be broken are no letters. */
  find(text: string): string[] {
    return this.split(text.replaceAll('\u00ad', '')).flatMap((piece) => piece.term ?? [])
  }

  says(word: string): string {
    return `${word}: ${this.terms[word]?.means ?? ''}`
  }

  clause(word: string): string {
    return this.terms[word]?.clause ?? ''
  }
}
