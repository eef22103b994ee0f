import { peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Decision } from '@signalbox/model/rules/ruleset'
import { activate } from './activate.ts'
import { namesKnownTo } from './catalogue.ts'
import type { Desk } from './desk.ts'
import { conflict, seenOpen, textOf, wrongState, type Held, type Step } from './held.ts'
import { noteStep } from './notes.ts'
import { maxFields } from './refuse-problems.ts'
import type { VersionRow } from './ruleset-tables.ts'
import { draftRow, writtenColumns } from './draft-row.ts'
import { insertVersions, updateVersion } from './store.ts'
import { touch } from './touch.ts'
import type { Workshop } from './workshop/workshop.ts'

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

/** From a draft to what decides payments. Nobody gets there alone, except with names and notes. */
export class Approvals {
  readonly #workshop: Workshop

  constructor(workshop: Workshop) {
    this.#workshop = workshop
  }

  async submit(desk: Desk, held: Held, submission: Submission): Promise<void> {
    const open = seenOpen(held, submission)
    if (open.state !== 'DRAFT' && open.state !== 'REJECTED')
      throw wrongState(held, 'The version was already submitted.')
    const effectiveFrom = dateOf(submission, desk.now)
    await this.refuseUnfit(desk, held, open, true)
    const compared = await this.#compare(held, open)
    const stamps = {
      submittedBy: desk.user.username,
      submittedAt: desk.now.toISOString(),
      effectiveFrom,
      changeNote: submission.note?.trim() || open.changeNote,
      editorIds: [...new Set([...open.editorIds, desk.user.id])],
      editors: [...new Set([...open.editors, desk.user.username])],
      activationProblem: null,
    }
    const submitted: VersionRow = { ...open, ...stamps, state: 'PENDING_APPROVAL' }
    await updateVersion(desk.tx, held.ruleset, open.version, { ...stamps, state: 'PENDING_APPROVAL' })
    await touch(desk, held.ruleset)
    noteStep(desk, held.ruleset, {
      action: 'SUBMIT',
      note: stamps.changeNote,
      before: open,
      after: submitted,
      changes: compared?.summary ?? null,
    })
    if (compared?.cosmetic) await this.#pass(desk, { ...held, open: submitted }, submitted)
  }

  /** Back to its author. What was approved for a later date can be taken back by anybody who may edit. */
  async withdraw(desk: Desk, held: Held, step: StepWithNote): Promise<void> {
    const open = seenOpen(held, step)
    if (open.state !== 'PENDING_APPROVAL' && open.state !== 'SCHEDULED')
      throw wrongState(held, 'The version is not submitted.')
    if (open.state === 'PENDING_APPROVAL' && !open.editorIds.includes(desk.user.id))
      throw new Refusal('FORBIDDEN', { message: 'Only its authors can withdraw a version. Deny it instead.' })
    const stamps = { submittedBy: null, submittedAt: null, effectiveFrom: null, activationProblem: null }
    await this.#move(desk, held, open, { ...stamps, state: 'DRAFT' }, 'WITHDRAW', step.note)
  }

  async approve(desk: Desk, held: Held, step: StepWithNote): Promise<void> {
    const open = this.#toDecide(desk, held, step)
    if (open.basedOn !== held.ruleset.activeVersion)
      throw wrongState(held, 'The ruleset changed since this version was started. Re-base the draft.')
    if (!open.archives) await this.refuseUnfit(desk, held, open)
    const decisions = decided(open, desk, 'APPROVE', step.note)
    const approved = await this.#move(desk, held, open, { decisions }, 'APPROVE', step.note)
    await this.#pass(desk, { ...held, open: approved }, approved)
  }

  async deny(desk: Desk, held: Held, step: Step & { readonly note: string }): Promise<void> {
    const open = this.#toDecide(desk, held, step)
    const decisions = decided(open, desk, 'DENY', step.note)
    await this.#move(desk, held, open, { state: 'REJECTED', decisions }, 'DENY', step.note)
  }

  /** Asks for a ruleset to be taken out of use: a version like any other, because removing a block loosens. */
  async archive(desk: Desk, held: Held, step: Step & { readonly note: string }): Promise<void> {
    const { ruleset, active, open } = held
    if (open) throw wrongState(held, 'There is an open version. Discard or finish it first.')
    if (!active) throw wrongState(held, 'The ruleset is not in use.')
    if (active.version !== step.version || active.revision !== step.revision) throw conflict(held)
    const [version, revision] = [ruleset.lastVersion + 1, ruleset.lastRevision + 1]
    const { name, note, priority, inherit, enabled, preconditions } = active
    const fields = { name, note, priority, inherit, enabled, preconditions }
    const request = {
      ...draftRow(ruleset, {
        ...writtenColumns({ ...active, fields }),
        revision,
        changeNote: step.note,
        editorIds: [desk.user.id],
        editors: [desk.user.username],
        editedBy: desk.user.username,
        editedAt: desk.now,
      }),
      version,
      basedOn: active.version,
      archives: true,
      state: 'PENDING_APPROVAL',
      submittedBy: desk.user.username,
      submittedAt: desk.now,
    } as const
    await insertVersions(desk.tx, [request])
    await touch(desk, ruleset, { lastVersion: version, lastRevision: revision })
    noteStep(desk, ruleset, {
      action: 'REQUEST_ARCHIVE',
      note: step.note,
      before: active,
      after: { ...active, version, revision, archives: true, state: 'PENDING_APPROVAL' },
    })
  }

  /** Everything there is to say against a version, as things are now. */
  async refuseUnfit(
    { tx, now }: Desk,
    { table, ruleset }: Held,
    row: VersionRow,
    compile = false,
  ): Promise<void> {
    const known = await namesKnownTo(tx, ruleset.merchantId)
    const input = { table: table.slug, content: textOf(row), nowMs: now.getTime(), ...known, compile }
    const problems = await this.#workshop.run('unfit', input)
    if (problems.length > 0) throw invalid(...problems.slice(0, maxFields))
  }

  async #compare(held: Held, open: VersionRow) {
    const { active, table } = held
    if (!active || open.archives) return null
    const compared = await this.#workshop.run('compare', {
      table: table.slug,
      before: textOf(active),
      after: textOf(open),
    })
    return { ...compared, cosmetic: compared.cosmetic && open.basedOn === active.version }
  }

  /** A version somebody may decide about: submitted, seen as it is, and by others. */
  #toDecide(desk: Desk, held: Held, step: Step): VersionRow {
    const open = seenOpen(held, step)
    if (open.state !== 'PENDING_APPROVAL') throw wrongState(held, 'The version is not waiting for approval.')
    requireOtherPerson(peopleOf(desk.user), [...open.editorIds, ...open.editors])
    return open
  }

  /** Nothing stands in its way any more but its date. */
  async #pass(desk: Desk, held: Held, open: VersionRow): Promise<void> {
    if (isLater(open.effectiveFrom, desk.now))
      await this.#move(desk, held, open, { state: 'SCHEDULED' }, 'SCHEDULE')
    else await activate(desk, held, open)
  }

  async #move(
    desk: Desk,
    held: Held,
    open: VersionRow,
    change: Stamps,
    action: string,
    note?: string,
  ): Promise<VersionRow> {
    const { decisions, ...columns } = change
    const values = { ...columns, ...(decisions && { decisions: JSON.stringify(decisions) }) }
    await updateVersion(desk.tx, held.ruleset, open.version, values)
    await touch(desk, held.ruleset)
    const moved = { ...open, ...change }
    noteStep(desk, held.ruleset, { action, note, before: open, after: moved })
    return moved
  }
}

const decided = (
  { decisions }: VersionRow,
  { user, now }: Desk,
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
