import { peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { confirmWithinHours } from '@signalbox/model/rules/approval-policy'
import { endAlerts, raiseAlert } from '../alert/read-model.ts'
import { activate } from './activate.ts'
import { draftRow, writtenColumns } from './draft-row.ts'
import { conflict, wrongState, type LockedRuleset, type Step } from './locked-ruleset.ts'
import { noteStep } from './notes.ts'
import type { VersionRow } from './ruleset-tables.ts'
import type { RulesetWork } from './ruleset-work.ts'
import { findVersion, insertVersions, updateVersion } from './store.ts'
import { touch } from './touch.ts'

type StepWithReason = Step & { readonly note: string }

const hourMs = 3_600_000

/** Nothing is built on what nobody else has looked at. */
export function refuseUnconfirmed(locked: LockedRuleset): void {
  if (locked.active?.emergency === 'UNCONFIRMED')
    throw wrongState(locked, 'The active version was activated in an emergency. Confirm or revert it first.')
}

const alertKey = ({ rulesetId, version }: VersionRow): string => `${rulesetId}@${version}`

const endAlert = (work: RulesetWork, active: VersionRow): Promise<void> =>
  endAlerts(work, {
    source: 'RULE_EMERGENCY',
    merchantId: active.merchantId,
    isOver: (key) => key === alertKey(active),
  })

/** Puts a draft into effect at once, and tells everybody who could have approved it. The caller has checked it. */
export async function activateInEmergency(
  work: RulesetWork,
  locked: LockedRuleset,
  open: VersionRow,
  note: string,
): Promise<void> {
  const { id, username } = work.user
  const until = new Date(work.now.getTime() + confirmWithinHours * hourMs)
  const stamps = {
    submittedBy: username,
    submittedAt: work.now.toISOString(),
    changeNote: note.trim(),
    effectiveFrom: null,
    policy: 'BREAK_GLASS',
    direction: 'TIGHTENS',
    policyReason: 'Activated in an emergency, without approval.',
    emergency: 'UNCONFIRMED',
    confirmUntil: until.toISOString(),
    editorIds: [...new Set([...open.editorIds, id])],
    editors: [...new Set([...open.editors, username])],
    approverIds: [],
    approvers: [],
  } satisfies Partial<VersionRow>
  await updateVersion(work.tx, locked.ruleset, open.version, stamps)
  const opened: VersionRow = { ...open, ...stamps }
  noteStep(work, locked.ruleset, {
    action: 'BREAK_GLASS',
    note,
    before: open,
    after: opened,
    more: { confirmUntil: stamps.confirmUntil },
  })
  await activate(work, locked, opened)
  await raiseAlert(work, {
    merchantId: open.merchantId,
    source: 'RULE_EMERGENCY',
    key: alertKey(open),
    subject: `${locked.table.route} ${locked.ruleset.id}`,
    severity: 'CRITICAL',
    title: `${locked.table.title}: ${open.name} was activated without approval`,
    body: `${username} activated version ${open.version}: ${note.trim()} Unless someone else confirms it within ${confirmWithinHours} hours, it is reverted.`,
  })
}

/** The version somebody has to confirm, if it is the one the person has seen. */
function unconfirmed(locked: LockedRuleset, step: Step): VersionRow {
  const { active } = locked
  if (active?.emergency !== 'UNCONFIRMED')
    throw wrongState(locked, 'The active version is not waiting for confirmation.')
  if (active.version !== step.version || active.revision !== step.revision) throw conflict(locked)
  return active
}

export async function confirmEmergency(
  work: RulesetWork,
  locked: LockedRuleset,
  step: Step & { readonly note?: string },
): Promise<void> {
  const active = unconfirmed(locked, step)
  const { id, username } = work.user
  requireOtherPerson(peopleOf(work.user), [...active.editorIds, ...active.editors])
  const decision = {
    user: username,
    at: work.now.toISOString(),
    decision: 'APPROVE',
    comment: step.note?.trim() ?? '',
  } as const
  await updateVersion(work.tx, locked.ruleset, active.version, {
    emergency: 'CONFIRMED',
    approverIds: [id],
    approvers: [username],
    decisions: JSON.stringify([...active.decisions, decision]),
  })
  await touch(work, locked.ruleset)
  noteStep(work, locked.ruleset, {
    action: 'CONFIRM',
    note: step.note,
    before: active,
    after: active,
    more: { confirmedBy: username },
  })
  await endAlert(work, active)
}

/** Going back to what was approved needs nobody's approval. */
export const revertEmergency = async (
  work: RulesetWork,
  locked: LockedRuleset,
  step: StepWithReason,
): Promise<void> => revert(work, locked, unconfirmed(locked, step), step.note)

/** What was active before comes back as a version of its own; a ruleset that was not there before is archived. */
export async function revert(
  work: RulesetWork,
  locked: LockedRuleset,
  active: VersionRow,
  note: string,
): Promise<void> {
  const { ruleset } = locked
  const earlier = await findVersion(work.tx, ruleset, active.basedOn)
  await updateVersion(work.tx, ruleset, active.version, { emergency: 'REVERTED' })
  const content = earlier ?? active
  const [version, revision] = [ruleset.lastVersion + 1, ruleset.lastRevision + 1]
  const { name, note: about, priority, inherit, enabled, preconditions } = content
  const fields = { name, note: about, priority, inherit, enabled, preconditions }
  await insertVersions(work.tx, [
    {
      ...draftRow(ruleset, {
        ...writtenColumns({ ...content, fields }),
        revision,
        changeNote: note,
        editorIds: [work.user.id],
        editors: [work.user.username],
        editedBy: work.user.username,
        editedAt: work.now,
      }),
      version,
      basedOn: active.version,
      archives: earlier === undefined,
      // Until it is activated below: there may be a draft beside it, and two cannot be open.
      state: 'SUPERSEDED',
      policy: 'NONE',
      policyReason: 'Brings back what was approved before.',
    },
  ])
  await touch(work, ruleset, { lastVersion: version, lastRevision: revision })
  const back = await findVersion(work.tx, ruleset, version)
  if (!back) throw new Error(`version ${version} of ${ruleset.id} was not written`)
  noteStep(work, ruleset, { action: 'REVERT', note, before: active, after: back })
  await activate(work, locked, back)
  await endAlert(work, active)
}
