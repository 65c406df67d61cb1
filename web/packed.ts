// Beside every script and style lies a copy as brotli packs it, a tenth smaller than gzip: the server sends whichever
// a browser takes (server/speaking/pages.py).

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)

export function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
      await Promise.all(
        files.map(async (name) => writeFile(join(dir, `${name}.br`), await brotli(await readFile(join(dir, name))))),
      )
    },
  }
}
