// Imports go one way: whoever looks for something knows in which folder it can be, and a board never needs the shell.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const MAY: Record<string, string[]> = {
  lib: [],
  art: ['lib'],
  kit: ['art', 'lib'],
  boards: ['kit', 'art', 'lib'],
  shell: ['boards', 'kit', 'art', 'lib'],
  pages: ['shell', 'boards', 'kit', 'art', 'lib'],
}
const SRC = join(process.cwd(), 'src')
const FROM = /(?:from|import)\s*\(?\s*'(\.[^']*)'/g

/** Every import from one folder of `src` to another, as "folder/file -> folder/file". */
function imports(): { file: string; from: string; to: string; what: string }[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name))
  return files.flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(FROM)].map((found) => {
      const what = normalize(join(dirname(file), found[1] as string))
      return { file, what, from: file.split('/')[0] as string, to: what.split('/')[0] as string }
    }),
  )
}

it('reads the imports at all', () => {
  expect(imports().length).toBeGreaterThan(300)
})

it('lets imports between folders go one way', () => {
  const wrong = imports().filter(({ from, to }) => from in MAY && to in MAY && from !== to && !MAY[from]?.includes(to))
  expect(wrong.map(({ file, what }) => `${file} -> ${what}`)).toEqual([])
})

it('keeps every board to itself', () => {
  const strangers = imports().filter(({ file, what, from, to }) => {
    const [, mine, inside] = file.split('/')
    const [, theirs, other] = what.split('/')
    return from === 'boards' && to === 'boards' && inside !== undefined && other !== undefined && mine !== theirs
  })
  expect(strangers.map(({ file, what }) => `${file} -> ${what}`)).toEqual([])
})
