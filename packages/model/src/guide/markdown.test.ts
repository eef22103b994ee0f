import { describe, expect, it } from 'vitest'
import { readLink } from './link.ts'
import { parseMarkdown, plainText } from './markdown.ts'

const text = (value: string) => ({ kind: 'text', text: value })

describe('Markdown', () => {
  it('reads headings with the ids GitHub gives them, told apart where they read the same', () => {
    const ids = parseMarkdown('# Who’s next?\n## `a` b\n## Who’s next?').map((block) =>
      block.kind === 'heading' ? [block.level, block.id] : null,
    )
    expect(ids).toEqual([
      [1, 'whos-next'],
      [2, 'a-b'],
      [2, 'whos-next-1'],
    ])
  })

  it('reads marks within a text, and leaves alone what is none', () => {
    const [block] = parseMarkdown(
      'A **bold** *word*, `x*y*`, 2 * 3 * 4, a\\*b and [a `b`](transactions.md#x)',
    )
    expect(block).toEqual({
      kind: 'paragraph',
      content: [
        text('A '),
        { kind: 'strong', content: [text('bold')] },
        text(' '),
        { kind: 'emphasis', content: [text('word')] },
        text(', '),
        { kind: 'code', text: 'x*y*' },
        text(', 2 * 3 * 4, a'),
        text('*'),
        text('b and '),
        {
          kind: 'link',
          href: 'transactions.md#x',
          content: [text('a '), { kind: 'code', text: 'b' }],
        },
      ],
    })
  })

  it('reads lists, tables and examples, and ends a paragraph where they begin', () => {
    const source =
      'Steps:\n1. One\n   and more\n2. Two\n\n| a | b |\n|---|---|\n| 1 \\| 2 | 3 |\n```\n# not a heading\n```'
    const kinds = parseMarkdown(source).map((block) => block.kind)
    expect(kinds).toEqual(['paragraph', 'list', 'table', 'code'])
    const [, list, table, code] = parseMarkdown(source)
    expect(list?.kind === 'list' && list.items.map((item) => plainText(item))).toEqual([
      'One and more',
      'Two',
    ])
    expect(table?.kind === 'table' && table.rows.map((row) => row.map((cell) => plainText(cell)))).toEqual([
      ['1 | 2', '3'],
    ])
    expect(code).toEqual({ kind: 'code', text: '# not a heading' })
  })

  it('reads pictures of the guide on a line of their own, and shows nothing from elsewhere', () => {
    expect(parseMarkdown('Text\n\n![A list](pictures/transactions.png)\nmore')).toEqual([
      { kind: 'paragraph', content: [{ kind: 'text', text: 'Text' }] },
      { kind: 'picture', name: 'transactions', words: 'A list' },
      { kind: 'paragraph', content: [{ kind: 'text', text: 'more' }] },
    ])
    for (const target of ['https://a.example/x.png', 'pictures/../x.png', 'pictures/x.svg', '/x.png'])
      expect(parseMarkdown(`![A list](${target})`).map(({ kind }) => kind)).toEqual(['paragraph'])
  })

  it('takes markup of HTML for text', () => {
    const [block] = parseMarkdown('<img src=x onerror=alert(1)> <script>x</script>')
    expect(block).toEqual({
      kind: 'paragraph',
      content: [text('<img src=x onerror=alert(1)> <script>x</script>')],
    })
  })

  it('reads whatever somebody writes', () => {
    for (const piece of ['[', '**', '*a', '`', '|-', '# ', '- ', '\n', '[a](', '\\', '```\n'])
      expect(Array.isArray(parseMarkdown(piece.repeat(10_000 / piece.length)))).toBe(true)
  })
})

describe('links', () => {
  it('lead to the guide, to the console or to https', () => {
    expect(readLink('transactions.md#operations')).toEqual({
      kind: 'guide',
      page: 'transactions',
      section: 'operations',
    })
    expect(readLink('#who-can-approve')).toEqual({ kind: 'section', section: 'who-can-approve' })
    expect(readLink('/transactions?id=1')).toEqual({ kind: 'console', path: '/transactions?id=1' })
    expect(readLink('https://example.com')).toEqual({ kind: 'outside', url: 'https://example.com' })
  })

  it('lead nowhere else', () => {
    const others = [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'http://example.com',
      '//example.com',
      '/\\example.com',
      '../images/console.png',
      'mailto:a@b.example',
      '',
    ]
    expect(others.filter((href) => readLink(href) !== null)).toEqual([])
  })
})
