// First lessons, as data. Each is a bundle of its own.

import type { Lesson } from './lesson'

const found = import.meta.glob<{ lesson: Lesson }>('./*-lesson.ts')

export function hasLesson(game: string): boolean {
  return `./${game}-lesson.ts` in found
}

export async function loadLesson(game: string): Promise<Lesson | null> {
  const loader = found[`./${game}-lesson.ts`]
  return loader ? (await loader()).lesson : null
}
