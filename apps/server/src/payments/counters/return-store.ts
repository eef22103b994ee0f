import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/** Money that went back, or came back after it had. */
export interface CountedReturn {
  readonly merchantId: number
  readonly txId: number
  readonly originTxId: number
  readonly method: string
  readonly txType: string
  /** What it does to the net deposits of the user, with its sign, in the units of the payment it belongs to. */
  readonly netMinor: bigint
}

/**
 * Counts what went back in the proportion its payment was counted in: a payment that went back whole leaves nothing,
 * whatever rates and fees are now. A payment that was never counted has nothing to give back. Parts are rounded so that
 * they give back no more than there was.
 */
export async function insertReturn(
  tx: Tx,
  { merchantId, txId, originTxId, method, txType, netMinor }: CountedReturn,
  travelledMs: number,
): Promise<void> {
  await sql`insert into counter_event (merchant_id, tx_id, at, method, tx_type, provider_type, psp, status, amounts,
      user_key, account_key, ip_key, bin_key, email_key, device_key)
    select event.merchant_id, ${txId}, clock_timestamp() + ${`${travelledMs} milliseconds`}::interval, ${method}, ${txType},
      event.provider_type, event.psp, 'SUCCESSFUL',
      (select jsonb_object_agg(currency, ceil(amount::numeric * ${netMinor}::bigint / whole)::bigint::text)
        from jsonb_each_text(event.amounts) as counted (currency, amount)),
      event.user_key, event.account_key, event.ip_key, event.bin_key, event.email_key, event.device_key
    from counter_event event
    join transaction origin on origin.merchant_id = event.merchant_id and origin.id = event.tx_id
    cross join lateral (select abs(origin.amount_minor) as whole) returnable
    where event.merchant_id = ${merchantId} and event.tx_id = ${originTxId} and whole > 0
    on conflict (merchant_id, tx_id) do update set status = excluded.status`.execute(tx)
}
