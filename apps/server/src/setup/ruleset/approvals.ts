import { peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { reasonLength, shortestReason } from '@signalbox/model/rules/change-reason'
import type { Decision } from '@signalbox/model/rules/ruleset'
import { seenText } from '@signalbox/model/text/seen-text'
import { activate } from './activate.ts'
import { namesKnownTo } from './catalogue.ts'
import type { RulesetWork } from './ruleset-work.ts'
import { conflict, seenOpen, textOf, wrongState, type LockedRuleset, type Step } from './locked-ruleset.ts'
import { noteStep } from './notes.ts'
import { maxFields } from './refuse-problems.ts'
import type { VersionRow } from './ruleset-tables.ts'
import { draftRow, writtenColumns } from './draft-row.ts'
import { insertVersions, updateVersion } from './store.ts'
import { touch } from './touch.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'

type StepWithNote = Step & { readonly note?: string }
export type Submission = StepWithNote & { readonly effectiveFrom?: string | null }

/** What changes about a version on its way; its content does not. */
type Stamps = Partial<
  Pick<
    VersionRow,
    'state' | 'decisions' | 'submittedBy' | 'submittedAt' | 'effectiveFrom' | 'activationProblem'
  >
>

const isLater = (instant: string | null, now: Date): instant is string =>
  instant !== null && Date.parse(instant) > now.getTime()

/** Who approves has to learn why. A draft may be saved with less. */
function refuseShortNote(note: string): void {
  if (seenText(note).length >= shortestReason) return
  throw invalid({ field: 'note', code: 'TOO_SHORT', message: reasonLength })
}

/** From a draft to what decides payments. Nobody gets there alone, except with names and notes. */
export class Approvals {
  readonly #worker: RulesetWorker

  constructor(worker: RulesetWorker) {
    this.#worker = worker
  }

  async submit(work: RulesetWork, locked: LockedRuleset, submission: Submission): Promise<void> {
    const open = seenOpen(locked, submission)
    if (open.state !== 'DRAFT' && open.state !== 'REJECTED')
      throw wrongState(locked, 'The version was already submitted.')
    const effectiveFrom = dateOf(submission, work.now)
    const changeNote = submission.note?.trim() || open.changeNote
    refuseShortNote(changeNote)
    await this.refuseUnfit(work, locked, open, true)
    const compared = await this.#compare(locked, open)
    const stamps = {
      submittedBy: work.user.username,
      submittedAt: work.now.toISOString(),
      effectiveFrom,
      changeNote,
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
      changes: compared?.summary ?? null,
    })
    if (compared?.cosmetic) await this.#pass(work, { ...locked, open: submitted }, submitted)
  }

  /** Back to its author. What was approved for a later date can be taken back by anybody who may edit. */
  async withdraw(work: RulesetWork, locked: LockedRuleset, step: StepWithNote): Promise<void> {
    const open = seenOpen(locked, step)
    if (open.state !== 'PENDING_APPROVAL' && open.state !== 'SCHEDULED')
      throw wrongState(locked, 'The version is not submitted.')
    if (open.state === 'PENDING_APPROVAL' && !open.editorIds.includes(work.user.id))
      throw new Refusal('FORBIDDEN', { message: 'Only its authors can withdraw a version. Deny it instead.' })
    const stamps = { submittedBy: null, submittedAt: null, effectiveFrom: null, activationProblem: null }
    await this.#move(work, locked, open, { ...stamps, state: 'DRAFT' }, 'WITHDRAW', step.note)
  }

  async approve(work: RulesetWork, locked: LockedRuleset, step: StepWithNote): Promise<void> {
    const open = this.#toDecide(work, locked, step)
    if (open.basedOn !== locked.ruleset.activeVersion)
      throw wrongState(locked, 'The ruleset changed since this version was started. Re-base the draft.')
    if (!open.archives) await this.refuseUnfit(work, locked, open)
    const decisions = decided(open, work, 'APPROVE', step.note)
    const approved = await this.#move(work, locked, open, { decisions }, 'APPROVE', step.note)
    await this.#pass(work, { ...locked, open: approved }, approved)
  }

  async deny(
    work: RulesetWork,
    locked: LockedRuleset,
    step: Step & { readonly note: string },
  ): Promise<void> {
    const open = this.#toDecide(work, locked, step)
    const decisions = decided(open, work, 'DENY', step.note)
    await this.#move(work, locked, open, { state: 'REJECTED', decisions }, 'DENY', step.note)
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

  async #compare(locked: LockedRuleset, open: VersionRow) {
    const { active, table } = locked
    if (!active || open.archives) return null
    const compared = await this.#worker.run('compare', {
      table: table.slug,
      before: textOf(active),
      after: textOf(open),
    })
    return { ...compared, cosmetic: compared.cosmetic && open.basedOn === active.version }
  }

  /** A version somebody may decide about: submitted, seen as it is, and by others. */
  #toDecide(work: RulesetWork, locked: LockedRuleset, step: Step): VersionRow {
    const open = seenOpen(locked, step)
    if (open.state !== 'PENDING_APPROVAL')
      throw wrongState(locked, 'The version is not waiting for approval.')
    requireOtherPerson(peopleOf(work.user), [...open.editorIds, ...open.editors])
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

const decided = (
  { decisions }: VersionRow,
  { user, now }: RulesetWork,
  decision: Decision['decision'],
  comment = '',
): readonly Decision[] => [
  ...decisions,
  { user: user.username, at: now.toISOString(), decision, comment: comment.trim() },
]

function dateOf({ effectiveFrom = null }: Submission, now: Date): string | null {
  if (effectiveFrom === null || isLater(effectiveFrom, now)) return effectiveFrom
  throw invalid({ field: 'effectiveFrom', code: 'PAST', message: 'Must be in the future' })
}
