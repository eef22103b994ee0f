import type { LedgerEntryView } from '@signalbox/model/calls/balance'
import { parseAccountKey } from '@signalbox/model/ledger/account'
import { toWire } from '@signalbox/model/money/money-schema'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import type { StoredLine } from '../../payments/ledger/entry-hash.ts'
import { findEntryById, linksOf, type EntryLinks, type JournalEntry } from './entry-store.ts'

/** Entries of payments and of other areas are put right where they come from. */
export function whyNotReversible(entry: JournalEntry, links: EntryLinks): string | null {
  if (links.requestId === null) return 'Only adjustments made here can be reversed here.'
  if (entry.reversalOf !== null) return 'This entry is itself a reversal.'
  if (links.reversedBy !== null) return 'This entry is already reversed.'
  if (links.reversalWaits) return 'A reversal of this entry is waiting for approval.'
  return null
}

function lineView({ account, debit, credit }: StoredLine) {
  const parsed = parseAccountKey(account)
  const currency = parsed?.currency ?? 'EUR'
  return {
    account,
    type: parsed?.type ?? account,
    dimension: parsed?.dimension ?? '',
    debit: debit > 0n ? toWire({ minor: debit, currency }) : null,
    credit: credit > 0n ? toWire({ minor: credit, currency }) : null,
  }
}

export async function entryView({ tx, scope }: Work, id: string): Promise<LedgerEntryView> {
  const entry = await findEntryById(tx, scope.effective, id)
  if (!entry) throw new Refusal('NOT_FOUND')
  const links = await linksOf(tx, entry)
  return {
    id: entry.id,
    merchantId: entry.merchantId,
    at: entry.at,
    valueDate: entry.valueDate,
    movedFrom: entry.movedFrom ?? null,
    eventType: entry.eventType,
    sourceType: entry.sourceType,
    sourceId: entry.sourceId,
    description: entry.description,
    createdBy: entry.createdBy,
    reversalOf: entry.reversalOf,
    reversedBy: links.reversedBy,
    lines: entry.lines.map(lineView),
    transactionId: links.transactionId,
    requestId: links.requestId,
    notReversible: whyNotReversible(entry, links),
  }
}
