import { sql } from 'kysely'
import { isUuid } from '@signalbox/model/field/validators'
import type { Tx } from '../../kit/database.ts'
import type { HashedEntry } from '../../payments/ledger/entry-hash.ts'
import { asEntry, linesOf, type StoredEntry } from '../../payments/ledger/ledger-store.ts'

export type JournalEntry = HashedEntry & { readonly hash: string }

export async function findEntryById(
  tx: Tx,
  merchantIds: readonly number[],
  id: string,
): Promise<JournalEntry | undefined> {
  const { rows } = await sql<StoredEntry>`
    select e.*, p.lines from journal_entry e cross join lateral (select ${linesOf} as lines) p
    where e.merchant_id = any(${[...merchantIds]}::integer[]) and e.id = ${id}`.execute(tx)
  return rows[0] && asEntry(rows[0])
}

export interface EntryLinks {
  readonly reversedBy: string | null
  /** The request that led to it. */
  readonly requestId: string | null
  /** The payment it belongs to. */
  readonly transactionId: string | null
  /** Somebody has proposed to reverse it already. */
  readonly reversalWaits: boolean
}

/** What an entry has to do with others. A difference with a PSP has the report as its source, and so the payment it is about. */
export async function linksOf(
  tx: Tx,
  {
    merchantId,
    id,
    sourceType,
    sourceId,
  }: Pick<JournalEntry, 'merchantId' | 'id' | 'sourceType' | 'sourceId'>,
): Promise<EntryLinks> {
  const uuid = sourceType === 'ADJUSTMENT' && isUuid(sourceId) ? sourceId : null
  const { rows } = await sql<EntryLinks>`
    select (select e.id::text from journal_entry e where e.merchant_id = ${merchantId} and e.source_type = ${sourceType}
        and e.source_id = ${sourceId} and e.reversal_of = ${id}) as reversed_by,
      (select r.id::text from ledger_request r where r.merchant_id = ${merchantId} and r.id = ${uuid}::uuid)
        as request_id,
      coalesce(${sourceType === 'TRANSACTION' ? sourceId : null}::text, (select c.tx_id::text from callback c
        where c.merchant_id = ${merchantId} and c.id = ${uuid}::uuid)) as transaction_id,
      exists (select 1 from ledger_request r where r.merchant_id = ${merchantId} and r.kind = 'REVERSAL'
        and r.entry_id = ${id} and r.state = 'WAITING') as reversal_waits`.execute(tx)
  return rows[0] ?? { reversedBy: null, requestId: null, transactionId: null, reversalWaits: false }
}
