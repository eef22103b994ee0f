import { peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { storedMoney } from '@signalbox/model/billing/invoice-line'
import {
  openAmount,
  settledState,
  withPayment,
  type Settled,
  type Settlement,
} from '@signalbox/model/billing/invoice-state'
import { invoicePaid, invoiceWrittenOff } from '@signalbox/model/ledger/business-postings'
import type { JournalDraft } from '@signalbox/model/ledger/journal'
import { toWire } from '@signalbox/model/money/money-schema'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import { addMoney, isTooLarge, subtractMoney, type Money } from '@signalbox/model/money/money'
import { invalid } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { post } from '../../payments/ledger/ledger.ts'
import { peopleBehind } from './billing-store.ts'
import { creditBalance, insertPayment, lockCustomer, paymentsOf, type PaymentRow } from './invoice-store.ts'
import { dayOf, refuseState, type Invoice } from './records.ts'

/** Customers pay into the merchant's main account, as its books name it. */
const bankAccount = 'main'

export const settlementOf = (record: Invoice): Settlement => ({
  gross: storedMoney(record.gross),
  paid: storedMoney(record.paid),
  credited: storedMoney(record.credited),
})

export const settledFields = (record: Invoice, settled: Settled) => ({
  paid: toWire(settled.paid),
  credited: toWire(settled.credited),
  open: toWire(settled.open),
  openMinor: settled.open.minor,
  state: settledState(record.state, storedMoney(record.gross), settled),
})

/** Customers are billed once and pay once: whoever settles takes the customer's turn. */
export const lockPayer = (work: Work, record: Invoice) =>
  lockCustomer(work.tx, { merchantId: record.merchantId, id: record.customerId })

export const paymentRow = (
  work: Work,
  record: Invoice,
  row: Pick<PaymentRow, 'kind' | 'amountMinor' | 'appliedMinor' | 'paidOn' | 'reference'>,
): PaymentRow => ({
  merchantId: record.merchantId,
  id: work.newId(),
  invoiceId: record.id,
  customerId: record.customerId,
  currency: record.currency,
  by: work.user.username,
  at: work.now,
  ...row,
})

function readAmount(text: unknown, currency: string): Money {
  const amount = typeof text === 'string' ? parseMoney(text.trim(), currency) : undefined
  if (!amount || amount.minor <= 0n || isTooLarge(amount.minor))
    throw invalid({ field: 'amount', code: 'AMOUNT', message: `Must be an amount above zero in ${currency}` })
  return amount
}

/** Nobody pays tomorrow, nor before what is paid for began. */
function readDay(text: unknown, today: string, { periodFrom }: Invoice): string {
  const day = String(text)
  if (day > today) throw invalid({ field: 'paidOn', code: 'DATE', message: 'Must not be after today' })
  if (periodFrom !== null && day < periodFrom)
    throw invalid({ field: 'paidOn', code: 'DATE', message: `Must not be before ${periodFrom}` })
  return day
}

async function bookEntry(
  work: Work,
  record: Invoice,
  entry: Pick<JournalDraft, 'eventType' | 'seq' | 'valueDate' | 'description' | 'lines'>,
) {
  const source = { merchantId: record.merchantId, sourceType: 'INVOICE', sourceId: record.id } as const
  await post(work.tx, { ...source, ...entry, createdBy: work.user.username }, work)
}

/** People pay an invoice twice, not a million times: more than that is a figure somebody mistyped. */
function requirePlausible(record: Invoice, toBalance: Money): void {
  const gross = storedMoney(record.gross)
  if (toBalance.minor <= gross.minor) return
  const most = decimalText(addMoney(openAmount(settlementOf(record)), gross))
  throw invalid({
    field: 'amount',
    code: 'TOO_LARGE',
    message: `Must be at most ${most} ${record.currency}: what is open and the invoice once more`,
  })
}

/** Money that came in. What is more than is open stands to the customer's credit. */
export async function registerPayment(
  work: Work,
  record: Invoice,
  params: Readonly<Record<string, unknown>>,
) {
  const amount = readAmount(params.amount, record.currency)
  const paidOn = readDay(params.paidOn, dayOf(work.now), record)
  const settled = withPayment(settlementOf(record), amount)
  requirePlausible(record, settled.toBalance)
  const reference = typeof params.reference === 'string' && params.reference !== '' ? params.reference : null
  const seq = (await paymentsOf(work.tx, record)).length
  const appliedMinor = subtractMoney(amount, settled.toBalance).minor
  await insertPayment(
    work.tx,
    paymentRow(work, record, { kind: 'PAYMENT', amountMinor: amount.minor, appliedMinor, paidOn, reference }),
  )
  await bookEntry(work, record, {
    eventType: 'INVOICE_PAID',
    seq,
    valueDate: paidOn,
    description: `Payment of ${record.title}`,
    lines: invoicePaid(record.customerNumber, bankAccount, amount),
  })
  return settledFields(record, settled)
}

/** What the customer paid too much before pays this one. The books have it already. */
export async function useBalance(work: Work, record: Invoice) {
  const balance = await creditBalance(work.tx, record.customerId, record.currency)
  if (balance <= 0n) return refuseState('The customer has no credit balance.', record)
  const open = openAmount(settlementOf(record))
  const used = { minor: balance < open.minor ? balance : open.minor, currency: record.currency }
  const settled = withPayment(settlementOf(record), used)
  const row = {
    kind: 'BALANCE',
    amountMinor: 0n,
    appliedMinor: used.minor,
    paidOn: dayOf(work.now),
    reference: null,
  } as const
  await insertPayment(work.tx, paymentRow(work, record, row))
  return settledFields(record, settled)
}

const noWriteOff = { writeOffBy: null, writeOffPeople: [] }

export const requestWriteOff = (work: Work, reason: string) => ({
  writeOffBy: work.user.username,
  writeOffReason: reason,
  writeOffPeople: [...peopleOf(work.user)],
})

/** The second person gives up what the first proposed to give up. */
export async function confirmWriteOff(work: Work, record: Invoice) {
  const { writeOff } = await peopleBehind(work.tx, record)
  const message = 'You requested this write-off; someone else must confirm it.'
  requireOtherPerson(peopleOf(work.user), writeOff, message)
  const open = openAmount(settlementOf(record))
  await bookEntry(work, record, {
    eventType: 'INVOICE_WRITTEN_OFF',
    valueDate: dayOf(work.now),
    description: `Write-off of ${record.title}`,
    lines: invoiceWrittenOff(record.customerNumber, open),
  })
  return { ...noWriteOff, state: 'WRITTEN_OFF', open: toWire({ ...open, minor: 0n }), openMinor: 0n }
}

export const refuseWriteOff = () => ({ ...noWriteOff, writeOffReason: null })
