import type { ColumnType } from 'kysely'
import type { Instant } from '../../kit/tables.ts'

export interface JournalEntryTable {
  merchantId: number
  id: string
  at: Instant
  valueDate: string
  sourceType: string
  sourceId: string
  eventType: string
  seq: number
  description: string
  reversalOf: string | null
  createdBy: string
  chainNo: number
  prevHash: string
  hash: string
}

export interface PostingTable {
  merchantId: number
  entryId: string
  line: number
  account: string
  debit: ColumnType<number, string, never>
  credit: ColumnType<number, string, never>
}

export interface LedgerPeriodTable {
  merchantId: number
  firstDay: string
  lastDay: string
  state: 'OPEN' | 'CLOSED'
  closedAt: Instant | null
  closedBy: string | null
  version: number
}

export interface LedgerTables {
  journalEntry: JournalEntryTable
  posting: PostingTable
  ledgerPeriod: LedgerPeriodTable
}
