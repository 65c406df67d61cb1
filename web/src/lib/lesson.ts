// What a step of a lesson makes of a move: as src/mischief/engine/lessons.py does, which tells the format.

import type { LessonMove, Step } from './protocol'

export function matches(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern
}

/** `done` if this is what is asked for, `more` if it is the beginning of it, `other` if it is something else. */
export function verdict(step: Step, text: string): 'done' | 'more' | 'other' {
  if (step.moves.some((wanted) => matches(wanted, text))) return 'done'
  return step.moves.some((wanted) => wanted.startsWith(text + ', ')) ? 'more' : 'other'
}

function closest<T>(book: Record<string, T>, text: string): T | undefined {
  const fitting = Object.keys(book).filter((pattern) => matches(pattern, text))
  const best = fitting.sort((a, b) => b.length - a.length)[0]
  return best === undefined ? undefined : book[best]
}

/** What is said to a move that is not asked for. */
export function answerTo(step: Step, text: string): string {
  return closest(step.wrong, text) ?? 'That is allowed, but try the other thing first.'
}

/** What others and the Dealer do after a move that was asked for. */
export function following(step: Step, text: string): LessonMove[] {
  return closest(step.then, text) ?? []
}
