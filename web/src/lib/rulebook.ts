// A rulebook as the server has read it: its words, and what of it speaks of what somebody looks for.

import type { Block, Section, Span } from './protocol'

export function spanText(spans: readonly Span[]): string {
  return spans.map((s) => s.text).join('')
}

export function blockText(block: Block): string {
  switch (block.kind) {
    case 'table':
      return [block.head, ...block.rows].flat().map(spanText).join(' ')
    case 'example':
      return block.blocks.map(blockText).join(' ')
    case 'clause':
      return [block.id, spanText(block.spans), ...block.more.map(blockText)].join(' ')
    default:
      return spanText(block.spans)
  }
}

/** The sections with only the blocks that hold every word of the query; headings match for all their blocks. */
export function searchRulebook(sections: readonly Section[], query: string): Section[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...sections]
  const holds = (text: string) => wanted.every((w) => text.toLowerCase().includes(w))
  return sections
    .map((s) => ({ ...s, blocks: holds(s.title) ? s.blocks : s.blocks.filter((b) => holds(blockText(b))) }))
    .filter((s) => s.blocks.length > 0)
}
