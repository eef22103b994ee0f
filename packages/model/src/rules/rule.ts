import type { Cell } from './cell.ts'
import type { OutputValue } from './decision-table.ts'

/** A row: when every condition holds, this is what happens. */
export interface Rule {
  readonly id: string
  /** Its place in the ruleset, counted from 1. */
  readonly no: number
  readonly name: string
  readonly note: string
  readonly enabled: boolean
  /** By fact. A column that is not here asks nothing. */
  readonly conditions: Readonly<Record<string, Cell>>
  /** By output. */
  readonly outputs: Readonly<Record<string, OutputValue>>
  /** Rows that were built as one rule, so that the builder shows their conditions as one tree again. */
  readonly originGroupId?: string
}

export const inheritances = ['OVERRIDABLE', 'ENFORCED'] as const
export type Inheritance = (typeof inheritances)[number]

/** The content of one version of a ruleset: all the engine needs to run it. Versions never change. */
export interface RulesetVersion {
  readonly rulesetId: string
  readonly merchantId: number
  /** `psp-routing`, … */
  readonly table: string
  /** Its number on the merchant, part of every reference to its rules. */
  readonly no: number
  readonly name: string
  readonly version: number
  readonly priority: number
  readonly inherit: Inheritance
  readonly enabled: boolean
  /** Hold for the whole ruleset before any of its rows is looked at. */
  readonly preconditions: Readonly<Record<string, Cell>>
  readonly rules: readonly Rule[]
}

/** `1979_RO_01_02@5`: merchant, table, ruleset, row, version. Stored on every payment the row decided about. */
export const ruleRef = (
  tag: string,
  ruleset: Pick<RulesetVersion, 'merchantId' | 'no' | 'version'>,
  ruleNo: number,
): string => {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${ruleset.merchantId}_${tag}_${two(ruleset.no)}_${two(ruleNo)}@${ruleset.version}`
}

export const maxRules = 10_000
