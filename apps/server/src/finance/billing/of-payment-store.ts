import { sql } from 'kysely'
import type { InvoiceLine } from '@signalbox/model/billing/invoice-line'
import type { InvoiceLineOfTransaction } from '@signalbox/model/calls/transaction-finance'
import type { Tx } from '../../kit/database.ts'
import { counted } from './usage-store.ts'

type CountingLine = Pick<InvoiceLineOfTransaction, 'code' | 'description'> & {
  readonly filter: NonNullable<InvoiceLine['filter']>
}
type CountingInvoice = Omit<InvoiceLineOfTransaction, 'code' | 'description'> & {
  readonly lines: readonly CountingLine[]
}

interface PaymentKey {
  readonly merchantId: number
  readonly id: number
}

/** Invoices of the month a payment ended in, with those of their lines that count payments of its merchant. */
async function invoicesCounting(
  tx: Tx,
  { merchantId, id }: PaymentKey,
  merchants: readonly number[],
): Promise<CountingInvoice[]> {
  const { rows } = await sql<CountingInvoice>`
    select i.id as invoice_id, i.title, i.type, i.state, i.period, counting.lines
    from transaction t
    join invoice i on i.period_from = date_trunc('month', t.completed_at at time zone 'UTC')::date
      and i.merchant_id = any(${[...merchants]}::integer[]) and i.state <> 'DELETED'
    cross join lateral (
      select jsonb_agg(jsonb_build_object('code', line ->> 'code', 'description', line ->> 'description',
        'filter', line -> 'filter') order by no) as lines
      from jsonb_array_elements(i.lines) with ordinality as each (line, no)
      where ${String(merchantId)} = any(string_to_array(line -> 'filter' ->> 'merchants', ','))) counting
    where t.merchant_id = ${merchantId} and t.id = ${id}::bigint and counting.lines is not null
    order by i.created_at, i.id`.execute(tx)
  return rows
}

/** The invoice lines a payment was counted in: the same question as the line's own list of payments asks. */
export async function invoiceLinesOfPayment(
  tx: Tx,
  payment: PaymentKey,
  merchants: readonly number[],
): Promise<InvoiceLineOfTransaction[]> {
  const invoices = await invoicesCounting(tx, payment, merchants)
  const found = invoices.flatMap(({ lines, ...of }) => lines.map((line) => ({ ...of, ...line })))
  if (found.length === 0) return []
  const { rows } = await sql<{ hits: boolean[] }>`
    select array[${sql.join(found.map(({ filter }) => counted(filter)))}] as hits from transaction t
    where t.merchant_id = ${payment.merchantId} and t.id = ${payment.id}::bigint`.execute(tx)
  const hits = rows[0]?.hits ?? []
  return found.filter((_, index) => hits[index] === true).map(({ filter: _filter, ...line }) => line)
}
