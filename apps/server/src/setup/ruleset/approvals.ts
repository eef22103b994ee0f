import { approvalsNeeded, type ApprovalPolicy } from '@signalbox/model/rules/approval-policy'
import { isSamePerson, peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { reasonLength, shortestReason } from '@signalbox/model/rules/change-reason'
import type { Decision } from '@signalbox/model/rules/ruleset'
import { seenText } from '@signalbox/model/text/seen-text'
import { activate } from './activate.ts'
import { assessVersion, type AssessedChange } from './assess-change.ts'
import { activateInEmergency, refuseUnconfirmed } from './emergencies.ts'
import { namesKnownTo } from './catalogue.ts'
import type { RulesetWork } from './ruleset-work.ts'
import { conflict, seenOpen, textOf, wrongState, type LockedRuleset, type Step } from './locked-ruleset.ts'
import { endHeldBack, versionKey } from './held-back.ts'
import { noteStep } from './notes.ts'
import { maxFields } from './refuse-problems.ts'
import type { VersionRow } from './ruleset-tables.ts'
import { draftRow, writtenColumns } from './draft-row.ts'
import { insertVersions, updateVersion } from './store.ts'
import { refuseFailedTests, type TestCaseRunner } from './test-cases.ts'
import { touch } from './touch.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'

type StepWithNote = Step & { readonly note?: string }
export type Submission = StepWithNote & { readonly effectiveFrom?: string | null }

/** What changes about a version on its way; its content does not. */
type Stamps = Partial<
  Pick<
    VersionRow,
    | 'state'
    | 'decisions'
    | 'submittedBy'
    | 'submittedAt'
    | 'effectiveFrom'
    | 'activationProblem'
    | 'approverIds'
    | 'approvers'
    | 'direction'
    | 'policy'
    | 'policyReason'
    | 'changeSetId'
  >
>

/** Nobody has agreed to anything yet. */
export const unapproved = { approverIds: [] as string[], approvers: [] as string[] }

export const policyColumns = ({ direction, policy, reason }: AssessedChange) => ({
  direction,
  policy,
  policyReason: reason,
})

/** Things may have changed since it was submitted; the stricter of both counts. */
const stricter = (before: ApprovalPolicy | null, now: AssessedChange): AssessedChange =>
  before !== null && approvalsNeeded[before] > approvalsNeeded[now.policy] ? { ...now, policy: before } : now

export const isLater = (instant: string | null, now: Date): instant is string =>
  instant !== null && Date.parse(instant) > now.getTime()

/** Who approves has to learn why. A draft may be saved with less. */
export function refuseShortNote(note: string): void {
  if (seenText(note).length >= shortestReason) return
  throw invalid({ field: 'note', code: 'TOO_SHORT', message: reasonLength })
}

/** From a draft to what decides payments. Nobody gets there alone, except with names and notes. */
export class Approvals {
  readonly #worker: RulesetWorker

  constructor(worker: RulesetWorker) {
    this.#worker = worker
  }

  async submit(
    work: RulesetWork,
    locked: LockedRuleset,
    submission: Submission,
    runTests: TestCaseRunner,
  ): Promise<void> {
    const open = seenOpen(locked, submission)
    if (open.state !== 'DRAFT' && open.state !== 'REJECTED')
      throw wrongState(locked, 'The version was already submitted.')
    refuseInSet(locked, open)
    // Only they know whether it is finished.
    if (!isSamePerson(peopleOf(work.user), [...open.editorIds, ...open.editors]))
      throw new Refusal('FORBIDDEN', {
        message: 'Only its authors can submit a draft. Edit it to become one.',
      })
    const effectiveFrom = futureDate(submission.effectiveFrom ?? null, 'effectiveFrom', work.now)
    const changeNote = submission.note?.trim() || open.changeNote
    refuseShortNote(changeNote)
    await this.refuseUnfit(work, locked, open, true)
    await refuseFailedTests(work.tx, runTests, locked, open)
    const assessed = await assessVersion(work.tx, this.#worker, locked, open)
    if (assessed.policy === 'NONE') refuseUnconfirmed(locked)
    const stamps = {
      ...unapproved,
      ...policyColumns(assessed),
      submittedBy: work.user.username,
      submittedAt: work.now.toISOString(),
      effectiveFrom,
      changeNote,
      // An author may be known by another account: a person whose API client wrote it.
      editorIds: [...new Set([...open.editorIds, work.user.id])],
      editors: [...new Set([...open.editors, work.user.username])],
      activationProblem: null,
    }
    const submitted: VersionRow = { ...open, ...stamps, state: 'PENDING_APPROVAL' }
    await updateVersion(work.tx, locked.ruleset, open.version, { ...stamps, state: 'PENDING_APPROVAL' })
    await touch(work, locked.ruleset)
    noteStep(work, locked.ruleset, {
      action: 'SUBMIT',
      note: stamps.changeNote,
      before: open,
      after: submitted,
      changes: assessed.summary,
      more: { direction: assessed.direction, policy: assessed.policy },
    })
    if (assessed.policy === 'NONE') await this.#pass(work, { ...locked, open: submitted }, submitted)
  }

  /** Back to its author. What was approved for a later date can be taken back by anybody who may edit. */
  async withdraw(work: RulesetWork, locked: LockedRuleset, step: StepWithNote): Promise<void> {
    const open = seenOpen(locked, step)
    if (open.state !== 'PENDING_APPROVAL' && open.state !== 'SCHEDULED')
      throw wrongState(locked, 'The version is not submitted.')
    if (open.state === 'PENDING_APPROVAL' && !open.editorIds.includes(work.user.id))
      throw new Refusal('FORBIDDEN', { message: 'Only its authors can withdraw a version. Deny it instead.' })
    refuseInSet(locked, open)
    const stamps = {
      ...unapproved,
      submittedBy: null,
      submittedAt: null,
      effectiveFrom: null,
      activationProblem: null,
    }
    await this.#move(work, locked, open, { ...stamps, state: 'DRAFT' }, 'WITHDRAW', step.note)
    if (open.activationProblem !== null)
      await endHeldBack(work, { merchantId: open.merchantId, key: versionKey(open) })
  }

  async approve(work: RulesetWork, locked: LockedRuleset, step: StepWithNote): Promise<void> {
    const open = this.#toDecide(work, locked, step)
    refuseUnconfirmed(locked)
    refuseOutdated(locked, open)
    if (!open.archives) await this.refuseUnfit(work, locked, open)
    const assessed = stricter(open.policy, await assessVersion(work.tx, this.#worker, locked, open))
    const approved = await this.#move(
      work,
      locked,
      open,
      {
        ...policyColumns(assessed),
        decisions: decided(open, work, 'APPROVE', step.note),
        approverIds: [...open.approverIds, work.user.id],
        approvers: [...open.approvers, work.user.username],
      },
      'APPROVE',
      step.note,
    )
    if (approved.approvers.length >= approvalsNeeded[assessed.policy])
      await this.#pass(work, { ...locked, open: approved }, approved)
  }

  async deny(
    work: RulesetWork,
    locked: LockedRuleset,
    step: Step & { readonly note: string },
  ): Promise<void> {
    const open = this.#toDecide(work, locked, step)
    const decisions = decided(open, work, 'DENY', step.note)
    await this.#move(work, locked, open, { ...unapproved, state: 'REJECTED', decisions }, 'DENY', step.note)
  }

  /** In an emergency: what only stops or limits more payments goes live at once, and is looked at afterwards. */
  async breakGlass(
    work: RulesetWork,
    locked: LockedRuleset,
    step: Step & { readonly note: string },
  ): Promise<void> {
    const open = seenOpen(locked, step)
    if (open.state === 'SCHEDULED') throw wrongState(locked, 'The version is scheduled. Withdraw it first.')
    if (open.archives) throw wrongState(locked, 'Archiving a ruleset needs approval.')
    refuseInSet(locked, open)
    refuseShortNote(step.note)
    refuseUnconfirmed(locked)
    refuseOutdated(locked, open)
    await this.refuseUnfit(work, locked, open, true)
    const { breakGlass, reason } = await assessVersion(work.tx, this.#worker, locked, open)
    if (!breakGlass)
      throw wrongState(
        locked,
        `Only a change that tightens a block or a limit can be activated without approval. ${reason}`,
      )
    await activateInEmergency(work, locked, open, step.note)
  }

  /** Asks for a ruleset to be taken out of use: a version like any other, because removing a block loosens. */
  async archive(
    work: RulesetWork,
    locked: LockedRuleset,
    step: Step & { readonly note: string },
  ): Promise<void> {
    const { ruleset, active, open } = locked
    if (open) throw wrongState(locked, 'There is an open version. Discard or finish it first.')
    if (!active) throw wrongState(locked, 'The ruleset is not in use.')
    if (active.version !== step.version || active.revision !== step.revision) throw conflict(locked)
    refuseShortNote(step.note)
    const [version, revision] = [ruleset.lastVersion + 1, ruleset.lastRevision + 1]
    const { name, note, priority, inherit, enabled, preconditions } = active
    const fields = { name, note, priority, inherit, enabled, preconditions }
    const assessed = await assessVersion(work.tx, this.#worker, locked, {
      ...active,
      version,
      archives: true,
    })
    const request = {
      ...draftRow(ruleset, {
        ...writtenColumns({ ...active, fields }),
        revision,
        changeNote: step.note,
        editorIds: [work.user.id],
        editors: [work.user.username],
        editedBy: work.user.username,
        editedAt: work.now,
      }),
      version,
      basedOn: active.version,
      archives: true,
      state: 'PENDING_APPROVAL',
      submittedBy: work.user.username,
      submittedAt: work.now,
      ...policyColumns(assessed),
    } as const
    await insertVersions(work.tx, [request])
    await touch(work, ruleset, { lastVersion: version, lastRevision: revision })
    noteStep(work, ruleset, {
      action: 'REQUEST_ARCHIVE',
      note: step.note,
      before: active,
      after: { ...active, version, revision, archives: true, state: 'PENDING_APPROVAL' },
    })
  }

  /** Everything there is to say against a version, as things are now. */
  async refuseUnfit(
    { tx, now }: RulesetWork,
    { table, ruleset }: LockedRuleset,
    row: VersionRow,
    compile = false,
  ): Promise<void> {
    const known = await namesKnownTo(tx, ruleset.merchantId)
    const input = { table: table.slug, content: textOf(row), nowMs: now.getTime(), ...known, compile }
    const problems = await this.#worker.run('unfit', input)
    if (problems.length > 0) throw invalid(...problems.slice(0, maxFields))
  }

  /** A version somebody may decide about: submitted, seen as it is, and by others. */
  #toDecide(work: RulesetWork, locked: LockedRuleset, step: Step): VersionRow {
    const open = seenOpen(locked, step)
    if (open.state !== 'PENDING_APPROVAL')
      throw wrongState(locked, 'The version is not waiting for approval.')
    refuseInSet(locked, open)
    requireOtherPerson(peopleOf(work.user), [...open.editorIds, ...open.editors])
    requireOtherPerson(
      peopleOf(work.user),
      [...open.approverIds, ...open.approvers],
      'You have already approved it. Someone else must approve it too.',
    )
    return open
  }

  /** Nothing stands in its way any more but its date. */
  async #pass(work: RulesetWork, locked: LockedRuleset, open: VersionRow): Promise<void> {
    if (isLater(open.effectiveFrom, work.now))
      await this.#move(work, locked, open, { state: 'SCHEDULED' }, 'SCHEDULE')
    else await activate(work, locked, open)
  }

  async #move(
    work: RulesetWork,
    locked: LockedRuleset,
    open: VersionRow,
    change: Stamps,
    action: string,
    note?: string,
  ): Promise<VersionRow> {
    const { decisions, ...columns } = change
    const values = { ...columns, ...(decisions && { decisions: JSON.stringify(decisions) }) }
    await updateVersion(work.tx, locked.ruleset, open.version, values)
    await touch(work, locked.ruleset)
    const moved = { ...open, ...change }
    noteStep(work, locked.ruleset, { action, note, before: open, after: moved })
    return moved
  }
}

/** What goes live together is decided together. */
export function refuseInSet(locked: LockedRuleset, { changeSetId }: VersionRow): void {
  if (changeSetId !== null)
    throw wrongState(locked, 'The version belongs to a change set and is decided with it.')
}

/** Another version became active since it was started. Where nothing is active, there is nothing to merge with. */
export const isOutdated = (
  { ruleset: { activeVersion } }: Pick<LockedRuleset, 'ruleset'>,
  { basedOn }: Pick<VersionRow, 'basedOn'>,
): boolean => activeVersion !== null && basedOn !== activeVersion

export function refuseOutdated(locked: LockedRuleset, open: VersionRow): void {
  if (isOutdated(locked, open))
    throw wrongState(
      locked,
      'Another version became active since this one was started. Merge the draft with it first.',
    )
}

export const decided = (
  { decisions }: Pick<VersionRow, 'decisions'>,
  { user, now }: RulesetWork,
  decision: Decision['decision'],
  comment = '',
): readonly Decision[] => [
  ...decisions,
  { user: user.username, at: now.toISOString(), decision, comment: comment.trim() },
]

/** A date that was asked for; nothing can take effect in the past. */
export function futureDate(date: string | null, field: string, now: Date): string | null {
  if (date === null || isLater(date, now)) return date
  throw invalid({ field, code: 'PAST', message: 'Must be in the future' })
}
