// What of a rulebook speaks of what somebody looks for.

import { describe, expect, it } from 'vitest'
import type { Section, Span } from './protocol'
import { blockText, searchRulebook } from './rulebook'

const says = (text: string): Span[] => [{ text }]
const book: Section[] = [
  { title: 'Last Crumb', level: 1, anchor: 'last-crumb', blocks: [{ kind: 'paragraph', spans: says('Few rats.') }] },
  {
    title: '1 A round',
    level: 2,
    anchor: '1-a-round',
    blocks: [
      { kind: 'clause', id: 'LC-1.1', spans: [{ text: 'See ' }, { text: 'LC-2.1', clause: 'LC-2.1' }], more: [] },
      {
        kind: 'clause',
        id: 'LC-1.2',
        spans: says('All rats choose;'),
        more: [{ kind: 'item', mark: '', spans: says('scarce crumbs: one of each') }],
      },
      { kind: 'table', head: [says('Paw'), says('Worth')], rows: [[says('left'), says('1')]] },
      { kind: 'example', blocks: [{ kind: 'paragraph', spans: says('Ada shows her left paw.') }] },
    ],
  },
  {
    title: '2 The end',
    level: 2,
    anchor: '2-the-end',
    blocks: [{ kind: 'clause', id: 'LC-2.1', spans: says('Most crumbs win.'), more: [] }],
  },
]
const found = (query: string) => searchRulebook(book, query).map((s) => s.blocks.map(blockText))

describe('searching the rulebook', () => {
  it('finds blocks by all the words of a query, also in what is set in below a clause', () => {
    expect(found('rats scarce')).toEqual([['LC-1.2 All rats choose; scarce crumbs: one of each']])
  })
  it('finds a clause by its id and wherever it is mentioned', () => {
    expect(found('lc-2.1').flat()).toEqual(['LC-1.1 See LC-2.1', 'LC-2.1 Most crumbs win.'])
  })
  it('looks into tables and examples', () => {
    expect(found('left').flat()).toEqual(['Paw Worth left 1', 'Ada shows her left paw.'])
  })
  it('shows all of a chapter whose heading matches', () => {
    expect(found('round')[0]).toHaveLength(4)
  })
  it('shows everything to whoever looks for nothing', () => {
    expect(searchRulebook(book, ' ')).toEqual(book)
  })
})
