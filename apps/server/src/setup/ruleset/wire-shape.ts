import { approvalsNeeded } from '@signalbox/model/rules/approval-policy'
import type { RulesetRevision, RulesetSummary } from '@signalbox/model/rules/ruleset'
import type { RulesetRow, VersionHead, VersionRow } from './ruleset-tables.ts'

type RevisionHead = Omit<RulesetRevision, 'rules'>

export function revisionHead(
  { id, merchantId, decisionTable, no }: RulesetRow,
  head: VersionHead,
): RevisionHead {
  return {
    rulesetId: id,
    merchantId,
    table: decisionTable,
    no,
    version: head.version,
    state: head.state,
    revision: head.revision,
    name: head.name,
    note: head.note,
    priority: head.priority,
    inherit: head.inherit,
    enabled: head.enabled,
    changeNote: head.changeNote,
    basedOn: head.basedOn,
    archives: head.archives,
    contentHash: head.contentHash,
    editedBy: head.editedBy,
    editedAt: head.editedAt,
    updatedBy: head.editedBy,
    lastUpdatedAt: head.editedAt,
    editors: head.editors,
    submittedBy: head.submittedBy,
    submittedAt: head.submittedAt,
    decisions: head.decisions,
    effectiveFrom: head.effectiveFrom,
    activatedAt: head.activatedAt,
    endedAt: head.endedAt,
    activationProblem: head.activationProblem,
    approval: head.policy && {
      policy: head.policy,
      direction: head.direction,
      reason: head.policyReason ?? '',
      needed: approvalsNeeded[head.policy],
      approvedBy: head.approvers,
    },
    emergency:
      head.emergency && head.confirmUntil ? { state: head.emergency, until: head.confirmUntil } : null,
    changeSetId: head.changeSetId,
    preconditions: head.preconditions,
  }
}

/** A revision as JSON, with the rows passed through as they are stored: reading and writing them again takes long. */
export function revisionText(ruleset: RulesetRow, row: VersionRow): string {
  const head = JSON.stringify(revisionHead(ruleset, row))
  return `${head.slice(0, -1)},"rules":${row.rules}}`
}

interface FullRulesetInput {
  readonly summary: RulesetSummary
  readonly ruleset: RulesetRow
  readonly active: VersionRow | undefined
  readonly open: VersionRow | undefined
}

export function inFullText({ summary, ruleset, active, open }: FullRulesetInput): string {
  const text = (row: VersionRow | undefined) => (row ? revisionText(ruleset, row) : 'null')
  return `{"summary":${JSON.stringify(summary)},"active":${text(active)},"open":${text(open)}}`
}
