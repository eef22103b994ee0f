import { parseAccountKey } from '@signalbox/model/ledger/account'
import { toWire } from '@signalbox/model/money/money-schema'
import type { Tx } from '../../kit/database.ts'
import { journalOf, type JournalEntry } from '../../payments/ledger/ledger.ts'
import { merchantsOfEntries } from './accept-store.ts'

const amountOf = (minor: bigint, account: string) =>
  minor === 0n ? null : toWire({ minor, currency: parseAccountKey(account)?.currency ?? 'EUR' })

const entryOf = (entry: JournalEntry) => ({
  id: entry.id,
  merchantId: entry.merchantId,
  at: entry.at,
  valueDate: entry.valueDate,
  eventType: entry.eventType,
  description: entry.description,
  createdBy: entry.createdBy,
  lines: entry.lines.map(({ account, debit, credit }) => ({
    account,
    debit: amountOf(debit, account),
    credit: amountOf(credit, account),
  })),
})

/** Everything a batch posted, reversals too, as far as the caller may see the merchants. */
export async function postingsOf(tx: Tx, batchId: string, visible: readonly number[]) {
  const merchants = (await merchantsOfEntries(tx, batchId)).filter((id) => visible.includes(id))
  const entries: JournalEntry[] = []
  for (const merchantId of merchants)
    entries.push(...(await journalOf(tx, merchantId, 'SETTLEMENT', batchId)))
  return { items: entries.sort((a, b) => (a.at < b.at ? -1 : 1)).map(entryOf) }
}
