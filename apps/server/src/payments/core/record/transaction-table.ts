import type { ColumnType } from 'kysely'
import type { StoredColumns } from '@signalbox/model/transaction/shapes'
import type { Int8 } from '../../../kit/database.ts'
import type { Transaction } from './transaction.ts'

/** The driver gives amounts as numbers, which the pool has checked to be exact. */
export type Read<Value> = bigint extends Value ? Exclude<Value, bigint> | number : Value
type Written<Value> = Value extends Readonly<Record<string, string>> ? string : Value

/** By the names of its columns, which are older than those of the members. */
export type TransactionTable = {
  [K in keyof StoredColumns]: ColumnType<
    Read<StoredColumns[K]>,
    Written<StoredColumns[K]>,
    Written<StoredColumns[K]>
  >
} & { stepState: ColumnType<Transaction['stepState'], string, string> }

export interface TxAttemptTable {
  merchantId: number
  txId: number
  no: number
  reason: string
  action: string
  psp: string
  pspAccount: string
  pspVersion: string | null
  idempotencyKey: string
  amountMinor: ColumnType<Int8, bigint, bigint>
  currency: string
  ruleRef: string | null
  requestedAt: string
  answeredAt: string | null
  latencyMs: number | null
  outcome: string | null
  statusNo: number | null
  pspRefId: string | null
  pspStatusCode: string | null
  pspStatusMessage: string | null
  retryable: boolean | null
}

interface TxEventTable {
  merchantId: number
  txId: number
  seq: number
  at: string
  type: string
  step: string | null
  fromNo: number | null
  toNo: number
  actor: string
  summary: string
  durationMs: number | null
  facts: ColumnType<Readonly<Record<string, unknown>> | null, string | null, never>
  decisions: ColumnType<readonly unknown[] | null, string | null, never>
}

interface TxLogTable {
  merchantId: number
  txId: number
  id: string
  attemptNo: number | null
  direction: string
  target: string
  method: string
  url: string
  requestHeaders: ColumnType<Readonly<Record<string, string>>, string, never>
  requestBody: string | null
  status: number | null
  responseHeaders: ColumnType<Readonly<Record<string, string>> | null, string | null, never>
  responseBody: string | null
  at: string
  latencyMs: number | null
}

export type TransactionTables = {
  transaction: TransactionTable
  txAttempt: TxAttemptTable
  txEvent: TxEventTable
  txLog: TxLogTable
}
