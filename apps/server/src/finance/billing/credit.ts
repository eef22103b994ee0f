import { peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import {
  pricedLines,
  storedMoney,
  vatOf,
  vatRounding,
  type LineDraft,
} from '@signalbox/model/billing/invoice-line'
import { withCredit } from '@signalbox/model/billing/invoice-state'
import { toWire } from '@signalbox/model/money/money-schema'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import { addMoney, subtractMoney, sumMoney, zeroMoney, type Money } from '@signalbox/model/money/money'
import { invalid } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { aboveWriteOffLimit } from '../settlements/read-model.ts'
import { partiesOf, peopleBehind } from './billing-store.ts'
import { noteNew } from './draft-run.ts'
import { issueRecord } from './issue.ts'
import { creditNotesOf, insertInvoice, insertPayment, updateIssued } from './invoice-store.ts'
import { dayOf, linesOf, refuseState, type Invoice } from './records.ts'
import { lockPayer, paymentRow, settledFields, settlementOf } from './settle.ts'

/** What credits ask the configuration of merchants. */
export type CreditDeps = Parameters<typeof aboveWriteOffLimit>[1]

interface CreditAmounts {
  readonly net: Money
  readonly vat: Money
  readonly gross: Money
  /** The credit is the invoice itself. */
  readonly isWhole: boolean
  /** With what was credited before. */
  readonly total: Money
  readonly leavesNothing: boolean
}

/** How much is credited: what is asked for, or all that is left. VAT grows with what was credited before, so the last part is exact. */
async function amountsFor(work: Work, record: Invoice, text: unknown): Promise<CreditAmounts> {
  const notes = await creditNotesOf(work.tx, record)
  const before = sumMoney(
    notes.map(({ net }) => storedMoney(net)),
    record.currency,
  )
  const vatBefore = sumMoney(
    notes.map(({ vat }) => storedMoney(vat)),
    record.currency,
  )
  const left = subtractMoney(storedMoney(record.net), before)
  const asked =
    typeof text === 'string' && text.trim() !== '' ? parseMoney(text.trim(), record.currency) : left
  if (!asked || asked.minor <= 0n || asked.minor > left.minor) {
    const message = `Must be above zero and at most ${decimalText(left)} ${record.currency}`
    if (left.minor <= 0n) return refuseState('The full amount was already credited.', record)
    throw invalid({ field: 'net', code: 'AMOUNT', message })
  }
  const vat = subtractMoney(vatOf(addMoney(before, asked), record.vatRate), vatBefore)
  return {
    net: asked,
    vat,
    gross: addMoney(asked, vat),
    isWhole: notes.length === 0 && asked.minor === left.minor,
    total: addMoney(addMoney(before, asked), vatOf(addMoney(before, asked), record.vatRate)),
    leavesNothing: asked.minor === left.minor,
  }
}

/**
 * The lines of a credit note: those of the invoice when all of it is credited, else one with the amount, whose VAT is
 * rounded to what is left of the VAT of the invoice.
 */
function creditLines(record: Invoice, amounts: CreditAmounts, reason: string) {
  const { currency, vatRate } = record
  if (amounts.isWhole) return linesOf(record)
  const description = `Credit of ${record.title}: ${reason}`.slice(0, 200)
  const line: LineDraft = {
    code: 'CREDIT',
    description,
    qty: '1',
    unitPrice: decimalText(amounts.net),
    count: null,
    filter: null,
  }
  const { lines, vat } = pricedLines([line], vatRate, currency)
  return [...lines, ...vatRounding(vat, amounts.vat, vatRate)]
}

/** All of an invoice, or more of it in all than one person writes off: however many credit notes it is split into. */
async function takesTwo(work: Work, deps: CreditDeps, record: Invoice, amounts: CreditAmounts) {
  if (amounts.leavesNothing) return true
  const exceeds = await aboveWriteOffLimit(work.tx, deps, record.merchantId, dayOf(work.now))
  return exceeds(amounts.total)
}

const noCredit = {
  creditBy: null,
  creditAt: null,
  creditNet: null,
  creditGross: null,
  creditReason: null,
  creditPeople: [],
}

/** Credits a small part at once; what takes two waits for the second. */
export const creditInvoice =
  (deps: CreditDeps) => async (work: Work, record: Invoice, params: Readonly<Record<string, unknown>>) => {
    const reason = String(params.reason).trim()
    await lockPayer(work, record)
    const amounts = await amountsFor(work, record, params.net)
    if (!(await takesTwo(work, deps, record, amounts)))
      return issueCredit(work, record, amounts, { reason, by: work.user.username })
    return {
      creditBy: work.user.username,
      creditAt: work.now,
      creditNet: toWire(amounts.net),
      creditGross: toWire(amounts.gross),
      creditReason: reason,
      creditPeople: [...peopleOf(work.user)],
    }
  }

/** The second person gives back what the first proposed to give back. */
export async function confirmCredit(work: Work, record: Invoice) {
  const { credit } = await peopleBehind(work.tx, record)
  const message = 'You requested this credit; someone else must confirm it.'
  requireOtherPerson(peopleOf(work.user), credit, message)
  const amounts = await amountsFor(work, record, record.creditNet?.amount)
  const request = { reason: record.creditReason ?? '', by: record.creditBy ?? work.user.username }
  return { ...(await issueCredit(work, record, amounts, request)), ...noCredit }
}

export const refuseCredit = () => noCredit

/** Issues a credit note and takes what it credits off the invoice. */
async function issueCredit(
  work: Work,
  record: Invoice,
  amounts: CreditAmounts,
  { reason, by }: { readonly reason: string; readonly by: string },
) {
  const customer = await lockPayer(work, record)
  const { vatNote } = await partiesOf(work.tx, record)
  const none = toWire(zeroMoney(record.currency))
  const id = work.newId()
  const draft = {
    merchantId: record.merchantId,
    id,
    title: `Credit of ${record.title}`,
    number: null,
    type: 'CREDIT_NOTE',
    customerId: customer.id,
    customerNumber: customer.number,
    customerName: customer.legalName,
    poNumber: record.poNumber,
    currency: record.currency,
    period: record.period,
    periodFrom: record.periodFrom,
    lines: creditLines(record, amounts, reason),
    net: toWire(amounts.net),
    vat: toWire(amounts.vat),
    gross: toWire(amounts.gross),
    paid: none,
    credited: none,
    open: none,
    openMinor: 0n,
    state: 'ISSUED',
    vatCategory: record.vatCategory,
    vatRate: record.vatRate,
    vatNote,
    creditOf: record.id,
    reminderLevel: 0,
    generatedBy: by,
    issuedBy: work.user.username,
    version: 1,
    createdAt: work.now,
    updatedAt: work.now,
    updatedBy: work.user.username,
  }
  await insertIssued(work, draft, reason)
  return afterCredit(work, record, amounts.gross)
}

async function insertIssued(work: Work, draft: Record<string, unknown>, reason: string) {
  const blank = await insertInvoice(work.tx, draft)
  const issued = await issueRecord(work, blank, work.user.username)
  const note = await updateIssued(work.tx, blank, issued)
  await noteNew(work, note, work.user.username, 'CREDIT_NOTE', reason)
}

async function afterCredit(work: Work, record: Invoice, gross: Money) {
  const settled = withCredit(settlementOf(record), gross)
  if (settled.toBalance.minor > 0n) {
    const released = {
      kind: 'RELEASED',
      amountMinor: 0n,
      appliedMinor: -settled.toBalance.minor,
      paidOn: dayOf(work.now),
      reference: null,
    } as const
    await insertPayment(work.tx, paymentRow(work, record, released))
  }
  return settledFields(record, settled)
}
