import type { Permission } from '../access/policy.ts'
import type { Catalogue, Step } from './fact.ts'

export const hitPolicies = [
  'FIRST',
  'FIRST_WEIGHTED',
  'ALL',
  'COLLECT_SUM',
  'STRICTEST',
  'FIRST_EXCEEDED',
] as const
export type HitPolicy = (typeof hitPolicies)[number]

export const categories = [
  'Routing',
  'Fees',
  'Limits',
  'Fraud block',
  'Money',
  'Cashier',
  'Operations',
  'KYC',
] as const
export type Category = (typeof categories)[number]

export type OutputType =
  | 'STRING'
  | 'TEXT'
  | 'NUMBER'
  /** Parts per million: 2.5 % is 25,000. */
  | 'PERCENT'
  | 'BOOLEAN'
  | 'CHOICE'
  | 'LIST'
  | 'CURRENCY'
  | 'STRING_NUMBER_MAP'
  | 'STRING_LIST_MAP'

export interface OutputIs {
  readonly output: string
  readonly is: string | boolean
}

/** Something a row decides. */
export interface OutputDeclaration {
  readonly key: string
  readonly label: string
  readonly type: OutputType
  readonly required?: boolean
  /** Required in rows where another output has this value. */
  readonly requiredWhen?: OutputIs
  /** Required except in rows where another output has this value. */
  readonly requiredUnless?: OutputIs
  /** What a row that says nothing means. */
  readonly default?: OutputValue
  readonly help?: string
  readonly options?: Readonly<Record<string, string>>
  readonly catalogue?: Catalogue
  /** What every text of it must be. */
  readonly format?: 'EMAIL'
  /** Of a text, `max` is its length. */
  readonly min?: number
  readonly max?: number
}

export type OutputValue =
  | string
  | number
  | boolean
  | readonly string[]
  | Readonly<Record<string, string>>
  | Readonly<Record<string, readonly string[]>>

/** One of the 29 kinds of decision. It is code: what a merchant decides with it is in rulesets. */
export interface DecisionTable<Declared extends OutputDeclaration = OutputDeclaration> {
  /** `T1` to `T29`, as legacy links name it. */
  readonly number: `T${number}`
  /** Two characters, part of every reference to a rule. */
  readonly tag: string
  readonly slug: string
  readonly route: string
  readonly title: string
  /** What the table is for, in one sentence on its screen. */
  readonly purpose: string
  readonly category: Category
  readonly hitPolicy: HitPolicy
  /** The step that decides comes first; the others ask the same table again, or earlier for a preview. */
  readonly steps: readonly Step[]
  /** Keys of the fact dictionary. */
  readonly conditions: readonly string[]
  readonly outputs: readonly Declared[]
  /** Error codes a payment may end with because of this table, the default first. */
  readonly declines: readonly string[]
  /** What happens to a payment no row speaks about. */
  readonly onNoMatch: string
  /** Columns no row may leave blank. */
  readonly requiredConditions?: readonly string[]
  /** Facts known whenever this table is asked, although in general they come later. */
  readonly alsoKnown?: readonly string[]
  /** Pairs of outputs of which the first may not exceed the second. */
  readonly ascending?: readonly (readonly [string, string])[]
  /** Outputs of which a row needs at least one. */
  readonly atLeastOne?: readonly string[]
  /** May ask about the PSP, which is chosen one step later; the table is then run again after it is known. */
  readonly defers?: boolean
  readonly access: { readonly view: Permission; readonly edit: Permission }
}
