import type { ColumnType, Selectable } from 'kysely'
import type { Cell } from '@signalbox/model/rules/cell'
import type { Inheritance } from '@signalbox/model/rules/rule'
import type { ApprovalPolicy, ChangeDirection } from '@signalbox/model/rules/approval-policy'
import type { Decision, EmergencyState, VersionState } from '@signalbox/model/rules/ruleset'
import type { Instant } from '../../kit/tables.ts'

type Json<T> = ColumnType<T, string, string>
type WithDefault<T> = ColumnType<T, T | undefined, T>

interface RulesetNumberTable {
  merchantId: number
  decisionTable: string
  lastNo: number
}

export interface RulesetTable {
  merchantId: number
  id: string
  decisionTable: string
  no: number
  activeVersion: number | null
  shownVersion: number
  archived: WithDefault<boolean>
  lastVersion: number
  lastRevision: number
  createdAt: Instant
  updatedAt: Instant
  updatedBy: string
}

export interface RulesetVersionTable {
  merchantId: number
  rulesetId: string
  version: number
  state: VersionState
  revision: number
  name: string
  note: string
  priority: number
  inherit: Inheritance
  enabled: boolean
  preconditions: Json<Readonly<Record<string, Cell>>>
  rules: Json<unknown>
  ruleCount: number
  enabledRuleCount: number
  contentHash: string
  changeNote: string
  basedOn: number | null
  archives: WithDefault<boolean>
  editorIds: string[]
  editors: string[]
  editedBy: string
  editedAt: Instant
  submittedBy: string | null
  submittedAt: Instant | null
  decisions: ColumnType<readonly Decision[], string | undefined, string>
  effectiveFrom: Instant | null
  activatedAt: Instant | null
  endedAt: Instant | null
  activationProblem: string | null
  direction: ColumnType<ChangeDirection | null, ChangeDirection | null | undefined>
  policy: ColumnType<ApprovalPolicy | null, ApprovalPolicy | null | undefined>
  policyReason: ColumnType<string | null, string | null | undefined>
  approverIds: ColumnType<string[], string[] | undefined>
  approvers: ColumnType<string[], string[] | undefined>
  emergency: ColumnType<EmergencyState | null, EmergencyState | null | undefined>
  confirmUntil: ColumnType<string | null, Date | string | null | undefined>
  changeSetId: ColumnType<string | null, string | null | undefined>
}

export type RulesetTables = {
  rulesetNumber: RulesetNumberTable
  ruleset: RulesetTable
  rulesetVersion: RulesetVersionTable
}

export type RulesetRow = Selectable<RulesetTable>
/** A version without its rows. */
export type VersionHead = Omit<Selectable<RulesetVersionTable>, 'rules'>
/** A version with its rows as JSON text, which is how they are passed on. */
export type VersionRow = VersionHead & { readonly rules: string }

export interface RulesetKey {
  readonly merchantId: number
  readonly id: string
}
