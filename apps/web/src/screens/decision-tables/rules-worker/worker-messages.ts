import type { PspSetups } from '@signalbox/engine/analyse/psp-setup'
import type { RulesetCircumstances } from '@signalbox/model/calls/decision-table'
import type { OutputValue } from '@signalbox/model/rules/decision-table'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RowResult } from '@signalbox/model/rules/trace'
import type { RulesetChanges, RulesetContent } from '@signalbox/model/rules/ruleset'
import type { UserFormats } from '@signalbox/model/text/user-formats'

/** A ruleset as it stands in the order of the table. */
export interface WorkerRuleset {
  readonly key: string
  readonly merchantId: number
  readonly no: number
  readonly version: number
}

/** Whether thresholds are exceeded: as counters stand, or as somebody wants to see. */
export type Thresholds = 'counted' | 'within' | 'exceeded'

export interface CountedRow {
  readonly key: string
  readonly ruleId: string
}

export interface TrialRequest {
  readonly table: string
  readonly rulesets: readonly WorkerRuleset[]
  /** As JSON writes facts. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly thresholds: Thresholds
  /** What a live payment would find now; null until the server has told. */
  readonly circumstances: RulesetCircumstances | null
  /** Rows whose threshold is exceeded, as counters stand. */
  readonly exceeded: readonly CountedRow[]
  /** Decides draws between weighted rows. */
  readonly transactionId: string
  readonly formats: UserFormats
}

export interface TrialRow {
  readonly key: string
  readonly ruleId: string
  readonly no: number
  readonly name: string
  readonly result: RowResult
  /** Why not, a sentence for every cell that does not fit. */
  readonly misses: readonly string[]
  /** The columns of those cells. */
  readonly columns: readonly string[]
}

export interface Trial {
  readonly outcome: 'DECIDED' | 'NO_MATCH' | 'DEFERRED'
  readonly hits: readonly (TrialRow & { readonly outputs: Readonly<Record<string, OutputValue>> })[]
  /** Those that could have decided too, then those that came closest. */
  readonly rows: readonly TrialRow[]
  readonly rowCount: number
  readonly draw: {
    readonly shares: readonly { readonly ref: string; readonly weight: number }[]
    readonly roll: number
  } | null
  readonly tookMs: number
  /** Rows that match and decide only where their threshold is exceeded. */
  readonly counted: readonly (CountedRow & { readonly rule: Rule })[]
}

export type TrialReply =
  | { readonly ok: true; readonly trial: Trial }
  /** By fact. */
  | { readonly ok: false; readonly problems: Readonly<Record<string, string>> }

export type FileFormat = 'csv' | 'json'

/** A row of a file: where it is, and what becomes of it. */
export interface FileLine {
  readonly line: number
  readonly name: string
  readonly effect: 'new' | 'changed' | 'same' | 'refused'
  readonly reasons: readonly string[]
}

export interface FilePreview {
  readonly lines: readonly FileLine[]
  /** All rows of the ruleset afterwards; null while a row is refused. */
  readonly rules: readonly Rule[] | null
}

/** Requests of the page to the worker. Rows are sent once, after that only their changes. */
export type WorkerRequest =
  | { readonly kind: 'content'; readonly key: string; readonly content: RulesetContent }
  | { readonly kind: 'changes'; readonly key: string; readonly changes: RulesetChanges }
  | {
      readonly kind: 'check'
      readonly table: string
      readonly key: string
      readonly nowMs: number
      readonly catalogues: Readonly<Record<string, readonly string[]>>
      readonly psps: PspSetups
      /** The other rulesets of the table that were sent, in the order in which they are asked. */
      readonly before: readonly string[]
      readonly after: readonly string[]
    }
  | ({ readonly kind: 'try' } & TrialRequest)
  | {
      readonly kind: 'file'
      readonly table: string
      readonly key: string
      readonly format: FileFormat
      readonly file: string
      /** Behind the rows that are there, or in their place. */
      readonly mode: 'append' | 'replace'
      readonly newId: string
    }

export interface WorkerReplies {
  readonly content: undefined
  readonly changes: undefined
  readonly check: readonly Finding[]
  readonly try: TrialReply
  readonly file: FilePreview
}

export type WorkerReply<Q extends WorkerRequest> = WorkerReplies[Q['kind']]
