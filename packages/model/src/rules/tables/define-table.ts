import type { DecisionTable, OutputDeclaration } from '../decision-table.ts'
import { factOf, timeColumns } from '../facts.ts'
import { isKnownTo } from '../known-facts.ts'

type Declared<Outputs extends readonly OutputDeclaration[]> = Omit<
  DecisionTable,
  'access' | 'declines' | 'outputs'
> &
  Partial<Pick<DecisionTable, 'access' | 'declines'>> & { readonly outputs: Outputs }

export const kycAccess = { view: 'kyc-rules.view', edit: 'kyc-rules.edit' } as const

/** Every table can note why a row is there for the payment it decides about. */
export const noteOutputs = [
  { key: 'info', label: 'Info', type: 'TEXT', help: 'Shown in the Info column of the transaction', max: 200 },
  { key: 'tags', label: 'Tags', type: 'LIST', help: 'Put on the transaction' },
] as const satisfies readonly OutputDeclaration[]

type Note = (typeof noteOutputs)[number]
type NoteKey = Note['key']

/** The outputs of a table as its type: its own, and of those every table has the ones it does not declare itself. */
type Completed<Outputs extends readonly OutputDeclaration[], Notes extends NoteKey> =
  | Outputs[number]
  | Exclude<Extract<Note, { readonly key: Notes }>, { readonly key: Outputs[number]['key'] }>

/**
 * Completes a declaration: the columns and outputs every table has, and of a shared set of columns only those that can
 * be known when the table is asked.
 */
export function decisionTable<
  const Outputs extends readonly OutputDeclaration[],
  const Notes extends NoteKey = NoteKey,
>({
  notes,
  ...declared
}: Declared<Outputs> & {
  /** Of the notes, those that mean something here; both where nothing is said. */
  readonly notes?: readonly Notes[]
}): DecisionTable<Completed<Outputs, Notes>> {
  const columns = new Set([...declared.conditions, ...timeColumns])
  const own = new Set(declared.outputs.map((output) => output.key))
  const isOffered = ({ key }: Note) =>
    !own.has(key) && (notes === undefined || notes.some((note) => note === key))
  const outputs = [...declared.outputs, ...noteOutputs.filter(isOffered)]
  return {
    access: { view: 'rules.view', edit: 'rules.edit' },
    declines: [],
    ...declared,
    conditions: [...columns].filter((key) => {
      const fact = factOf(key)
      return fact !== undefined && isKnownTo(declared, fact)
    }),
    outputs: outputs as readonly Completed<Outputs, Notes>[],
  }
}
