import type { DecisionTable, OutputDeclaration, OutputType } from '@signalbox/model/rules/decision-table'
import type { FactDeclaration, FactType } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'

interface AnyColumn {
  /** `c:psp` and `o:psp`: a table may ask about what it also decides. */
  readonly id: string
  readonly label: string
  readonly widthPx: number
  readonly help?: string
  /** A row without it cannot be saved. */
  readonly required: boolean
}

export interface ConditionColumn extends AnyColumn {
  readonly kind: 'condition'
  readonly key: string
  readonly fact: FactDeclaration
}

export interface OutputColumn extends AnyColumn {
  readonly kind: 'output'
  readonly key: string
  readonly output: OutputDeclaration
}

interface AttributeColumn extends AnyColumn {
  readonly kind: 'enabled' | 'name' | 'note'
}

export type GridColumn = ConditionColumn | OutputColumn | AttributeColumn

const factWidths: Record<FactType, number> = {
  STRING: 160,
  NUMBER: 110,
  TEXT: 200,
  BOOLEAN: 96,
  LIST: 168,
  COUNTRY: 168,
  CURRENCY: 120,
  STRING_MAP: 180,
  STRING_NUMBER_MAP: 184,
  STRING_LIST_MAP: 200,
}

const outputWidths: Record<OutputType, number> = {
  STRING: 140,
  TEXT: 220,
  NUMBER: 96,
  PERCENT: 104,
  BOOLEAN: 96,
  CHOICE: 152,
  LIST: 180,
  CURRENCY: 104,
  STRING_NUMBER_MAP: 168,
  STRING_LIST_MAP: 200,
}

const enabledColumn: AttributeColumn = {
  kind: 'enabled',
  id: 'enabled',
  label: 'On',
  widthPx: 44,
  help: 'Rows that are off are skipped',
  required: false,
}

const nameColumn: AttributeColumn = {
  kind: 'name',
  id: 'name',
  label: 'Name',
  widthPx: 208,
  required: false,
}

const noteColumn: AttributeColumn = {
  kind: 'note',
  id: 'note',
  label: 'Note',
  widthPx: 240,
  help: 'Why this row exists (for colleagues)',
  required: false,
}

function conditionColumn(key: string, required: boolean): ConditionColumn[] {
  const fact = factOf(key)
  if (!fact) return []
  const widthPx = fact.shape === 'INSTANT' ? 260 : factWidths[fact.type]
  return [
    { kind: 'condition', id: `c:${key}`, key, fact, label: fact.label, widthPx, help: fact.help, required },
  ]
}

const outputColumn = (output: OutputDeclaration): OutputColumn => ({
  kind: 'output',
  id: `o:${output.key}`,
  key: output.key,
  output,
  label: output.label,
  widthPx: outputWidths[output.type],
  help: output.help,
  required: output.required === true,
})

/** Every column a table can show: what it is called, what it asks, what it decides, why it is there. */
export const columnsOf = (table: DecisionTable): readonly GridColumn[] => [
  enabledColumn,
  nameColumn,
  ...table.conditions.flatMap((key) =>
    conditionColumn(key, table.requiredConditions?.includes(key) ?? false),
  ),
  ...table.outputs.map(outputColumn),
  noteColumn,
]
