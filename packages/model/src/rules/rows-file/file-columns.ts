import type { DecisionTable, OutputDeclaration } from '../decision-table.ts'
import type { FactDeclaration } from '../fact.ts'
import { factOf } from '../facts.ts'

/** What a column of a file of rows holds. */
export type FileColumn =
  | { readonly kind: 'attribute'; readonly key: 'no' | 'id' | 'name' | 'note' | 'enabled' }
  | { readonly kind: 'condition'; readonly key: string; readonly fact: FactDeclaration }
  | { readonly kind: 'output'; readonly key: string; readonly output: OutputDeclaration }

export const attributeColumns: readonly FileColumn[] = (['no', 'enabled', 'name', 'note', 'id'] as const).map(
  (key) => ({ kind: 'attribute', key }),
)

const attributeNames = { no: 'No', id: 'Id', name: 'Name', note: 'Note', enabled: 'Enabled' }

/** Outputs carry an arrow, because a condition of the same table may have the same name. */
const arrow = '→ '

export function headerOf(column: FileColumn): string {
  switch (column.kind) {
    case 'attribute':
      return attributeNames[column.key]
    case 'condition':
      return column.fact.label
    case 'output':
      return `${arrow}${column.output.label}`
  }
}

export const conditionColumns = (table: DecisionTable): readonly FileColumn[] =>
  table.conditions.flatMap((key) => {
    const fact = factOf(key)
    return fact ? [{ kind: 'condition', key, fact } as const] : []
  })

export const outputColumns = (table: DecisionTable): readonly FileColumn[] =>
  table.outputs.map((output) => ({ kind: 'output', key: output.key, output }))

/**
 * Finds columns by what people write above them: the header of an export, or the key. Without an arrow a name means
 * the condition; only where there is none of that name it means the output.
 */
export function columnFinder(table: DecisionTable): (header: string) => FileColumn | undefined {
  const byName = new Map<string, FileColumn>()
  const learn = (name: string, column: FileColumn) => {
    const known = name.trim().toLowerCase()
    if (!byName.has(known)) byName.set(known, column)
  }
  for (const column of [...attributeColumns, ...conditionColumns(table), ...outputColumns(table)])
    learn(headerOf(column), column)
  for (const column of [...attributeColumns, ...conditionColumns(table), ...outputColumns(table)])
    learn(column.key, column)
  for (const column of outputColumns(table)) {
    learn(headerOf(column).slice(arrow.length), column)
    learn(`${arrow}${column.key}`, column)
  }
  return (header) => byName.get(header.trim().toLowerCase())
}
