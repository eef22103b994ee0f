import type { DraftSeen } from '@signalbox/model/calls/change-set'
import { approvalsNeeded, type ApprovalPolicy } from '@signalbox/model/rules/approval-policy'
import { isSamePerson, peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../../kit/database.ts'
import {
  decided,
  futureDate,
  isLater,
  policyColumns,
  refuseOutdated,
  refuseShortNote,
  unapproved,
  type Approvals,
} from '../approvals.ts'
import { activate } from '../activate.ts'
import { assessVersion, type AssessedChange } from '../assess-change.ts'
import { refuseUnconfirmed } from '../emergencies.ts'
import { endHeldBack } from '../held-back.ts'
import { noteStep } from '../notes.ts'
import type { RulesetWork } from '../ruleset-work.ts'
import type { VersionRow } from '../ruleset-tables.ts'
import type { RulesetWorker } from '../ruleset-worker/ruleset-worker.ts'
import { updateVersion } from '../store.ts'
import { refOf, refuseFailedTests, type TestCaseRunner } from '../test-cases.ts'
import { touch } from '../touch.ts'
import { requireSeenMembers } from './compose-set.ts'
import type { ChangeSetRow } from './change-set-tables.ts'
import { namingMember, openToEdit, requireSeen, type LockedMember, type LockedSet } from './locked-set.ts'
import { moveSet, withEditor } from './note-set.ts'

interface SetStep {
  readonly version: number
  readonly note?: string
}

interface SetSubmission extends SetStep {
  readonly activateAt?: string | null
  readonly members: readonly DraftSeen[]
}

export interface SetDeps {
  readonly worker: RulesetWorker
  readonly approvals: Approvals
}

/** The strictest of several: who agrees to the set agrees to all of it. */
const strictest = (policies: readonly (ApprovalPolicy | null)[]): ApprovalPolicy =>
  policies.reduce<ApprovalPolicy>(
    (most, policy) => (policy !== null && approvalsNeeded[policy] > approvalsNeeded[most] ? policy : most),
    'NONE',
  )

export interface AssessedMember {
  readonly member: LockedMember
  readonly assessed: AssessedChange
}

/** What the members do together, each in its own table. */
export async function assessSet(
  tx: Tx,
  worker: RulesetWorker,
  { members }: LockedSet,
): Promise<{ readonly policy: ApprovalPolicy; readonly members: readonly AssessedMember[] }> {
  const assessedMembers: AssessedMember[] = []
  for (const member of members)
    assessedMembers.push({ member, assessed: await assessVersion(tx, worker, member, member.open, members) })
  return {
    policy: strictest(assessedMembers.map(({ assessed }) => assessed.policy)),
    members: assessedMembers,
  }
}

/** Everything there is to say against releasing the set now. */
async function refuseUnfitSet(
  work: RulesetWork,
  { approvals }: SetDeps,
  { set, members }: LockedSet,
): Promise<void> {
  for (const member of members)
    await namingMember(set, member, async () => {
      refuseUnconfirmed(member)
      refuseOutdated(member, member.open)
      await approvals.refuseUnfit(work, member, member.open, true)
    })
}

type MemberStamps = Parameters<typeof updateVersion>[3]

async function moveMember(
  work: RulesetWork,
  set: ChangeSetRow,
  member: LockedMember,
  stamps: MemberStamps & Partial<VersionRow>,
  { action, note }: { readonly action: string; readonly note?: string | null | undefined },
): Promise<LockedMember> {
  await updateVersion(work.tx, member.ruleset, member.open.version, stamps)
  await touch(work, member.ruleset)
  const open: VersionRow = { ...member.open, ...stamps }
  const more = { changeSet: set.title }
  noteStep(work, member.ruleset, { action, note: note ?? null, before: member.open, after: open, more })
  return { ...member, open }
}

export async function submitSet(
  work: RulesetWork,
  deps: SetDeps & { readonly runTests: TestCaseRunner },
  locked: LockedSet,
  submission: SetSubmission,
): Promise<void> {
  const { set, members } = locked
  requireSeen(set, submission, openToEdit, 'The change set was already submitted.')
  if (!isSamePerson(peopleOf(work.user), authorsOf(locked)))
    throw new Refusal('FORBIDDEN', {
      message: 'Only people who worked on a change set or one of its drafts can submit it.',
    })
  if (members.length === 0)
    throw invalid({ field: 'members', code: 'REQUIRED', message: 'Please add at least one ruleset' })
  requireSeenMembers(locked, submission.members)
  const activateAt = futureDate(submission.activateAt ?? null, 'activateAt', work.now)
  const note = submission.note?.trim() || set.note
  refuseShortNote(note)
  await refuseUnfitSet(work, deps, locked)
  const beside = members.map((member) => refOf(member, member.open))
  for (const member of members)
    await namingMember(set, member, () =>
      refuseFailedTests(work.tx, deps.runTests, member, member.open, beside),
    )
  const { policy, members: assessedMembers } = await assessSet(work.tx, deps.worker, locked)
  const submitted = { submittedBy: work.user.username, submittedAt: work.now.toISOString() }
  const moved: LockedMember[] = []
  for (const { member, assessed } of assessedMembers)
    moved.push(
      await moveMember(
        work,
        set,
        member,
        {
          ...unapproved,
          ...policyColumns(assessed),
          ...submitted,
          state: 'PENDING_APPROVAL',
          effectiveFrom: activateAt,
          activationProblem: null,
        },
        { action: 'SUBMIT', note },
      ),
    )
  const next = await moveSet(
    work,
    set,
    {
      ...unapproved,
      ...submitted,
      ...withEditor(set, work),
      state: 'PENDING_APPROVAL',
      policy,
      note,
      activateAt,
      problem: null,
    },
    { action: 'SUBMIT', note, more: { policy, members: moved.map(({ open }) => open.name) } },
  )
  if (policy === 'NONE') await pass(work, { set: next, members: moved })
}

const backToDraft = {
  ...unapproved,
  submittedBy: null,
  submittedAt: null,
  effectiveFrom: null,
  activationProblem: null,
  state: 'DRAFT',
} as const

/** Back to its authors. What was approved for a later date can be taken back by anybody who may edit. */
export async function withdrawSet(
  work: RulesetWork,
  { set, members }: LockedSet,
  step: SetStep,
): Promise<void> {
  requireSeen(set, step, ['PENDING_APPROVAL', 'SCHEDULED'], 'The change set is not submitted.')
  if (set.state === 'PENDING_APPROVAL' && !set.editorIds.includes(work.user.id))
    throw new Refusal('FORBIDDEN', {
      message: 'Only its authors can withdraw a change set. Deny it instead.',
    })
  const note = { action: 'WITHDRAW', note: step.note }
  for (const member of members) await moveMember(work, set, member, backToDraft, note)
  const change = { ...unapproved, submittedBy: null, submittedAt: null, activateAt: null, problem: null }
  await moveSet(work, set, { ...change, policy: null, state: 'DRAFT' }, note)
  if (set.problem !== null) await endHeldBack(work, { merchantId: set.merchantId, key: set.id })
}

/** Whoever worked on the set or on one of its members. */
const authorsOf = ({ set, members }: LockedSet): readonly string[] => [
  ...set.editorIds,
  ...set.editors,
  ...members.flatMap(({ open }) => [...open.editorIds, ...open.editors]),
]

/** Nobody decides about what they worked on, nor twice. */
function requireDecider({ user }: RulesetWork, locked: LockedSet): void {
  const { set } = locked
  requireOtherPerson(peopleOf(user), authorsOf(locked))
  requireOtherPerson(
    peopleOf(user),
    [...set.approverIds, ...set.approvers],
    'You have already approved it. Someone else must approve it too.',
  )
}

export async function approveSet(
  work: RulesetWork,
  deps: SetDeps,
  locked: LockedSet,
  step: SetStep,
): Promise<void> {
  const { set } = locked
  requireSeen(set, step, ['PENDING_APPROVAL'], 'The change set is not waiting for approval.')
  requireDecider(work, locked)
  await refuseUnfitSet(work, deps, locked)
  const { policy: now, members: assessedMembers } = await assessSet(work.tx, deps.worker, locked)
  // Things may have changed since it was submitted; the stricter of both counts.
  const policy = strictest([set.policy, now])
  const approval = {
    approverIds: [...set.approverIds, work.user.id],
    approvers: [...set.approvers, work.user.username],
  }
  const note = { action: 'APPROVE', note: step.note }
  const moved: LockedMember[] = []
  for (const { member } of assessedMembers) moved.push(await moveMember(work, set, member, approval, note))
  const next = await moveSet(
    work,
    set,
    { ...approval, policy, decisions: decided(set, work, 'APPROVE', step.note) },
    note,
  )
  if (approval.approvers.length >= approvalsNeeded[policy]) await pass(work, { set: next, members: moved })
}

export async function denySet(
  work: RulesetWork,
  locked: LockedSet,
  step: SetStep & { readonly note: string },
): Promise<void> {
  const { set, members } = locked
  requireSeen(set, step, ['PENDING_APPROVAL'], 'The change set is not waiting for approval.')
  requireDecider(work, locked)
  const note = { action: 'DENY', note: step.note }
  for (const member of members)
    await moveMember(work, set, member, { ...unapproved, state: 'REJECTED' }, note)
  const decisions = decided(set, work, 'DENY', step.note)
  await moveSet(work, set, { ...unapproved, state: 'REJECTED', decisions }, note)
}

/** Nothing stands in its way any more but its date. */
async function pass(work: RulesetWork, { set, members }: LockedSet): Promise<void> {
  if (!isLater(set.activateAt, work.now)) return releaseSet(work, { set, members })
  const note = { action: 'SCHEDULE' }
  for (const member of members) await moveMember(work, set, member, { state: 'SCHEDULED' }, note)
  await moveSet(work, set, { state: 'SCHEDULED' }, note)
}

/** All members become active in the transaction the caller has open, so that no payment sees some of them. */
export async function releaseSet(work: RulesetWork, { set, members }: LockedSet): Promise<void> {
  for (const member of members) await activate(work, member, member.open)
  const activatedAt = work.now.toISOString()
  await moveSet(
    work,
    set,
    { state: 'ACTIVE', activatedAt, problem: null },
    {
      action: 'ACTIVATE',
      note: set.note,
      more: { members: members.map(({ open }) => open.name) },
    },
  )
}

/** What keeps the set from being released now; null when nothing does. */
export async function obstacleOf(
  work: RulesetWork,
  deps: SetDeps,
  locked: LockedSet,
): Promise<string | null> {
  try {
    await refuseUnfitSet(work, deps, locked)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return (error.details.fields?.map(({ message }) => message).join('; ') || error.message).slice(0, 1_000)
  }
}
