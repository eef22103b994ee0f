import { parseMarkdown, plainText, type Block } from './markdown.ts'

/** What is searched and answered with: one heading of a page with what stands under it. */
export interface GuideSection {
  /** `transactions#operations`; the part before the first heading has no name behind the `#`. */
  readonly id: string
  readonly page: string
  readonly pageTitle: string
  readonly title: string
  readonly text: string
  /** How it begins, as Markdown: what an answer tells of it. */
  readonly excerpt: string
}

const longestExcerpt = 600
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]|]/g, String.raw`\$&`)

/** Paragraphs and lists; tables and examples are read on the page. */
function told(block: Block): string {
  if (block.kind === 'paragraph') return escaped(plainText(block.content))
  if (block.kind !== 'list') return ''
  return block.items
    .map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${escaped(plainText(item))}`)
    .join('\n')
}

function excerptOf(blocks: readonly Block[]): string {
  let excerpt = ''
  for (const text of blocks.map(told)) {
    if (text === '') continue
    if (excerpt !== '' && excerpt.length + text.length > longestExcerpt) break
    excerpt += `${excerpt === '' ? '' : '\n\n'}${text}`
  }
  return excerpt
}

const wordsOf = (block: Block): string => {
  if (block.kind === 'code') return block.text
  if (block.kind === 'picture') return block.words
  if (block.kind === 'list') return block.items.map(plainText).join('\n')
  if (block.kind !== 'table') return plainText(block.content)
  return [block.head, ...block.rows].map((row) => row.map(plainText).join(' ')).join('\n')
}

/** Pages are divided at their second and third headings. */
export function sectionsOf(page: string, source: string): GuideSection[] {
  const blocks = parseMarkdown(source)
  const first = blocks.find((block) => block.kind === 'heading')
  const pageTitle = first ? wordsOf(first) : page
  const sections: { anchor: string; title: string; blocks: Block[] }[] = [
    { anchor: '', title: pageTitle, blocks: [] },
  ]
  for (const block of blocks) {
    if (block === first) continue
    if (block.kind === 'heading') sections.push({ anchor: block.id, title: wordsOf(block), blocks: [] })
    else sections.at(-1)?.blocks.push(block)
  }
  return sections.map(({ anchor, title, blocks: own }) => ({
    id: `${page}#${anchor}`,
    page,
    pageTitle,
    title,
    text: own.map(wordsOf).join('\n'),
    excerpt: excerptOf(own),
  }))
}

/** Where a section is read in the console. */
export function guideRoute(id: string): string {
  const [page = '', anchor = ''] = id.split('#')
  return `/help?page=${page}${anchor === '' ? '' : `#${anchor}`}`
}
