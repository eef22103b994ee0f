import type { LedgerEvent } from '@signalbox/model/ledger/journal'
import type { Tx } from '../../kit/database.ts'
import { journalOf, reverse, type PostingDeps, type ReverseOptions } from './ledger.ts'

const feeEvents: ReadonlySet<string> = new Set<LedgerEvent>(['PSP_FEE', 'MERCHANT_FEE'])

/**
 * Takes what stands in the books of fees of a transaction out again. It goes by the entries and not by the payment: rules
 * may have changed since, and with them what the payment would be charged now.
 */
export async function reverseFees(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: number },
  options: ReverseOptions,
  deps: PostingDeps,
): Promise<void> {
  const entries = await journalOf(tx, merchantId, 'TRANSACTION', String(id))
  const undone = new Set(entries.map(({ reversalOf }) => reversalOf))
  for (const entry of entries)
    if (feeEvents.has(entry.eventType) && !undone.has(entry.id)) await reverse(tx, entry, options, deps)
}
