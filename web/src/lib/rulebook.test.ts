// The rulebook in sections and blocks.

import { describe, expect, it } from 'vitest'
import { readRulebook, searchRulebook, spanText } from './rulebook'

const book = `# Last Crumb

Two to four rats.

## 1 A round

- **LC-1.1** A crumb is turned up,
  for all to see (see LC-2.1).
- **LC-1.2** All rats choose; with \`crumbs\` set to *scarce*, one of each.

| Paw | Worth |
|---|---|
| left | 1 |

## 2 The end

- **LC-2.1** Most crumbs win. <b>Not HTML</b>
`

describe('the rulebook', () => {
  const sections = readRulebook(book)
  it('has its clauses under their headings', () => {
    expect(sections.map((s) => s.title)).toEqual(['Last Crumb', '1 A round', '2 The end'])
    const first = sections[1]!.blocks[0]!
    expect(first).toMatchObject({ kind: 'clause', id: 'LC-1.1' })
    expect(first.kind === 'clause' && spanText(first.spans)).toBe('A crumb is turned up, for all to see (see LC-2.1).')
  })
  it('links mentions of clauses and reads tables', () => {
    const first = sections[1]!.blocks[0]!
    expect(first.kind === 'clause' && first.spans.some((s) => s.clause === 'LC-2.1')).toBe(true)
    expect(sections[1]!.blocks[2]).toMatchObject({ kind: 'table', rows: [[[{ text: 'left' }], [{ text: '1' }]]] })
  })
  it('keeps markup of others as plain text', () => {
    const last = sections[2]!.blocks[0]!
    expect(last.kind === 'clause' && spanText(last.spans)).toContain('<b>Not HTML</b>')
  })
  it('finds clauses by all the words of a query', () => {
    const found = searchRulebook(sections, 'rats scarce')
    expect(found).toHaveLength(1)
    expect(found[0]!.blocks).toHaveLength(1)
    expect(searchRulebook(sections, 'lc-2.1').length).toBe(2)
  })
})
