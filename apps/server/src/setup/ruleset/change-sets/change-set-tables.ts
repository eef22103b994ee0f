import type { ColumnType, Selectable } from 'kysely'
import type { ChangeSetState } from '@signalbox/model/calls/change-set'
import type { ApprovalPolicy } from '@signalbox/model/rules/approval-policy'
import type { Decision } from '@signalbox/model/rules/ruleset'
import type { Instant } from '../../../kit/tables.ts'

export interface ChangeSetTable {
  merchantId: number
  id: string
  title: string
  note: string
  state: ChangeSetState
  version: number
  policy: ApprovalPolicy | null
  activateAt: Instant | null
  editorIds: string[]
  editors: string[]
  approverIds: ColumnType<string[], string[] | undefined>
  approvers: ColumnType<string[], string[] | undefined>
  decisions: ColumnType<readonly Decision[], string | undefined, string>
  submittedBy: string | null
  submittedAt: Instant | null
  activatedAt: Instant | null
  problem: string | null
  createdBy: string
  createdAt: Instant
  updatedAt: Instant
}

interface ChangeSetMemberTable {
  merchantId: number
  changeSetId: string
  rulesetMerchantId: number
  rulesetId: string
  version: number
}

interface ChangeSetStepTable {
  merchantId: number
  changeSetId: string
  id: string
  at: Instant
  username: string
  action: string
  note: string | null
}

export type ChangeSetTables = {
  changeSet: ChangeSetTable
  changeSetMember: ChangeSetMemberTable
  changeSetStep: ChangeSetStepTable
}

export type ChangeSetRow = Selectable<ChangeSetTable>
