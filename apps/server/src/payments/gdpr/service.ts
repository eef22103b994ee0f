import type { RecordOf } from '@signalbox/model/field/entity'
import { gdprRequest, type GdprState, type GdprType } from '@signalbox/model/entities/gdpr-request'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { Resource } from '../../kit/resource.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { erased as erasedWord, pseudonymOf } from '../../kit/subject-seal.ts'
import { exportJob } from './export-file.ts'
import { eraseEverywhere } from './erase-everywhere.ts'
import { hideEverywhere } from './hide-everywhere.ts'
import { lockRequests, type Person } from './request-store.ts'
import { standingOf, type RetentionYears, type Standing } from './standing.ts'

export type GdprRecord = RecordOf<typeof gdprRequest>
export type GdprRequests = Resource<typeof gdprRequest>
type Requests = GdprRequests

export interface GdprRequestInput extends Person {
  readonly reason: string
  readonly caseReference?: string
}

/** What of a request says whom it is about. */
const tellingFields = ['userId', 'reason', 'caseReference'] as const

export const gdprRequests = (): Requests =>
  new Resource(gdprRequest, {
    audited: (before, after) => {
      const { merchantId, userId } = (before?.userId ? before : after) as GdprRecord
      return userId ? { subject: { merchantId, userId, fields: tellingFields } } : {}
    },
    operations: {
      release: {
        run: (work, current) => {
          if (current.type !== 'LEGAL_HOLD' || current.state === 'DONE')
            throw new Refusal('INVALID_STATE', { message: 'This is not an active legal hold.', current })
          return Promise.resolve({ state: 'DONE', executedAt: work.now })
        },
      },
    },
  })

/** A merchant outside the caller's scope and a user nobody knows are the same to the caller. */
export async function knownPerson(work: Work, person: Person, years: RetentionYears): Promise<Standing> {
  if (!work.scope.effective.includes(person.merchantId)) throw new Refusal('NOT_FOUND')
  const standing = await standingOf(work.tx, person, years, work.now)
  if (!standing.isKnown)
    throw new Refusal('NOT_FOUND', { message: 'This merchant has no user with this id.' })
  return standing
}

interface Draft {
  readonly type: GdprType
  readonly state: GdprState
  readonly dueAt?: string | null
  readonly executedAt?: Date
  readonly reasons?: readonly string[]
  /** The person is gone already, so nothing names them. */
  readonly isGone?: boolean
}

function record(requests: Requests, work: Work, asked: GdprRequestInput, draft: Draft): Promise<GdprRecord> {
  const { merchantId, userId, reason, caseReference } = asked
  const { isGone, ...rest } = draft
  return requests.create(work, {
    merchantId,
    subject: pseudonymOf(work.deps.auditKey, merchantId, userId),
    userId: isGone ? null : userId,
    reasons: [],
    reason: reason.trim(),
    caseReference: caseReference?.trim() || null,
    requestedBy: work.user.username,
    ...rest,
  })
}

export async function requestExport(
  requests: Requests,
  work: Work,
  asked: GdprRequestInput,
  years: RetentionYears,
): Promise<GdprRecord> {
  await lockRequests(work.tx, asked.merchantId)
  await knownPerson(work, asked, years)
  const made = await record(requests, work, asked, { type: 'EXPORT', state: 'REQUESTED' })
  work.enqueue(exportJob({ merchantId: made.merchantId, id: made.id }))
  return made
}

export async function requestHold(
  requests: Requests,
  work: Work,
  asked: GdprRequestInput,
  years: RetentionYears,
): Promise<GdprRecord> {
  await lockRequests(work.tx, asked.merchantId)
  const { legalHold } = await knownPerson(work, asked, years)
  if (legalHold) throw new Refusal('INVALID_STATE', { message: 'The data is already under legal hold.' })
  return record(requests, work, asked, { type: 'LEGAL_HOLD', state: 'REQUESTED' })
}

/** Erases the person now, or hides them and says when. */
export async function requestErasure(
  requests: Requests,
  work: Work,
  asked: GdprRequestInput & { readonly confirm: string },
  { box, retentionYears: years }: { readonly box: SecretBox; readonly retentionYears: RetentionYears },
): Promise<GdprRecord> {
  const { merchantId, userId } = asked
  if (asked.confirm !== userId)
    throw invalid({ field: 'confirm', code: 'MISMATCH', message: 'Type the user id to confirm' })
  await lockRequests(work.tx, merchantId)
  const { blockers, keptUntil, openErasure } = await knownPerson(work, asked, years)
  if (openErasure !== null)
    throw new Refusal('INVALID_STATE', { message: 'An erasure of this user was already requested.' })
  if (blockers.length > 0)
    throw new Refusal('INVALID_STATE', {
      message: `Cannot be erased now: ${blockers.join('; ')}.`,
      refs: blockers,
    })
  const pseudonym = pseudonymOf(work.deps.auditKey, merchantId, userId)
  if (keptUntil !== null) {
    const named = await hideEverywhere(work, { merchantId, userId, pseudonym })
    const made = await record(requests, work, asked, { type: 'ERASE', state: 'RESTRICTED', dueAt: keptUntil })
    work.audit({
      merchantId,
      entityType: 'gdpr',
      entityId: made.id,
      entityLabel: pseudonym,
      changeType: 'UPDATE',
      action: 'RESTRICT',
      after: { named },
    })
    return made
  }
  const { auditKey } = work.deps
  const subject = { merchantId, userId, pseudonym, now: work.now }
  const { erased, kept } = await eraseEverywhere(work, { box, auditKey }, subject)
  // What was typed about the person goes with them, as in the requests before this one.
  const told = { ...asked, reason: erasedWord, ...(asked.caseReference && { caseReference: erasedWord }) }
  const made = await record(requests, work, told, {
    type: 'ERASE',
    state: 'DONE',
    reasons: kept,
    executedAt: work.now,
    isGone: true,
  })
  work.audit({
    merchantId,
    entityType: 'gdpr',
    entityId: made.id,
    entityLabel: pseudonym,
    changeType: 'UPDATE',
    action: 'ERASE',
    after: erased,
  })
  return made
}
