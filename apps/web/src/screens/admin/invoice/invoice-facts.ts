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
import { subtractMoney } from '@signalbox/model/money/money'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import type { Row } from '../../../kit/list/listing.ts'
import type { Stake } from '../../../kit/record/record-actions.ts'

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

const uncredited = (row: Row): Stake => {
  const [gross, credited] = [storedMoney(moneyOf(row, 'gross')), storedMoney(moneyOf(row, 'credited'))]
  return { money: toWire(subtractMoney(gross, credited)), words: 'not credited yet' }
}
const grossOf = (row: Row): Stake => ({ money: moneyOf(row, 'gross') })
const openOf = (row: Row): Stake => ({ money: moneyOf(row, 'open'), words: 'open' })
const requestedOf = (row: Row): Stake | undefined =>
  typeof row.creditBy === 'string' ? { money: moneyOf(row, 'creditGross') } : undefined

const stakes: Readonly<Partial<Record<string, (row: Row) => Stake | undefined>>> = {
  approve: grossOf,
  return: grossOf,
  issue: grossOf,
  delete: grossOf,
  send: openOf,
  pay: openOf,
  'use-balance': openOf,
  remind: openOf,
  credit: uncredited,
  'confirm-credit': requestedOf,
  'refuse-credit': requestedOf,
  'write-off': openOf,
  'confirm-write-off': openOf,
  'refuse-write-off': openOf,
} satisfies Partial<Record<InvoiceOperation, (row: Row) => Stake | undefined>>

/** What is decided about, which is not always the whole invoice. */
export const atStake = (name: string, row: Row): Stake | undefined => stakes[name]?.(row)

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
