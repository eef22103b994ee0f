import {
  bankEntryStates,
  matchedByItself,
  openEntryStates,
  type BankEntryState,
} from '@signalbox/model/bank/bank-states'
import type { bankEntry } from '@signalbox/model/entities/bank-entry'
import type { RecordOf } from '@signalbox/model/field/entity'
import { toWire } from '@signalbox/model/money/money-schema'
import { amountText, parseSignedMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import type { OperationHook } from '../../kit/resource.ts'
import { matchEntry, type Match } from './match-entry.ts'
import type { PayoutBatch, PayoutBatches } from './payout-batches.ts'
import { batchesAround } from './plan-import.ts'
import { merchantsBelow } from './scope-below.ts'

type EntryRecord = RecordOf<typeof bankEntry>

const open: readonly BankEntryState[] = openEntryStates

function requireOpen({ state }: EntryRecord): void {
  if (open.includes(state)) return
  throw new Refusal('INVALID_STATE', { message: `The entry is ${bankEntryStates[state].toLowerCase()}.` })
}

function amountOf({ amount }: EntryRecord): Money {
  const money = parseSignedMoney(amount.amount, amount.currency)
  if (!money) throw new Error(`A bank entry of ${amount.amount} ${amount.currency}`)
  return money
}

const noBatch = { batchId: null, batchMerchantId: null, batchRef: null, psp: null, expected: null }

const batchFields = (batch: PayoutBatch) => ({
  batchId: batch.id,
  batchMerchantId: batch.merchantId,
  batchRef: batch.batchRef,
  psp: batch.psp,
  expected: toWire(batch.net),
})

/** What an entry becomes by what it was matched with. */
const changeOf = ({ state, batch, note }: Match): Record<string, unknown> => ({
  state,
  ...(batch ? batchFields(batch) : noBatch),
  matchNote: note,
  matchedBy: state === 'CONFIRMED' ? matchedByItself : null,
})

/** Books the payout of a batch with what the bank said. */
async function bookPayout(
  work: Work,
  payouts: PayoutBatches,
  entry: EntryRecord,
  batch: Pick<PayoutBatch, 'merchantId' | 'id'>,
): Promise<void> {
  await payouts.confirmPayout(work, {
    merchantId: batch.merchantId,
    batchId: batch.id,
    bankRef: entry.bankRef ?? entry.reference ?? entry.title,
    amount: amountOf(entry),
    bookedOn: entry.bookedOn,
  })
}

/** What was decided about an entry, a person may take back: also what it was confirmed with without anybody's choice. */
async function takeBackDecision(work: Work, payouts: PayoutBatches, entry: EntryRecord): Promise<void> {
  const { state, batchId, batchMerchantId, bookedOn } = entry
  if (state === 'SET_ASIDE') return
  if (state !== 'CONFIRMED') throw new Refusal('INVALID_STATE', { message: 'The entry is open.' })
  if (batchId === null || batchMerchantId === null)
    throw new Error(`The confirmed entry ${entry.id} has no batch`)
  const payout = { batchId, merchantId: batchMerchantId, amount: amountOf(entry), bookedOn }
  await payouts.takeBackPayout(work, payout)
}

async function matchAgain(work: Work, payouts: PayoutBatches, entry: EntryRecord): Promise<Match> {
  const { currency } = entry
  const batches = await batchesAround(work, payouts, entry, { days: [entry.bookedOn], currency })
  const facts = { ...entry, text: entry.text ?? '', minor: amountOf(entry).minor }
  return matchEntry(facts, batches, currency)
}

/** Whoever reopens an entry wants to decide themselves: whatever fits is no more than proposed. */
const proposed = (match: Match, reopenedBy: string): Match =>
  match.state === 'CONFIRMED'
    ? {
        ...match,
        state: 'PROPOSED',
        note: `Names this batch and has its amount, but was reopened by ${reopenedBy}`,
      }
    : match

async function batchNamed(work: Work, payouts: PayoutBatches, entry: EntryRecord, named: string) {
  const found = await payouts.find(work.tx, merchantsBelow(work, entry.merchantId), named.trim())
  const problem = (code: string, message: string) => invalid({ field: 'batch', code, message })
  const [batch] = found
  if (!batch) throw problem('UNKNOWN', 'There is no settlement batch with this reference')
  if (found.length > 1) throw problem('SEVERAL', 'Several PSPs use this reference; enter the id of the batch')
  if (batch.isPaid) throw problem('PAID', 'The payout of this batch is already confirmed')
  if (batch.net.currency !== entry.currency)
    throw problem('CURRENCY', `The batch is in ${batch.net.currency}, the entry in ${entry.currency}`)
  return batch
}

function differenceNote(entry: EntryRecord, batch: PayoutBatch): string | null {
  const minor = amountOf(entry).minor - batch.net.minor
  return minor === 0n ? null : `Differs from the batch by ${amountText({ minor, currency: entry.currency })}`
}

/** Who reopened it has what they wanted. */
const decided = { reopenedBy: null }

/** What people decide about entries that nothing could be confirmed with. */
export function entryOperations(payouts: PayoutBatches): Record<string, OperationHook<EntryRecord>> {
  return {
    confirm: {
      async run(work, entry) {
        requireOpen(entry)
        if (entry.batchId === null || entry.batchMerchantId === null)
          throw new Refusal('INVALID_STATE', { message: 'No batch is proposed for this entry.' })
        await bookPayout(work, payouts, entry, { id: entry.batchId, merchantId: entry.batchMerchantId })
        return { state: 'CONFIRMED', matchedBy: work.user.username, ...decided }
      },
    },
    'link-batch': {
      async run(work, entry, { batch: named }) {
        requireOpen(entry)
        const batch = await batchNamed(work, payouts, entry, String(named))
        await bookPayout(work, payouts, entry, batch)
        return {
          state: 'CONFIRMED',
          ...batchFields(batch),
          matchNote: differenceNote(entry, batch),
          matchedBy: work.user.username,
          ...decided,
        }
      },
    },
    'set-aside': {
      async run(work, entry, { reason }) {
        requireOpen(entry)
        const matchedBy = work.user.username
        return { state: 'SET_ASIDE', ...noBatch, matchNote: reason ?? null, matchedBy, ...decided }
      },
    },
    reopen: {
      async run(work, entry) {
        await takeBackDecision(work, payouts, entry)
        const reopenedBy = work.user.username
        return { ...changeOf(proposed(await matchAgain(work, payouts, entry), reopenedBy)), reopenedBy }
      },
    },
    match: {
      async run(work, entry) {
        requireOpen(entry)
        const fitting = await matchAgain(work, payouts, entry)
        const match = entry.reopenedBy === null ? fitting : proposed(fitting, entry.reopenedBy)
        if (match.state === 'CONFIRMED' && match.batch) await bookPayout(work, payouts, entry, match.batch)
        return changeOf(match)
      },
    },
  }
}
