import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { row, section, smallDocument } from '../testing/small-grid.ts'
import type { GridDocument } from './grid-document.ts'
import { GridLines, type GridLine } from './grid-lines.ts'

const sizes = { headingPx: 44, rowPx: 32 }

/** What the lines are, worked out the long way. */
function listed(
  document: GridDocument,
  hidden: ReadonlySet<string>,
  collapsed: ReadonlySet<string>,
): GridLine[] {
  return document.sections.flatMap(({ key, editable, content }, index): GridLine[] => {
    const heading: GridLine = { kind: 'heading', section: index }
    if (collapsed.has(key)) return [heading]
    const rows = content.rules.flatMap(({ id }, place): GridLine[] =>
      hidden.has(id) ? [] : [{ kind: 'row', section: index, row: place }],
    )
    const end: GridLine[] = editable ? [{ kind: 'new', section: index, row: content.rules.length }] : []
    return [heading, ...rows, ...end]
  })
}

const documents = fc
  .array(fc.record({ rows: fc.nat(6), editable: fc.boolean() }), { minLength: 1, maxLength: 5 })
  .map((shapes): GridDocument => ({
    sections: shapes.map(({ rows, editable }, index) =>
      section(
        `s${index}`,
        Array.from({ length: rows }, (_, place) => row(`${index}-${place}`, 'A')),
        editable,
      ),
    ),
  }))

describe('lines of the grid', () => {
  it('are a heading, rows, and a place for the next row where rows may be added', () => {
    const lines = new GridLines(smallDocument())
    expect(Array.from({ length: lines.count }, (_, line) => lines.at(line)?.kind)).toEqual([
      'heading',
      'row',
      'heading',
      'row',
      'row',
      'row',
      'new',
    ])
    expect(lines.at(7)).toBeUndefined()
    expect(lines.rowsShown).toBe(4)
  })

  it('are the same found one by one, by place and by height, whatever is hidden or closed', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (document, flips) => {
        const all = document.sections.flatMap(({ content }) => content.rules.map(({ id }) => id))
        const hidden = new Set(all.filter((_, index) => flips[index]))
        const collapsed = new Set(
          document.sections.flatMap(({ key }, index) => (flips[35 + index] ? key : [])),
        )
        const expected = listed(document, hidden, collapsed)
        const lines = new GridLines(document, { hidden, collapsed })
        expect(Array.from({ length: lines.count }, (_, line) => lines.at(line))).toEqual(expected)
        let top = 0
        expected.forEach((line, index) => {
          const height = line.kind === 'heading' ? sizes.headingPx : sizes.rowPx
          expect(lines.topPx(index, sizes)).toBe(top)
          expect(lines.lineAtPx(top, sizes)).toBe(index)
          expect(lines.lineAtPx(top + height - 1, sizes)).toBe(index)
          top += height
          expect(line.kind === 'heading' ? lines.headingOf(line.section) : lines.lineOf(line)).toBe(index)
        })
        expect(lines.heightPx(sizes)).toBe(top)
      }),
    )
  })

  it('a row that is hidden leads to the next one that is not', () => {
    const lines = new GridLines(smallDocument(), { hidden: new Set(['b']) })
    expect(lines.lineOf({ section: 1, row: 1 })).toBe(lines.lineOf({ section: 1, row: 2 }))
  })
})
