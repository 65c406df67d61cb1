// A rulebook in Markdown becomes sections of blocks that a drawer can search and link by clause.

export interface Span {
  text: string
  strong?: boolean
  emphasis?: boolean
  code?: boolean
  clause?: string // a mention of a clause, to link to
}

export type Block =
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'clause'; id: string; spans: Span[] }
  | { kind: 'item'; spans: Span[] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }

export interface Section {
  title: string
  level: number
  anchor: string
  blocks: Block[]
}

const CLAUSE = /\b([A-Z]{2}-(?:[A-Z]\.)?\d+(?:\.\d+)?[a-z]?)\b/

export function readRulebook(markdown: string): Section[] {
  const sections: Section[] = []
  let section: Section = { title: '', level: 1, anchor: 'top', blocks: [] }
  let open: string[] | null = null // lines of the block being read
  let table: string[] = []

  const close = () => {
    if (open !== null && open.length > 0) section.blocks.push(readBlock(open.join(' ')))
    open = null
    if (table.length > 0) section.blocks.push(readTable(table))
    table = []
  }
  for (const line of markdown.split('\n')) {
    const heading = /^(#{1,4})\s+(.*)$/.exec(line)
    if (heading) {
      close()
      if (section.blocks.length > 0 || section.title) sections.push(section)
      const title = (heading[2] as string).trim()
      section = { title, level: (heading[1] as string).length, anchor: slug(title), blocks: [] }
    } else if (line.trim() === '') close()
    else if (/^\s*\|/.test(line)) {
      if (open) close()
      table.push(line.trim())
    } else if (/^\s*([-*]|\d+\.)\s+/.test(line)) {
      close()
      open = [line.trim()]
    } else {
      if (table.length > 0) close()
      open = [...(open ?? []), line.trim()]
    }
  }
  close()
  sections.push(section)
  return sections
}

function readBlock(text: string): Block {
  const clause = /^[-*]\s+\*\*([A-Z]{2}-[\w.]+)\*\*\s*(.*)$/s.exec(text)
  if (clause) return { kind: 'clause', id: clause[1] as string, spans: readSpans(clause[2] as string) }
  const item = /^(?:[-*]|\d+\.)\s+(.*)$/s.exec(text)
  if (item) return { kind: 'item', spans: readSpans(item[1] as string) }
  return { kind: 'paragraph', spans: readSpans(text) }
}

function readTable(lines: string[]): Block {
  const cells = (line: string) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((c) => readSpans(c.trim()))
  const body = lines.filter((l) => !/^\|?[\s:|-]+\|?$/.test(l))
  const headed = body.length < lines.length
  return {
    kind: 'table',
    head: headed && body[0] ? cells(body[0]) : [],
    rows: (headed ? body.slice(1) : body).map(cells),
  }
}

/** Bold, italics, code, and mentions of clauses. Everything else is plain text: nothing is ever read as HTML. */
export function readSpans(text: string): Span[] {
  const spans: Span[] = []
  const marks = /\*\*(.+?)\*\*|`([^`]+)`|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g
  let from = 0
  for (const m of text.matchAll(marks)) {
    spans.push(...mentions(text.slice(from, m.index)))
    from = m.index + m[0].length
    if (m[1] !== undefined) spans.push(...mentions(m[1]).map((s) => ({ ...s, strong: true })))
    else if (m[2] !== undefined) spans.push({ text: m[2], code: true })
    else if (m[3] !== undefined) spans.push(...mentions(m[3]).map((s) => ({ ...s, emphasis: true })))
    else spans.push(...mentions(m[4] as string))
  }
  spans.push(...mentions(text.slice(from)))
  return spans
}

function mentions(text: string): Span[] {
  const spans: Span[] = []
  let rest = text
  for (let m = CLAUSE.exec(rest); m; m = CLAUSE.exec(rest)) {
    if (m.index > 0) spans.push({ text: rest.slice(0, m.index) })
    spans.push({ text: m[1] as string, clause: m[1] as string })
    rest = rest.slice(m.index + m[0].length)
  }
  if (rest) spans.push({ text: rest })
  return spans
}

export function spanText(spans: readonly Span[]): string {
  return spans.map((s) => s.text).join('')
}

export function blockText(block: Block): string {
  if (block.kind === 'table') return [block.head, ...block.rows].flat().map(spanText).join(' ')
  return (block.kind === 'clause' ? block.id + ' ' : '') + spanText(block.spans)
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

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
