import { addMoney, compareMoney, leastMoney, subtractMoney, zeroMoney, type Money } from '../money/money.ts'

export const invoiceTypes = { INVOICE: 'Invoice', CREDIT_NOTE: 'Credit note' } as const
export type InvoiceType = keyof typeof invoiceTypes

export const invoiceStates = {
  DRAFT: 'Draft',
  APPROVED: 'Approved',
  ISSUED: 'Issued',
  SENT: 'Sent',
  PARTLY_PAID: 'Partly paid',
  PAID: 'Paid',
  CREDITED: 'Credited',
  WRITTEN_OFF: 'Written off',
  DELETED: 'Deleted',
} as const
export type InvoiceState = keyof typeof invoiceStates

/** States in which an invoice is owed. */
const owedStates: readonly InvoiceState[] = ['ISSUED', 'SENT', 'PARTLY_PAID']
const issuedStates: readonly InvoiceState[] = [...owedStates, 'PAID', 'CREDITED', 'WRITTEN_OFF']
export const isIssued = (state: InvoiceState): boolean => issuedStates.includes(state)

export type InvoiceOperation =
  | 'edit'
  | 'delete'
  | 'approve'
  | 'return'
  | 'issue'
  | 'send'
  | 'pay'
  | 'use-balance'
  | 'credit'
  | 'confirm-credit'
  | 'refuse-credit'
  | 'remind'
  | 'write-off'
  | 'confirm-write-off'
  | 'refuse-write-off'

export interface InvoiceFacts {
  readonly type: InvoiceType
  readonly state: InvoiceState
  readonly openMinor: bigint
  readonly dueDate: string | null
  readonly reminderLevel: number
  readonly writeOffRequested: boolean
  readonly creditRequested: boolean
}

const maxReminders = 3

export const isOverdue = (
  facts: Pick<InvoiceFacts, 'state' | 'openMinor' | 'dueDate'>,
  today: string,
): boolean =>
  facts.dueDate !== null && facts.dueDate < today && facts.openMinor > 0n && owedStates.includes(facts.state)

const onlyIn =
  (states: readonly InvoiceState[], why: string) =>
  ({ state }: InvoiceFacts): string | null =>
    states.includes(state) ? null : why

const draftOnly = onlyIn(['DRAFT'], 'Only a draft can be changed.')
const owedOnly = ({ type, state }: InvoiceFacts): string | null =>
  type === 'INVOICE' && owedStates.includes(state) ? null : 'Nothing is owed on it.'

const noCredit = 'No credit was requested.'

/** One at a time is decided about an invoice, so that whoever confirms knows what is left of it. */
function waitingDecision({ writeOffRequested, creditRequested }: InvoiceFacts): string | null {
  if (writeOffRequested) return 'A write-off already waits for a second person.'
  return creditRequested ? 'A credit already waits for a second person.' : null
}

const rules: Readonly<Record<InvoiceOperation, (facts: InvoiceFacts, today: string) => string | null>> = {
  edit: draftOnly,
  delete: onlyIn(['DRAFT'], 'Only a draft can be deleted.'),
  approve: onlyIn(['DRAFT'], 'Only a draft can be approved.'),
  return: onlyIn(['APPROVED'], 'Only an approved invoice goes back to draft.'),
  issue: onlyIn(['APPROVED'], 'It must be approved first.'),
  send: ({ state }) => {
    if (!isIssued(state)) return 'It must be issued first.'
    return state === 'WRITTEN_OFF' ? 'It was written off: nobody is to pay it any more.' : null
  },
  pay: owedOnly,
  'use-balance': owedOnly,
  credit: (facts) => {
    if (facts.type !== 'INVOICE' || ![...owedStates, 'PAID'].includes(facts.state))
      return 'There is nothing to credit.'
    return waitingDecision(facts)
  },
  'confirm-credit': ({ creditRequested }) => (creditRequested ? null : noCredit),
  'refuse-credit': ({ creditRequested }) => (creditRequested ? null : noCredit),
  remind: (facts, today) => {
    if (!isOverdue(facts, today)) return 'It is not overdue.'
    return facts.reminderLevel < maxReminders ? null : 'The last reminder was sent.'
  },
  'write-off': (facts) => owedOnly(facts) ?? waitingDecision(facts),
  'confirm-write-off': (facts) =>
    owedOnly(facts) ?? (facts.writeOffRequested ? null : 'No write-off was requested.'),
  'refuse-write-off': ({ writeOffRequested }) => (writeOffRequested ? null : 'No write-off was requested.'),
}

/** Why something cannot be done with an invoice now; null when it can. */
export const whyNotNow = (operation: InvoiceOperation, facts: InvoiceFacts, today: string): string | null =>
  rules[operation](facts, today)

/** What was charged, what came in for it and what was taken back. */
export interface Settlement {
  readonly gross: Money
  readonly paid: Money
  readonly credited: Money
}

/** What is still owed: never below zero. */
export function openAmount({ gross, paid, credited }: Settlement): Money {
  const rest = subtractMoney(subtractMoney(gross, paid), credited)
  return rest.minor < 0n ? zeroMoney(gross.currency) : rest
}

export interface Settled {
  readonly paid: Money
  readonly credited: Money
  readonly open: Money
  /** What the customer has to their credit by it. */
  readonly toBalance: Money
}

/** Money that came in: as much as is open goes to the invoice, the rest stands to the customer's credit. */
export function withPayment(before: Settlement, amount: Money): Settled {
  const applied = leastMoney(openAmount(before), amount)
  const paid = addMoney(before.paid, applied)
  return {
    paid,
    credited: before.credited,
    open: openAmount({ ...before, paid }),
    toBalance: subtractMoney(amount, applied),
  }
}

/** A credit note: what was paid beyond what is left to pay stands to the customer's credit. */
export function withCredit(before: Settlement, amount: Money): Settled {
  const credited = addMoney(before.credited, amount)
  const due = subtractMoney(before.gross, credited)
  const paid = leastMoney(before.paid, due)
  return {
    paid,
    credited,
    open: openAmount({ gross: before.gross, paid, credited }),
    toBalance: subtractMoney(before.paid, paid),
  }
}

/** The state that follows from the amounts. */
export function settledState(
  current: InvoiceState,
  gross: Money,
  { paid, credited, open }: Settled,
): InvoiceState {
  if (credited.minor > 0n && compareMoney(credited, gross) >= 0) return 'CREDITED'
  if (open.minor === 0n) return 'PAID'
  if (paid.minor > 0n) return 'PARTLY_PAID'
  return current === 'PAID' || current === 'PARTLY_PAID' ? 'SENT' : current
}
