import { peopleOf } from '@signalbox/model/access/people'
import { requestKinds, type LedgerRequestKind } from '@signalbox/model/entities/ledger-request'
import type { AdjustmentLine } from '@signalbox/model/calls/balance'
import { amountText } from '@signalbox/model/money/money-text'
import { lastOfMonth } from '@signalbox/model/text/calendar-day'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { sqlState } from '../../kit/transaction.ts'
import { shareBooks } from '../../payments/ledger/book-store.ts'
import { ownersOf } from './account-store.ts'
import { todayOf } from './accounts.ts'
import { readAdjustment } from './adjustment.ts'
import { whyNotReversible } from './entry.ts'
import { findEntryById, linksOf } from './entry-store.ts'
import { bookState } from './period-store.ts'
import { monthName, requireSeenPeriod, whyNotReopen } from './periods.ts'
import { keepFile, readFile, type GivenFile } from './request-file.ts'
import type { LedgerRequestRecord, LedgerRequests } from './requests.ts'

const refuse = (message: string): never => {
  throw new Refusal('INVALID_STATE', { message })
}

interface Draft {
  readonly merchantId: number
  readonly kind: LedgerRequestKind
  readonly title: string
  readonly reason: string
}

/** Two who propose the same thing at once: the second is told, by a unique key. */
async function propose(
  requests: LedgerRequests,
  work: Work,
  draft: Draft & Readonly<Record<string, unknown>>,
): Promise<LedgerRequestRecord> {
  try {
    return await work.savepoint(() =>
      requests.create(work, {
        lines: [],
        ...draft,
        state: 'WAITING',
        requestedBy: work.user.username,
        requestedPeople: peopleOf(work.user),
      }),
    )
  } catch (error) {
    if (sqlState(error) === '23505') refuse('The same is already waiting for approval.')
    throw error
  }
}

interface AdjustmentBody {
  readonly valueDate: string
  readonly reason: string
  readonly lines: readonly AdjustmentLine[]
  readonly file?: GivenFile | undefined
}

/** Whoever closes the month waits for what is proposed for it, as for what is posted into it, and then sees it. */
async function refuseDay(work: Work, merchantId: number, valueDate: string): Promise<void> {
  await shareBooks(work.tx, [merchantId])
  const [owner] = await ownersOf(work.tx, [merchantId])
  const problem = (message: string) => invalid({ field: 'valueDate', code: 'INVALID', message })
  if (valueDate > todayOf(work.now, owner?.timeZone ?? 'UTC')) throw problem('Must not be in the future')
  const { closedThrough, firstDay } = await bookState(work.tx, merchantId)
  // Every month from there on would have to be closed.
  if (firstDay !== null && valueDate.slice(0, 7) < firstDay.slice(0, 7))
    throw problem(`The books begin on ${firstDay}. Choose a later day`)
  if (closedThrough !== null && valueDate <= closedThrough)
    throw problem(`Closed through ${closedThrough}. Choose a later day`)
}

/** An entry somebody makes by hand. What does not balance is refused here already. */
export async function proposeAdjustment(
  requests: LedgerRequests,
  work: Work,
  { valueDate, reason, lines, file }: AdjustmentBody,
  box: SecretBox,
): Promise<LedgerRequestRecord> {
  const merchantId = work.scope.selected
  const read = readAdjustment(lines)
  await refuseDay(work, merchantId, valueDate)
  const kept = file && (await readFile(file))
  const sums = new Map<string, bigint>()
  for (const { account, side, minor } of read)
    if (side === 'DEBIT') sums.set(account.currency, (sums.get(account.currency) ?? 0n) + minor)
  const amounts = [...sums].map(([currency, minor]) => amountText({ minor, currency }))
  const request = await propose(requests, work, {
    merchantId,
    kind: 'ADJUSTMENT',
    title: `${requestKinds.ADJUSTMENT} of ${amounts.join(' and ')}`,
    reason,
    valueDate,
    lines,
    fileName: kept?.name ?? null,
  })
  if (kept) await keepFile(work, box, request, kept)
  return request
}

export async function proposeReversal(
  requests: LedgerRequests,
  work: Work,
  { entryId, reason }: { readonly entryId: string; readonly reason: string },
): Promise<LedgerRequestRecord> {
  const entry = await findEntryById(work.tx, work.scope.effective, entryId)
  if (!entry) throw new Refusal('NOT_FOUND')
  const problem = whyNotReversible(entry, await linksOf(work.tx, entry))
  if (problem) refuse(problem)
  const { merchantId, description } = entry
  return propose(requests, work, {
    merchantId,
    kind: 'REVERSAL',
    title: `Reversal: ${description}`,
    reason,
    entryId,
  })
}

export async function proposeReopening(
  requests: LedgerRequests,
  work: Work,
  { month, version, reason }: { readonly month: string; readonly version: number; readonly reason: string },
): Promise<LedgerRequestRecord> {
  const merchantId = work.scope.selected
  const period = `${month}-01`
  await requireSeenPeriod(work, merchantId, period, version)
  const { closedThrough } = await bookState(work.tx, merchantId)
  const [problem] = whyNotReopen(closedThrough, lastOfMonth(period))
  if (problem) refuse(problem)
  return propose(requests, work, {
    merchantId,
    kind: 'REOPEN',
    title: `Reopening of ${monthName(period)}`,
    reason,
    period,
  })
}
