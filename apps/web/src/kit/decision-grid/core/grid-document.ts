import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import type { GridRow } from './grid-row.ts'

export interface GridContent extends RulesetContent {
  readonly rules: readonly GridRow[]
}

/** One ruleset on the screen. */
export interface GridSection {
  /** Id of the ruleset; a name of its own for one that is not saved yet. */
  readonly key: string
  /** False for what is inherited, waits for approval, or is not the reader's to change. */
  readonly editable: boolean
  readonly content: GridContent
}

/** All rulesets of a table in the order in which they are asked. Nothing in it is ever changed in place. */
export interface GridDocument {
  readonly sections: readonly GridSection[]
}

/** A row of the document. One behind the last stands for a row that is not there yet. */
export interface RowPlace {
  readonly section: number
  readonly row: number
}

export const rowAt = (document: GridDocument, { section, row }: RowPlace): GridRow | undefined =>
  document.sections[section]?.content.rules[row]

export const isEditable = (document: GridDocument, section: number): boolean =>
  document.sections[section]?.editable ?? false

function withSection(
  document: GridDocument,
  section: number,
  change: (section: GridSection) => GridSection,
): GridDocument {
  const before = document.sections[section]
  if (!before) return document
  const after = change(before)
  return after === before ? document : { ...document, sections: document.sections.with(section, after) }
}

export const withContent = (
  document: GridDocument,
  section: number,
  change: (content: GridContent) => GridContent,
): GridDocument =>
  withSection(document, section, (before) => {
    const content = change(before.content)
    return content === before.content ? before : { ...before, content }
  })

export const withRules = (
  document: GridDocument,
  section: number,
  change: (rules: readonly GridRow[]) => readonly GridRow[],
): GridDocument =>
  withContent(document, section, (content) => {
    const rules = change(content.rules)
    return rules === content.rules ? content : { ...content, rules }
  })

/** Places by section, in order and each once, as far as they may be changed and exist. */
export function editableRows(
  document: GridDocument,
  places: readonly RowPlace[],
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, Set<number>>()
  for (const { section, row } of places) {
    const target = document.sections[section]
    if (!target?.editable || row < 0 || row >= target.content.rules.length) continue
    found.set(section, (found.get(section) ?? new Set()).add(row))
  }
  return new Map([...found].map(([section, rows]) => [section, [...rows].sort((a, b) => a - b)]))
}

/** Changes rows one by one; a list in which no row changed stays the same list. */
export function mapRows(
  document: GridDocument,
  places: readonly RowPlace[],
  change: (row: GridRow) => GridRow,
): GridDocument {
  let result = document
  for (const [section, rows] of editableRows(document, places)) {
    result = withRules(result, section, (rules) => {
      let next: GridRow[] | undefined
      for (const row of rows) {
        const before = rules[row]
        const after = before && change(before)
        if (after && after !== before) (next ??= [...rules])[row] = after
      }
      return next ?? rules
    })
  }
  return result
}
