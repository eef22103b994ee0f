import type { RecordOf } from '@signalbox/model/field/entity'
import type { ledgerRequest } from '@signalbox/model/entities/ledger-request'
import type { AdjustmentLine } from '@signalbox/model/calls/balance'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { post, reverse } from '../../payments/ledger/ledger.ts'
import { ownersOf } from './account-store.ts'
import { todayOf } from './accounts.ts'
import { readAdjustment } from './adjustment.ts'
import { whyNotReversible } from './entry.ts'
import { findEntryById, linksOf } from './entry-store.ts'
import { reopenPeriod } from './periods.ts'

type Request = RecordOf<typeof ledgerRequest>

const refuse = (message: string): never => {
  throw new Refusal('INVALID_STATE', { message })
}

/** Where its day was closed since, the books take it on the first open one. */
async function bookAdjustment(work: Work, request: Request): Promise<string> {
  const { merchantId, id, reason, requestedBy, valueDate } = request
  const draft = {
    merchantId,
    sourceType: 'ADJUSTMENT',
    sourceId: id,
    eventType: 'ADJUSTMENT',
    valueDate: valueDate ?? refuse('The request has no value date.'),
    description: `${reason} (proposed by ${requestedBy})`,
    lines: await readAdjustment(work.tx, merchantId, request.lines as readonly AdjustmentLine[]),
    createdBy: work.user.username,
  } as const
  return (await post(work.tx, draft, { now: work.now, newId: work.newId })).entryId
}

async function bookReversal(work: Work, request: Request): Promise<string> {
  const { merchantId, entryId, reason, requestedBy } = request
  const entry = await findEntryById(work.tx, [merchantId], entryId ?? '')
  if (!entry) throw new Refusal('NOT_FOUND')
  const problem = whyNotReversible(entry, { ...(await linksOf(work.tx, entry)), reversalWaits: false })
  if (problem) refuse(problem)
  const [owner] = await ownersOf(work.tx, [merchantId])
  const options = {
    valueDate: todayOf(work.now, owner?.timeZone ?? 'UTC'),
    description: `${reason} (proposed by ${requestedBy})`,
    createdBy: work.user.username,
  }
  return (await reverse(work.tx, entry, options, { now: work.now, newId: work.newId })).entryId
}

/** Does what was proposed. Gives the entry it left in the books, if any. */
export async function carryOut(work: Work, request: Request): Promise<string | null> {
  switch (request.kind) {
    case 'ADJUSTMENT':
      return bookAdjustment(work, request)
    case 'REVERSAL':
      return bookReversal(work, request)
    case 'REOPEN':
      await reopenPeriod(work, request.merchantId, request.period ?? '')
      return null
  }
}
