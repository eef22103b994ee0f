import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

export interface NamedMerchant {
  readonly id: number
  readonly name: string
}

/** The merchant and everybody above it. */
export async function merchantAndAbove(tx: Tx, merchantId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select above.id from merchant m join merchant above on m.path like above.path || '%'
    where m.id = ${merchantId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The merchant and everybody below it. */
export async function merchantAndBelow(tx: Tx, merchantId: number): Promise<NamedMerchant[]> {
  const { rows } = await sql<NamedMerchant>`
    select below.id, below.name from merchant m join merchant below on below.path like m.path || '%'
    where m.id = ${merchantId} order by below.path`.execute(tx)
  return rows
}

/** Where exchange rates come from that hold for one of these merchants. */
export async function rateServices(tx: Tx, merchants: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ service: string }>`
    select distinct service from forex_rate where merchant_id = any(${[...merchants]}::integer[])
    order by service`.execute(tx)
  return rows.map(({ service }) => service)
}
