import { sql } from 'kysely'
import { lookedUpFilters, type LookedUpFilter } from '@signalbox/model/entities/transaction'
import type { Tx } from '../../../kit/database.ts'
import { occurredValues } from './known-values.ts'
import type { Transaction } from './transaction.ts'

/** A list of choices longer than this helps nobody. */
const mostOffered = 500

/** Notes what many payments have that are written at once. Those of the machine are noted as they are written. */
export async function noteValues(
  tx: Tx,
  payments: readonly Pick<Transaction, LookedUpFilter | 'merchantId'>[],
): Promise<void> {
  // Each once: thousands of payments have a few dozen values among them.
  const values = new Set(
    payments.flatMap((payment) =>
      occurredValues(payment).map((value) => JSON.stringify({ merchant: payment.merchantId, ...value })),
    ),
  )
  await sql`insert into transaction_value (merchant_id, name, value)
    select merchant, name, value
    from json_to_recordset(${`[${[...values].join()}]`}::json) as noted (merchant integer, name text, value text)
    order by merchant, name, value on conflict do nothing`.execute(tx)
}

/** What payments of these merchants have, per filter and in order. */
export async function listValues(
  tx: Tx,
  merchants: readonly number[],
): Promise<Record<LookedUpFilter, string[]>> {
  const { rows } = await sql<{ name: LookedUpFilter; value: string }>`
    select filter.name, occurred.value from unnest(${[...lookedUpFilters]}::text[]) as filter (name)
    cross join lateral (
      select distinct own.value from unnest(${[...merchants]}::integer[]) as m (merchant)
      cross join lateral (
        select v.value from transaction_value v where v.merchant_id = m.merchant and v.name = filter.name
        order by v.value limit ${mostOffered}) as own
      order by own.value limit ${mostOffered}) as occurred
    order by filter.name, occurred.value`.execute(tx.withoutPlugins())
  const lists = Object.fromEntries(lookedUpFilters.map((name) => [name, [] as string[]]))
  for (const { name, value } of rows) lists[name]?.push(value)
  return lists as Record<LookedUpFilter, string[]>
}
