import {
  isOverdue,
  whyNotNow,
  type InvoiceFacts,
  type InvoiceOperation,
  type InvoiceState,
  type InvoiceType,
} from '@signalbox/model/billing/invoice-state'
import { storedMoney, type InvoiceLine } from '@signalbox/model/billing/invoice-line'
import type { Fields } from '@signalbox/model/field/entity'
import { subtractMoney, type Money } from '@signalbox/model/money/money'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Row } from '../../../kit/list/listing.ts'
import { sumOf } from '../../../kit/record/amounts.ts'

export const linesOf = ({ lines }: Row): readonly InvoiceLine[] => (lines ?? []) as readonly InvoiceLine[]
export const moneyOf = (row: Row, name: string): WireMoney => row[name] as WireMoney
export const stateOf = ({ state }: Row): InvoiceState => state as InvoiceState

const factsOf = (row: Row): InvoiceFacts => ({
  type: row.type as InvoiceType,
  state: stateOf(row),
  openMinor: storedMoney(moneyOf(row, 'open')).minor,
  dueDate: (row.dueDate ?? null) as string | null,
  reminderLevel: Number(row.reminderLevel ?? 0),
  writeOffRequested: typeof row.writeOffBy === 'string',
  creditRequested: typeof row.creditBy === 'string',
})

export const isOpen = (row: Row): boolean => factsOf(row).openMinor > 0n

const today = (): string => new Date().toISOString().slice(0, 10)

export const isRowOverdue = (row: Row): boolean => isOverdue(factsOf(row), today())

const known: Readonly<Record<string, true>> = {
  edit: true,
  delete: true,
  approve: true,
  return: true,
  issue: true,
  send: true,
  pay: true,
  'use-balance': true,
  credit: true,
  'confirm-credit': true,
  'refuse-credit': true,
  remind: true,
  'write-off': true,
  'confirm-write-off': true,
  'refuse-write-off': true,
} satisfies Record<InvoiceOperation, true>

export const operationRefusal = (name: string, row: Row): string | null =>
  Object.hasOwn(known, name) ? whyNotNow(name as InvoiceOperation, factsOf(row), today()) : null

const uncredited = (row: Row): Money =>
  subtractMoney(storedMoney(moneyOf(row, 'gross')), storedMoney(moneyOf(row, 'credited')))

/** What is decided about, which is not always the whole invoice. */
const amounts: Readonly<Record<string, readonly [label: string, amountOf: (row: Row) => unknown]>> = {
  approve: ['Gross', ({ gross }) => gross],
  return: ['Gross', ({ gross }) => gross],
  issue: ['Gross', ({ gross }) => gross],
  delete: ['Gross', ({ gross }) => gross],
  send: ['Open', ({ open }) => open],
  pay: ['Open', ({ open }) => open],
  'use-balance': ['Open', ({ open }) => open],
  remind: ['Open', ({ open }) => open],
  credit: ['Not credited yet', (row) => toWire(uncredited(row))],
  'confirm-credit': ['Credit', ({ creditGross }) => creditGross],
  'refuse-credit': ['Credit', ({ creditGross }) => creditGross],
  'write-off': ['Open', ({ open }) => open],
  'confirm-write-off': ['Open', ({ open }) => open],
  'refuse-write-off': ['Open', ({ open }) => open],
}

export function invoiceStakes(name: string, rows: readonly Row[], formats: UserFormats): string[] {
  const [label, amountOf] = amounts[name] ?? []
  if (label === undefined || amountOf === undefined) return []
  return [`${label}: ${sumOf(rows, amountOf, formats)}`]
}

/** A credit may wait, and then it has not happened. */
export const outcome = (name: string, reply: unknown): string | undefined =>
  name === 'credit' && typeof (reply as Row | undefined)?.creditBy === 'string'
    ? 'a second person must confirm the credit.'
    : undefined

/** A payment is usually of all that is open, and made today. */
export function prefilled(name: string, asked: Fields, rows: readonly Row[]): Fields {
  const [row] = rows
  const { amount, paidOn } = asked
  if (name !== 'pay' || !row || !amount || !paidOn || rows.length > 1) return asked
  const open = moneyOf(row, 'open')
  return {
    ...asked,
    amount: { ...amount, label: `Amount in ${open.currency}`, default: open.amount },
    paidOn: { ...paidOn, default: today() },
  }
}
