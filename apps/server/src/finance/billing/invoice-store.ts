import { sql } from 'kysely'
import { invoice } from '@signalbox/model/entities/invoice'
import { customer } from '@signalbox/model/entities/customer'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import { entityStore } from '../../kit/entity-store.ts'
import type { Scope } from '../../kit/scope.ts'
import type { InvoiceKey } from './billing-store.ts'
import type { Customer, Invoice } from './records.ts'

/** What belongs to one merchant, for whoever works on its behalf. */
const scopeOf = (merchantId: number): Scope => ({
  selected: merchantId,
  chain: [merchantId],
  effective: [merchantId],
  group: merchantId,
})

export const insertInvoice = (tx: Tx, values: Record<string, unknown>): Promise<Invoice> =>
  entityStore(invoice, tx, scopeOf(Number(values.merchantId))).insert(values)

/** What issuing gives a credit note that was made a moment ago. */
export const updateIssued = (
  tx: Tx,
  { merchantId, id, version }: Invoice,
  values: object,
): Promise<Invoice> => entityStore(invoice, tx, scopeOf(merchantId)).update(id, version, { ...values })

export const findInvoice = (tx: Tx, { merchantId, id }: InvoiceKey): Promise<Invoice | undefined> =>
  entityStore(invoice, tx, scopeOf(merchantId)).find(id)

export const lockCustomer = (tx: Tx, { merchantId, id }: InvoiceKey): Promise<Customer> =>
  entityStore(customer, tx, scopeOf(merchantId)).lock(id)

export const readCustomer = (tx: Tx, { merchantId, id }: InvoiceKey): Promise<Customer | undefined> =>
  entityStore(customer, tx, scopeOf(merchantId)).find(id)

export interface BilledCustomer extends InvoiceKey {
  readonly number: string
}

/** Customers that are billed, with their merchant; of these merchants, or all. */
export async function billedCustomers(
  tx: Tx,
  merchants: readonly number[] | null,
): Promise<BilledCustomer[]> {
  const { rows } = await sql<BilledCustomer>`select merchant_id, id, number from customer
    where state = 'ACTIVE' and (${merchants === null} or merchant_id = any(${[...(merchants ?? [])]}::integer[]))
    order by number`.execute(tx)
  return rows
}

/** Whether the month is billed; with `ever`, whether it ever was drafted. */
export async function hasInvoiceOf(
  tx: Tx,
  customerId: string,
  period: string,
  ever: boolean,
): Promise<boolean> {
  const { rows } = await sql`select 1 from invoice where customer_id = ${customerId} and period = ${period}
    and type = 'INVOICE' and (${ever} or state not in ('DELETED', 'CREDITED')) limit 1`.execute(tx)
  return rows.length > 0
}

const today = (now: Date): string => now.toISOString().slice(0, 10)

/** Months that are billed, by customer. */
export async function billedMonths(tx: Tx): Promise<{ id: string; period: string }[]> {
  const { rows } = await sql<{
    id: string
    period: string
  }>`select distinct customer_id::text as id, period from invoice
    where type = 'INVOICE' and period is not null and state not in ('DELETED', 'CREDITED')`.execute(tx)
  return rows
}

/** Owed, and the day it was due has passed. */
export const overdueAt = (now: Date): Condition =>
  sql<boolean>`(open_minor > 0 and due_date < ${today(now)}::date and type = 'INVOICE'
    and state in ('ISSUED', 'SENT', 'PARTLY_PAID'))`
export const notOverdueAt = (now: Date): Condition => sql<boolean>`not coalesce(${overdueAt(now)}, false)`

interface OverdueInvoice extends InvoiceKey {
  readonly number: string
  readonly dueDate: string
}

/** Every overdue invoice, the one that was due first before the others: those that Home counts. */
export async function overdueInvoices(tx: Tx, now: Date): Promise<OverdueInvoice[]> {
  const { rows } = await sql<OverdueInvoice>`select merchant_id, id::text, number, due_date::text from invoice
    where ${overdueAt(now)} order by due_date, id`.execute(tx)
  return rows
}

export interface PaymentRow {
  readonly merchantId: number
  readonly id: string
  readonly invoiceId: string
  readonly customerId: string
  readonly kind: 'PAYMENT' | 'BALANCE' | 'RELEASED'
  readonly currency: string
  readonly amountMinor: bigint
  readonly appliedMinor: bigint
  readonly paidOn: string
  readonly reference: string | null
  readonly by: string
  readonly at: Date
}

export async function insertPayment(tx: Tx, row: PaymentRow): Promise<void> {
  await sql`insert into invoice_payment
      (merchant_id, id, invoice_id, customer_id, kind, currency, amount_minor, applied_minor, paid_on, reference, by, at)
    values (${row.merchantId}, ${row.id}, ${row.invoiceId}, ${row.customerId}, ${row.kind}, ${row.currency},
      ${row.amountMinor}, ${row.appliedMinor}, ${row.paidOn}, ${row.reference}, ${row.by}, ${row.at})`.execute(
    tx,
  )
}

export type StoredPayment = Omit<PaymentRow, 'amountMinor' | 'appliedMinor' | 'at'> & {
  readonly amountMinor: string
  readonly appliedMinor: string
  readonly at: string
}

export async function paymentsOf(tx: Tx, { merchantId, id }: InvoiceKey): Promise<StoredPayment[]> {
  const { rows } =
    await sql<StoredPayment>`select id, kind, currency, amount_minor::text, applied_minor::text,
      paid_on::text, reference, by, at from invoice_payment
    where merchant_id = ${merchantId} and invoice_id = ${id} order by at, id`.execute(tx)
  return rows
}

/** What a customer paid beyond what was used. */
export async function creditBalance(tx: Tx, customerId: string, currency: string): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(amount_minor - applied_minor), 0)::text as balance from invoice_payment
    where customer_id = ${customerId} and currency = ${currency}`.execute(tx)
  return BigInt(rows[0]?.balance ?? '0')
}

export type DocumentFormat = 'pdf' | 'xml'

interface StoredDocument extends InvoiceKey {
  readonly format: DocumentFormat
  readonly content: Buffer
  readonly sha256: string
}

export async function insertDocument(tx: Tx, row: StoredDocument, now: Date): Promise<void> {
  await sql`insert into invoice_document (merchant_id, invoice_id, format, content, sha256, created_at)
    values (${row.merchantId}, ${row.id}, ${row.format}, ${row.content}, ${row.sha256}, ${now})
    on conflict do nothing`.execute(tx)
}

export async function findDocument(
  tx: Tx,
  { merchantId, id }: InvoiceKey,
  format: DocumentFormat,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`select content from invoice_document
    where merchant_id = ${merchantId} and invoice_id = ${id} and format = ${format}`.execute(tx)
  return rows[0]?.content
}

export async function creditNotesOf(tx: Tx, { id }: InvoiceKey) {
  const { rows } = await sql<{ id: string; number: string | null; net: Amount; gross: Amount; vat: Amount }>`
    select id, number, net, vat, gross from invoice where credit_of = ${id} order by number`.execute(tx)
  return rows
}

interface Amount {
  readonly amount: string
  readonly currency: string
}

interface Version {
  readonly at: string
  readonly action: string
  readonly by: string
  readonly note: string | null
}

/** What happened to an invoice, from the audit log. */
export async function timelineOf(tx: Tx, { id }: InvoiceKey): Promise<Version[]> {
  const { rows } = await sql<Version>`select at, action, actor_name as by, note from audit_entry
    where entity_type = 'invoice' and entity_id = ${id} and result = 'OK' and change_type is not null
    order by seq limit 200`.execute(tx)
  return rows
}
