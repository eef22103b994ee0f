import { sql } from 'kysely'
import type { ForexCells } from '@signalbox/engine/analyse/converted-currencies'
import type { Cell } from '@signalbox/model/rules/cell'
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

/**
 * What forex rows of these merchants ask of PSP and currency, each combination once: those in effect and those on their
 * way, which may come into effect together with whatever is checked.
 */
export async function forexCells(tx: Tx, merchants: readonly number[]): Promise<ForexCells[]> {
  const { rows } = await sql<Record<'ofPsp' | 'psp' | 'ofCurrency' | 'currency', Cell | null>>`
    select distinct v.preconditions::jsonb->'psp' as of_psp, rule->'conditions'->'psp' as psp,
      v.preconditions::jsonb->'currency' as of_currency, rule->'conditions'->'currency' as currency
    from ruleset r
    join ruleset_version v on (v.merchant_id, v.ruleset_id) = (r.merchant_id, r.id)
      and (v.version = r.active_version or v.state in ('PENDING_APPROVAL', 'SCHEDULED')
        or v.state = 'DRAFT' and exists (select from change_set_member m where m.ruleset_id = r.id))
    cross join jsonb_array_elements(v.rules::jsonb) as rule
    where r.decision_table = 'forex' and r.merchant_id = any(${[...merchants]}::integer[])
      and v.enabled and not v.archives and (rule->>'enabled')::boolean`.execute(tx)
  return rows.map(({ ofPsp, psp, ofCurrency, currency }) => ({
    psp: [ofPsp, psp],
    currency: [ofCurrency, currency],
  }))
}

/** Where exchange rates come from that hold for one of these merchants. */
export async function rateServices(tx: Tx, merchants: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ service: string }>`
    select distinct service from forex_rate where merchant_id = any(${[...merchants]}::integer[])
    order by service`.execute(tx)
  return rows.map(({ service }) => service)
}
