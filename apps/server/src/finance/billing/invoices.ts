import { allPeople, peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import {
  isVatRounding,
  lineInputSchema,
  lineNet,
  maxLines,
  pricedLines,
  storedMoney,
  type LineDraft,
} from '@signalbox/model/billing/invoice-line'
import { whyNotNow, type InvoiceOperation } from '@signalbox/model/billing/invoice-state'
import { invoice } from '@signalbox/model/entities/invoice'
import { toWire } from '@signalbox/model/money/money-schema'
import { invalid, type FieldProblem } from '@signalbox/model/text/refusal'
import type { OperationInput } from '@signalbox/model/field/resource'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { findSeller, peopleBehind } from './billing-store.ts'
import { confirmCredit, creditInvoice, refuseCredit, type CreditDeps } from './credit.ts'
import { amountsOf } from './draft-run.ts'
import { notOverdueAt, overdueAt, readCustomer } from './invoice-store.ts'
import { issueRecord } from './issue.ts'
import { mailInvoice } from './mails.ts'
import { dayOf, factsOf, linesOf, refuseState, type Invoice } from './records.ts'
import {
  confirmWriteOff,
  lockPayer,
  refuseWriteOff,
  registerPayment,
  requestWriteOff,
  useBalance,
} from './settle.ts'

type Input = Record<string, unknown>
type Change = (work: Work, current: Invoice, params: OperationInput) => Promise<object> | object

function requireNow(operation: InvoiceOperation, current: Invoice, work: Work): void {
  const why = whyNotNow(operation, factsOf(current), dayOf(work.now))
  if (why !== null) refuseState(why, current)
}

const operation = (name: InvoiceOperation, change: Change): OperationHook<Invoice> => ({
  run: async (work, current, params) => {
    requireNow(name, current, work)
    return { ...(await change(work, current, params)) }
  },
})

/** The customer before its invoice, as whoever drafts or issues locks them. */
const settling = (name: InvoiceOperation, change: Change): OperationHook<Invoice> => ({
  ...operation(name, change),
  lockBefore: async (work, seen) => void (await lockPayer(work, seen)),
})

function readLines(lines: unknown, current: Invoice): LineDraft[] {
  if (!Array.isArray(lines)) throw invalid({ field: 'lines', code: 'INVALID', message: 'Must be a list' })
  const known = new Map(linesOf(current).map((line) => [line.code, line]))
  const problems: FieldProblem[] = []
  const read = lines.flatMap((line: unknown, at): LineDraft[] => {
    const parsed = lineInputSchema.safeParse(line)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const field = ['lines', at, ...(issue?.path ?? [])].join('.')
      problems.push({ field, code: 'INVALID', message: issue?.message ?? 'Invalid value' })
      return []
    }
    // The rounding of VAT is worked out anew.
    if (isVatRounding(parsed.data)) {
      if (lineNet(parsed.data, current.currency).minor !== 0n)
        problems.push({
          field: `lines.${at}.code`,
          code: 'RESERVED',
          message: 'Stands for the rounding of VAT',
        })
      return []
    }
    // What a line counts is not for anybody to write: it is kept with the line that has it.
    const { count = null, filter = null } = known.get(parsed.data.code) ?? {}
    return [{ ...parsed.data, count, filter }]
  })
  if (read.length > maxLines)
    problems.push({ field: 'lines', code: 'TOO_LONG', message: `At most ${maxLines} lines` })
  if (read.length === 0 && problems.length === 0)
    problems.push({ field: 'lines', code: 'REQUIRED', message: 'Please add at least one line' })
  if (new Set(read.map(({ code }) => code)).size < read.length)
    problems.push({ field: 'lines', code: 'DUPLICATE', message: 'Each line needs a code of its own' })
  if (problems.length > 0) throw invalid(...problems)
  return read
}

async function beforeUpdate(work: Work, input: Input, current: Invoice): Promise<Input> {
  requireNow('edit', current, work)
  const { drafted } = await peopleBehind(work.tx, current)
  const editors = { draftedByPeople: [...allPeople(...drafted, ...peopleOf(work.user))] }
  if (!('lines' in input)) return { ...input, ...editors }
  const priced = pricedLines(readLines(input.lines, current), current.vatRate, current.currency)
  return {
    ...input,
    ...amountsOf(priced),
    open: toWire(priced.gross),
    openMinor: priced.gross.minor,
    ...editors,
  }
}

const approve: Change = async (work, current) => {
  const { drafted } = await peopleBehind(work.tx, current)
  const message = 'You drafted or changed this invoice; someone else must approve it.'
  requireOtherPerson(peopleOf(work.user), drafted, message)
  const approvedIban = await payeeOf(work, current)
  return { state: 'APPROVED', approvedBy: work.user.username, approvedIban }
}

/** Where it would be paid to if it were issued now. */
async function payeeOf({ tx }: Work, { merchantId, customerId }: Invoice): Promise<string | null> {
  const customer = await readCustomer(tx, { merchantId, id: customerId })
  return customer ? ((await findSeller(tx, customer.seller))?.iban ?? null) : null
}

const issue: Change = async (work, current) => {
  if (storedMoney(current.gross).minor < 0n)
    return refuseState('The customer would be paid. Go back to the draft and credit less.', current)
  const issued = await issueRecord(work, current, work.user.username)
  const state = storedMoney(current.gross).minor === 0n ? 'PAID' : 'ISSUED'
  return { ...issued, state, issuedBy: work.user.username }
}

/** Invoices and credit notes. */
export const invoicesOf = (secrets: SecretBox, deps: CreditDeps) => {
  const send: Change = async (work, current) => {
    await mailInvoice(work, secrets, current, { template: 'Invoice', level: 0 })
    return { sentAt: work.now, ...(current.state === 'ISSUED' && { state: 'SENT' }) }
  }
  const remind: Change = async (work, current) => {
    const level = current.reminderLevel + 1
    await mailInvoice(work, secrets, current, { template: 'InvoiceReminder', level })
    return { reminderLevel: level }
  }
  return new Resource(invoice, {
    filters: ({ now }) => ({
      overdue: (value) => (value === 'true' ? overdueAt(now) : notOverdueAt(now)),
    }),
    beforeUpdate,
    beforeRemove: (work, current) => Promise.resolve(requireNow('delete', current, work)),
    operations: {
      approve: operation('approve', approve),
      return: operation('return', () => ({ state: 'DRAFT', approvedBy: null, approvedIban: null })),
      issue: settling('issue', issue),
      send: settling('send', send),
      pay: settling('pay', registerPayment),
      'use-balance': settling('use-balance', useBalance),
      credit: settling('credit', creditInvoice(deps)),
      'confirm-credit': settling('confirm-credit', confirmCredit),
      'refuse-credit': operation('refuse-credit', refuseCredit),
      remind: settling('remind', remind),
      'write-off': operation('write-off', (work, _current, { reason }) =>
        requestWriteOff(work, (reason ?? '').trim()),
      ),
      'confirm-write-off': settling('confirm-write-off', confirmWriteOff),
      'refuse-write-off': operation('refuse-write-off', refuseWriteOff),
    },
  })
}

export type InvoiceResource = ReturnType<typeof invoicesOf>
