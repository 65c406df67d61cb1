// The two faces that come with the pages: Grenze for titles, Nunito Sans for text. Only what is nearly always written
// is loaded with the first page (`plain`); the rest of Latin comes when somebody's name needs it (`unicode-range` in
// src/faces/faces.css). The share card, which the server draws as a picture, gets them whole (`faces/*.ttf`).

import { createRequire } from 'node:module'
import { statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const FACES = [
  { name: 'display', file: '@fontsource/grenze/files/grenze-latin-700-normal', features: ['kern', 'lnum', 'tnum'] },
  { name: 'text', file: '@fontsource/nunito-sans/files/nunito-sans-latin-400-normal', features: [] },
  { name: 'text-bold', file: '@fontsource/nunito-sans/files/nunito-sans-latin-700-normal', features: [] },
]
const PLAIN = [[0x20, 0x21], [0x25, 0x29], [0x2b, 0x3b], [0x3d], [0x3f], [0x41, 0x5a], [0x61, 0x7a], [0xa0], [0xad], [0xb7], [0xc5], [0xd7], [0x2013, 0x2014], [0x2018, 0x2019], [0x201c, 0x201d], [0x2026], [0x2212]] // prettier-ignore
const LATIN = [[0x22, 0x24], [0x2a], [0x3c], [0x3e], [0x40], [0x5b, 0x60], [0x7b, 0x7e], [0xa1, 0xac], [0xae, 0xb6], [0xb8, 0xc4], [0xc6, 0xd6], [0xd8, 0xff], [0x152, 0x153], [0x201a, 0x201b]]

const spell = (ranges: number[][]) =>
  ranges
    .flatMap(([from = 0, to = from]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
    .join('')

const age = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Makes the files that src/faces/faces.css names, once, and hands the whole faces to the build. */
export function faces(): Plugin {
  const find = createRequire(import.meta.url).resolve
  const folder = fileURLToPath(new URL('src/faces/', import.meta.url))
  return {
    name: 'faces',
    async configResolved() {
      if (process.env.VITEST || FACES.every((f) => age(`${folder}${f.name}-more.woff2`) > age(fileURLToPath(import.meta.url)))) return
      const { default: subset } = await import('subset-font')
      await mkdir(folder, { recursive: true })
      for (const { name, file, features } of FACES) {
        const whole = await readFile(find(`${file}.woff2`))
        const kept = { targetFormat: 'woff2', keepFeatures: features } as const
        await writeFile(`${folder}${name}.woff2`, await subset(whole, spell(PLAIN), kept))
        await writeFile(`${folder}${name}-more.woff2`, await subset(whole, spell(LATIN), kept))
      }
    },
    async generateBundle() {
      const { default: subset } = await import('subset-font')
      for (const { name, file, features } of FACES) {
        const whole = await readFile(find(`${file}.woff2`))
        const all = { targetFormat: 'sfnt', keepFeatures: features } as const
        this.emitFile({ type: 'asset', fileName: `faces/${name}.ttf`, source: await subset(whole, spell([...PLAIN, ...LATIN]), all) })
      }
    },
  }
}
