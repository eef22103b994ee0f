import type { DecisionTable, OutputDeclaration, OutputType, OutputValue } from './decision-table.ts'
import type { OutputsOf } from './outputs-of.ts'

type MaybeOutput = OutputValue | undefined
type Raw = Readonly<Record<string, OutputValue>>

const text = (value: MaybeOutput): MaybeOutput =>
  typeof value === 'string' && value !== '' ? value : undefined
const number = (value: MaybeOutput): MaybeOutput => (typeof value === 'number' ? value : undefined)
const map = (value: MaybeOutput): MaybeOutput =>
  typeof value === 'object' && !Array.isArray(value) ? value : undefined

/** Rows are checked before they are approved, so a value of a wrong kind only means that nothing is said. */
const readers: Readonly<Record<OutputType, (value: MaybeOutput) => MaybeOutput>> = {
  STRING: text,
  TEXT: text,
  CHOICE: text,
  CURRENCY: text,
  NUMBER: number,
  PERCENT: number,
  BOOLEAN: (value) => value === true,
  LIST: (value) => (Array.isArray(value) ? (value as readonly string[]) : []),
  STRING_NUMBER_MAP: map,
  STRING_LIST_MAP: map,
}

const valueOf = ({ key, type, default: usual }: OutputDeclaration, said: Raw): MaybeOutput =>
  readers[type](said[key] ?? usual) ?? usual

/** What a row says, typed as the table declares it. */
export const readOutputs = <Table extends DecisionTable>(table: Table, said: Raw): OutputsOf<Table> =>
  Object.fromEntries(
    table.outputs.flatMap((declared) => {
      const value = valueOf(declared, said)
      return value === undefined ? [] : [[declared.key, value]]
    }),
  ) as OutputsOf<Table>
