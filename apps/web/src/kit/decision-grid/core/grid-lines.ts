import type { GridDocument, RowPlace } from './grid-document.ts'

/** What one line of the grid shows. A new line is where the next row of a section would begin. */
export type GridLine =
  | { readonly kind: 'heading'; readonly section: number }
  | { readonly kind: 'row'; readonly section: number; readonly row: number }
  | { readonly kind: 'new'; readonly section: number; readonly row: number }

export interface LineSizes {
  readonly headingPx: number
  readonly rowPx: number
}

interface Part {
  readonly section: number
  /** The line of its heading. */
  readonly first: number
  /** Rows that are shown, by place; absent when all are. */
  readonly shown: readonly number[] | undefined
  readonly shownCount: number
  readonly rowCount: number
  readonly hasNew: boolean
  readonly lineCount: number
}

export interface LineOptions {
  /** Ids of rows a filter leaves out. */
  readonly hidden?: ReadonlySet<string>
  /** Keys of sections of which only the heading is shown. */
  readonly collapsed?: ReadonlySet<string>
}

/** The lines of a document from top to bottom. Finding one takes no longer in a long table than in a short one. */
export class GridLines {
  readonly count: number
  /** Rows in sight of the filter, in all sections. */
  readonly rowsShown: number
  readonly #parts: readonly Part[]

  constructor(document: GridDocument, { hidden, collapsed }: LineOptions = {}) {
    let first = 0
    this.#parts = document.sections.map(({ key, editable, content }, section): Part => {
      const rowCount = content.rules.length
      const isClosed = collapsed?.has(key) ?? false
      const shown =
        hidden && hidden.size > 0 && !isClosed
          ? content.rules.flatMap(({ id }, row) => (hidden.has(id) ? [] : row))
          : undefined
      const shownCount = isClosed ? 0 : (shown?.length ?? rowCount)
      const hasNew = editable && !isClosed
      const part = { section, first, shown, shownCount, rowCount, hasNew }
      const lineCount = 1 + shownCount + Number(hasNew)
      first += lineCount
      return { ...part, lineCount }
    })
    this.count = first
    this.rowsShown = this.#parts.reduce((sum, { shownCount }) => sum + shownCount, 0)
  }

  at(line: number): GridLine | undefined {
    if (line < 0 || line >= this.count) return undefined
    const part = this.#parts.findLast(({ first }) => first <= line)
    if (!part) return undefined
    const { section, shown, shownCount, rowCount } = part
    const inside = line - part.first - 1
    if (inside < 0) return { kind: 'heading', section }
    if (inside < shownCount) return { kind: 'row', section, row: shown?.[inside] ?? inside }
    return { kind: 'new', section, row: rowCount }
  }

  /** The line of a row; of a row that is not shown, the next one below that is. */
  lineOf({ section, row }: RowPlace): number {
    const part = this.#parts[section]
    if (!part) return 0
    const { first, shown, shownCount, lineCount } = part
    const inside = shown ? shown.findIndex((other) => other >= row) : row
    return first + Math.min(1 + (inside < 0 ? shownCount : inside), lineCount - 1)
  }

  headingOf(section: number): number {
    return this.#parts[section]?.first ?? 0
  }

  topPx(line: number, { headingPx, rowPx }: LineSizes): number {
    const index = this.#parts.findLastIndex(({ first }) => first <= line)
    const part = this.#parts[index]
    if (!part) return 0
    const inside = line - part.first
    const before = index * headingPx + (part.first - index) * rowPx
    return inside === 0 ? before : before + headingPx + (inside - 1) * rowPx
  }

  heightPx({ headingPx, rowPx }: LineSizes): number {
    return this.#parts.length * headingPx + (this.count - this.#parts.length) * rowPx
  }

  /** The line at a height; the last one for anything below. */
  lineAtPx(px: number, sizes: LineSizes): number {
    const part = this.#parts.findLast(({ first }) => this.topPx(first, sizes) <= px) ?? this.#parts[0]
    if (!part) return 0
    const inside = px - this.topPx(part.first, sizes) - sizes.headingPx
    const line = inside < 0 ? 0 : 1 + Math.floor(inside / sizes.rowPx)
    return part.first + Math.min(line, part.lineCount - 1)
  }
}
