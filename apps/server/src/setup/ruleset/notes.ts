import type { ChangeSummary } from '@signalbox/model/rules/change-summary'
import type { ChangeType } from '../../kit/audit.ts'
import { ownKeySubject } from '../../kit/subject-seal.ts'
import type { RulesetWork } from './ruleset-work.ts'
import type { RulesetRow, VersionHead } from './ruleset-tables.ts'

interface Step {
  readonly action: string
  readonly changeType?: ChangeType
  readonly note?: string | null
  readonly before?: VersionHead | undefined
  readonly after?: Partial<VersionHead> | undefined
  readonly changes?: ChangeSummary | null
  readonly more?: Readonly<Record<string, unknown>>
}

/** What the audit log keeps of a version: enough to recognise it, not its rows. */
const traits = (head: Partial<VersionHead>) => ({
  version: head.version,
  revision: head.revision,
  state: head.state,
  name: head.name,
  priority: head.priority,
  inherit: head.inherit,
  enabled: head.enabled,
  rules: head.ruleCount,
  contentHash: head.contentHash,
  effectiveFrom: head.effectiveFrom ?? undefined,
  archives: head.archives || undefined,
})

export const twoDigits = (no: number): string => String(no).padStart(2, '0')

/** Every step is written down and told to whoever looks at the ruleset. */
export function noteStep(work: RulesetWork, ruleset: RulesetRow, step: Step): void {
  const { merchantId, id, decisionTable, no } = ruleset
  const { action, changeType = 'UPDATE', note, before, after, changes, more } = step
  const shown = after ?? before
  work.audit({
    merchantId,
    entityType: 'ruleset',
    entityId: id,
    entityLabel: `${decisionTable} ${twoDigits(no)}: ${shown?.name ?? ''}`,
    changeType,
    action,
    before: before ? traits(before) : null,
    after: after
      ? { ...traits(after), ...(changes && { changes: { version: after.version, ...changes } }), ...more }
      : (more ?? null),
    note: note?.trim() || null,
    // Values of cells may name users.
    ...(changes && {
      subject: { ...ownKeySubject(merchantId, work.newId(), ['changes']), hasOpenNote: true },
    }),
  })
  work.emit({
    merchantId,
    topic: 'ruleset',
    key: id,
    payload: {
      changeType,
      action,
      table: decisionTable,
      version: shown?.version,
      revision: shown?.revision,
      state: after?.state ?? null,
    },
  })
}
