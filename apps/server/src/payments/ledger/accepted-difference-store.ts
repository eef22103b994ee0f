import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/** What disputes took beyond what the payment had, accepted as a difference with the PSP, and not returned since. */
export interface AcceptedDifference {
  /** At the PSP. */
  readonly minor: bigint
  /** The report whose difference was accepted last; what comes back of it is booked under it. */
  readonly callbackId: string
  /** Of the next entry under it. */
  readonly seq: number
}

/**
 * Of a payment, with what was captured of it on its own. Whoever asks holds the payment. What a report of the PSP or
 * somebody in the ledger has booked back counts as returned.
 */
export async function acceptedDifference(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: number },
): Promise<AcceptedDifference | undefined> {
  const { rows } = await sql<{ minor: string; callbackId: string; seq: number }>`
    with told as (
      select c.id, c.reading->>'subject' as subject from callback c
      where c.merchant_id = ${merchantId} and c.tx_id in (select ${id}::bigint union all
          select capture.id from transaction capture where capture.merchant_id = ${merchantId}
            and capture.origin_tx_id = ${id} and capture.method = 'CAPTURE')
        and c.reading->>'subject' in ('disputeFiled', 'disputeResolved')),
    entries as (
      select told.id as callback_id, told.subject, e.at, e.id, e.seq from told join journal_entry e
        on e.merchant_id = ${merchantId} and e.source_type = 'ADJUSTMENT' and e.source_id = told.id::text),
    latest as (select callback_id from entries where subject = 'disputeFiled' order by at desc, id desc limit 1)
    select sum(p.debit - p.credit)::text as minor, latest.callback_id,
      (select max(seq) + 1 from entries where callback_id = latest.callback_id)::integer as seq
    from latest cross join entries
      join posting p on p.merchant_id = ${merchantId} and p.entry_id = entries.id
    where p.account like 'RECON\\_DIFFERENCE:%'
    group by latest.callback_id having sum(p.debit - p.credit) > 0`.execute(tx)
  const [found] = rows
  return found && { ...found, minor: BigInt(found.minor) }
}
