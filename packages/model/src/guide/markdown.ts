/** Text within a block. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly Inline[] }

export interface TableBlock {
  readonly kind: 'table'
  readonly head: readonly (readonly Inline[])[]
  readonly rows: readonly (readonly (readonly Inline[])[])[]
}

/** A picture of the guide, on a line of its own. */
export interface PictureBlock {
  readonly kind: 'picture'
  /** The file in `docs/guide/pictures`, without its ending. */
  readonly name: string
  /** What is seen on it, in words. */
  readonly words: string
}

export type Block =
  | {
      readonly kind: 'heading'
      readonly level: number
      readonly id: string
      readonly content: readonly Inline[]
    }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | PictureBlock
  | TableBlock

/** Longer than any marked words; without an end to look for, an open bracket would be looked after to the end of the text. */
const longest = 500

const marks = new RegExp(
  [
    '\\\\(?<escaped>[\\\\`*_\\[\\]|])',
    `\`(?<code>[^\`\\n]{1,${longest}})\``,
    `\\*\\*(?<strong>[^*\\n]{1,${longest}})\\*\\*`,
    `\\*(?<emphasis>[^*\\s](?:[^*\\n]{0,${longest}}[^*\\s])?)\\*`,
    `\\[(?<label>[^\\]\\n]{1,${longest}})\\]\\((?<href>[^)\\s]{1,${longest}})\\)`,
  ].join('|'),
  'g',
)

function inlineOf({
  code,
  escaped,
  strong,
  emphasis,
  label = '',
  href,
}: Partial<Record<string, string>>): Inline {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', content: parseInline(strong) }
  if (emphasis !== undefined) return { kind: 'emphasis', content: parseInline(emphasis) }
  if (href !== undefined) return { kind: 'link', href, content: parseInline(label) }
  return { kind: 'text', text: escaped ?? '' }
}

/** The marks this reads; everything else, markup of HTML too, is text. */
function parseInline(text: string): Inline[] {
  const found: Inline[] = []
  let at = 0
  const upTo = (end: number) => {
    if (end > at) found.push({ kind: 'text', text: text.slice(at, end) })
  }
  for (const match of text.matchAll(marks)) {
    upTo(match.index)
    found.push(inlineOf(match.groups ?? {}))
    at = match.index + match[0].length
  }
  upTo(text.length)
  return found
}

export const plainText = (content: readonly Inline[]): string =>
  content.map((part) => ('text' in part ? part.text : plainText(part.content))).join('')

/** As GitHub names headings, so that links work there too. */
const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const fence = /^\s{0,3}```/
const heading = /^(#{1,6})\s+(.*?)\s*#*$/
const listItem = /^\s*(?:([-*])|(\d{1,9})[.)])\s+(.*)$/
const tableRule = /^\s*\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?\s*)?$/
const picture = /^!\[([^\]\n]{1,500})\]\(pictures\/([a-z0-9-]{1,60})\.png\)\s*$/
const comment = /^\s*<!--.*-->\s*$/

const cellsOf = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => parseInline(cell.trim()))

/** Reads one kind of block at the beginning of the lines; how many lines it took, or none. */
type Reader = (lines: readonly string[]) => { readonly block: Block | null; readonly taken: number } | null

const readCode: Reader = ([first = '', ...rest]) => {
  if (!fence.test(first)) return null
  const end = rest.findIndex((line) => fence.test(line))
  const inside = end === -1 ? rest : rest.slice(0, end)
  return { block: { kind: 'code', text: inside.join('\n') }, taken: inside.length + (end === -1 ? 1 : 2) }
}

const readPicture: Reader = ([first = '']) => {
  const [, words, name] = picture.exec(first) ?? []
  return words === undefined || name === undefined
    ? null
    : { block: { kind: 'picture', name, words }, taken: 1 }
}

const readHeading: Reader = ([first = '']) => {
  const [, hashes, words = ''] = heading.exec(first) ?? []
  if (hashes === undefined) return null
  const content = parseInline(words)
  const id = headingId(plainText(content))
  return { block: { kind: 'heading', level: hashes.length, id, content }, taken: 1 }
}

const readTable: Reader = (lines) => {
  const [head = '', rule = ''] = lines
  if (!head.includes('|') || !tableRule.test(rule)) return null
  const end = lines.findIndex((line, index) => index > 1 && !line.includes('|'))
  const rows = lines.slice(2, end === -1 ? undefined : end)
  return { block: { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }, taken: rows.length + 2 }
}

const readList: Reader = (lines) => {
  const [, bullet, number] = listItem.exec(lines[0] ?? '') ?? []
  if (bullet === undefined && number === undefined) return null
  const items: string[] = []
  let taken = 0
  for (const line of lines) {
    const item = listItem.exec(line)
    if (item) items.push(item[3] ?? '')
    else if (line.trim() === '' || !/^\s/.test(line)) break
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
    taken++
  }
  return { block: { kind: 'list', ordered: number !== undefined, items: items.map(parseInline) }, taken }
}

const readNothing: Reader = ([first = '']) =>
  first.trim() === '' || comment.test(first) ? { block: null, taken: 1 } : null

const special: readonly Reader[] = [readNothing, readCode, readHeading, readPicture, readTable, readList]

const readParagraph = (lines: readonly string[]) => {
  const end = lines.findIndex(
    (_, index) => index > 0 && special.some((read) => read(lines.slice(index, index + 2))),
  )
  const own = end === -1 ? lines : lines.slice(0, end)
  const content = parseInline(own.map((line) => line.trim()).join(' '))
  return { block: { kind: 'paragraph' as const, content }, taken: own.length }
}

/** Headings that read the same are told apart by a number. */
function withOwnIds(blocks: readonly Block[]): Block[] {
  const seen = new Map<string, number>()
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block
    const before = seen.get(block.id) ?? 0
    seen.set(block.id, before + 1)
    return before === 0 ? block : { ...block, id: `${block.id}-${before}` }
  })
}

/**
 * The part of Markdown that the guide and release notes are written in. It is never turned into HTML: whoever shows it
 * draws each block, so nothing written in it can become markup.
 */
export function parseMarkdown(source: string): Block[] {
  const lines = source.split(/\r\n|\r|\n/)
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    // Ten thousand empty lines would otherwise be copied ten thousand times.
    if (lines[at] === '') {
      at++
      continue
    }
    const rest = lines.slice(at)
    let found: ReturnType<Reader> = null
    for (const read of special) found ??= read(rest)
    const { block, taken } = found ?? readParagraph(rest)
    if (block) blocks.push(block)
    at += taken
  }
  return withOwnIds(blocks)
}
