// No word without an explanation: whatever a board says in print is in its game's glossary, or is plain English.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'svelte/compiler'
import { expect, test } from 'vitest'
import { Glossary } from '../lib/terms'

const HERE = join(process.cwd(), 'src/boards')
const GAMES: Record<string, string> = {
  piratz: 'piratz',
  'high-tea': 'high_tea',
  'rattus-cartus': 'rattus_cartus',
  'doctor-rat': 'doctor_rat',
  'pie-rats': 'pie_rats',
}
const PLAIN = new Set(readFileSync(join(process.cwd(), '../tests/shared/plain_words.txt'), 'utf-8').split(/\s+/))
const IN_MOVES = new Set(['spec', 'st', 'yuck', 'cross', 'crown', 'target']) // texts of moves, names of drawings: not printed
const PRINTED = /^(aria-label|title|label|name|says|say|placeholder|text|alt)$/

/** The words of a game as its coach.toml has them. */
function glossaryOf(folder: string): Glossary {
  const source = readFileSync(join(process.cwd(), `../src/mischief/games/${folder}/coach.toml`), 'utf-8')
  const terms: Record<string, { means: string; clause: string; also: string[] }> = {}
  for (const part of source.split(/^\[/m)) {
    const word = /^terms\.(?:"([^"]+)"|([\w-]+))\]/.exec(part)
    const also = /^also = \[([^\]]*)\]/m.exec(part)?.[1] ?? ''
    if (word) terms[word[1] ?? word[2] ?? ''] = { means: '', clause: '', also: [...also.matchAll(/"([^"]*)"/g)].map((m) => m[1] ?? '') }
  }
  return new Glossary(terms)
}

type Branch = Record<string, unknown> & { type?: string }

/** Every text that a component can print: what stands between tags, in labels, and in the sentences of its script. */
function printed(node: unknown, found: string[]): void {
  if (Array.isArray(node)) return node.forEach((each) => printed(each, found))
  if (!node || typeof node !== 'object') return
  const branch = node as Branch
  if (branch.type === 'Text') found.push(String(branch.data))
  else if (branch.type === 'Literal' && typeof branch.value === 'string') sentence(branch.value, found)
  else if (branch.type === 'TemplateLiteral') {
    const parts = (branch.quasis as { value: { cooked: string } }[]).map((q) => q.value.cooked)
    sentence(parts.join(' 0 '), found)
    printed(branch.expressions, found)
  } else if (/^(ImportDeclaration|StyleSheet|StyleDirective|Comment|TSTypeAnnotation|TSInterfaceDeclaration|TSTypeAliasDeclaration)$/.test(branch.type ?? '')) return
  else if (branch.type === 'Attribute' && !PRINTED.test(String(branch.name)))
    printed((Array.isArray(branch.value) ? branch.value : [branch.value]).filter((v) => (v as Branch)?.type !== 'Text'), found)
  else for (const [key, value] of Object.entries(branch)) if (!/^(css|parent|loc|leadingComments|trailingComments|metadata|comments)$/.test(key)) printed(value, found)
}

function sentence(text: string, found: string[]): void {
  if (/<|\dpx|var\(|\bms\b/.test(text)) return // a drawing, or a style
  if (/^[A-Z][a-z]/.test(text) || /[a-z]{2} [a-z]/.test(text)) found.push(text)
}

function strange(game: string, folder: string): string[] {
  const glossary = glossaryOf(folder)
  const found: string[] = []
  for (const file of readdirSync(join(HERE, game))) {
    if (!/\.(svelte|ts)$/.test(file) || file.includes('.test.') || file === 'motion.ts') continue // motion names places, and prints nothing
    const source = readFileSync(join(HERE, game, file), 'utf-8')
    printed(parse(file.endsWith('.ts') ? `<script lang="ts">\n${source}\n</script>` : source, { modern: true }), found)
  }
  const unexplained = found.flatMap((text) =>
    glossary.split(text.replaceAll('\u00ad', ''), new Forgetful()).flatMap((piece) => (piece.term ? [] : (piece.text.match(/[A-Za-z][A-Za-z'-]*[a-z]/g) ?? []))),
  )
  return [...new Set(unexplained.map((word) => word.toLowerCase()))].filter((word) => !PLAIN.has(word) && !IN_MOVES.has(word)).sort()
}

/** Every place counts, not the first alone. */
class Forgetful extends Set<string> {
  override has(): boolean {
    return false
  }
}

test.each(Object.entries(GAMES))('every word printed on the board of %s is explained or plain', (game, folder) => {
  expect(strange(game, folder)).toEqual([])
})
