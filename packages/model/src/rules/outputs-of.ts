import type { MoneyMap } from '../money/money.ts'
import type { DecisionTable, OutputDeclaration, OutputType } from './decision-table.ts'

type OptionOf<Declared> = Declared extends { readonly options: infer Options }
  ? Extract<keyof Options, string>
  : string

/** What an output of each type is to the code that acts on it. */
interface Values<Declared> extends Record<OutputType, unknown> {
  readonly STRING: string
  readonly TEXT: string
  readonly NUMBER: number
  readonly PERCENT: number
  readonly BOOLEAN: boolean
  readonly CHOICE: OptionOf<Declared>
  readonly LIST: readonly OptionOf<Declared>[]
  readonly CURRENCY: string
  readonly STRING_NUMBER_MAP: MoneyMap
  readonly STRING_LIST_MAP: Readonly<Record<string, readonly string[]>>
}

type ValueOf<Declared extends OutputDeclaration> = Values<Declared>[Declared['type']]

/** What says something even where a row says nothing: its default, an empty list, no. */
type Certain<Declared> = Declared extends
  | { readonly default: {} }
  | { readonly type: 'LIST' }
  | { readonly type: 'BOOLEAN' }
  ? Declared
  : never

type OutputValues<Declared extends OutputDeclaration> = {
  readonly [Each in Certain<Declared> as Each['key']]: ValueOf<Each>
} & {
  readonly [Each in Exclude<Declared, Certain<Declared>> as Each['key']]?: ValueOf<Each>
}

/**
 * What a row of the table says, as its declaration has it: a name that is not declared does not compile. Outputs a row
 * must have are optional here all the same, because a row may be older than the declaration.
 */
export type OutputsOf<Table extends DecisionTable> = OutputValues<Table['outputs'][number]>
