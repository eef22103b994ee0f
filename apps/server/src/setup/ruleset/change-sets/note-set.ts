import type { ChangeType } from '../../../kit/audit.ts'
import type { RulesetWork } from '../ruleset-work.ts'
import { insertStep, updateSet } from './change-set-store.ts'
import type { ChangeSetRow } from './change-set-tables.ts'

interface SetStep {
  readonly action: string
  readonly changeType?: ChangeType
  readonly note?: string | null | undefined
  readonly before?: ChangeSetRow
  readonly more?: Readonly<Record<string, unknown>>
}

const traits = ({ version, state, title, activateAt }: ChangeSetRow) => ({
  version,
  state,
  title,
  activateAt: activateAt ?? undefined,
})

/** Every step is written down and told to whoever looks at the set. */
export async function noteSet(work: RulesetWork, after: ChangeSetRow, step: SetStep): Promise<void> {
  const { action, changeType = 'UPDATE', before, more } = step
  const note = step.note?.trim() || null
  const { merchantId, id, title, state } = after
  await insertStep(work.tx, after, {
    id: work.newId(),
    at: work.now,
    username: work.user.username,
    action,
    note,
  })
  work.audit({
    merchantId,
    entityType: 'change-set',
    entityId: id,
    entityLabel: title,
    changeType,
    action,
    before: before ? traits(before) : null,
    after: { ...traits(after), ...more },
    note,
  })
  work.emit({ merchantId, topic: 'change-set', key: id, payload: { changeType, state } })
}

type SetChange = Partial<Omit<ChangeSetRow, 'merchantId' | 'id' | 'version' | 'createdBy' | 'createdAt'>>

/** Writes a step of a set: what changes, the next version of it, and the note. */
export async function moveSet(
  work: RulesetWork,
  set: ChangeSetRow,
  change: SetChange,
  step: Omit<SetStep, 'before'>,
): Promise<ChangeSetRow> {
  const { decisions, ...columns } = change
  const version = set.version + 1
  const values = { ...columns, version, updatedAt: work.now.toISOString() }
  await updateSet(work.tx, set, { ...values, ...(decisions && { decisions: JSON.stringify(decisions) }) })
  const moved: ChangeSetRow = { ...set, ...change, ...values }
  await noteSet(work, moved, { ...step, before: set })
  return moved
}

/** Whoever worked on it; none of them may approve it. */
export const withEditor = (
  { editorIds, editors }: Pick<ChangeSetRow, 'editorIds' | 'editors'>,
  { user }: Pick<RulesetWork, 'user'>,
) => ({
  editorIds: [...new Set([...editorIds, user.id])],
  editors: [...new Set([...editors, user.username])],
})
