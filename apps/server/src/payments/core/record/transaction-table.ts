import type { ColumnType } from 'kysely'
import type { Int8 } from '../../../kit/database.ts'
import type { minorColumns, Transaction } from './transaction.ts'

type MinorColumn = (typeof minorColumns)[number]
type JsonColumn = 'stepState' | 'attributes'

type Stored<K extends keyof Transaction> = K extends MinorColumn
  ? Exclude<Transaction[K], bigint> | number
  : Transaction[K]
type Written<K extends keyof Transaction> = K extends JsonColumn ? string : Transaction[K]

export type TransactionTable = {
  [K in keyof Transaction]: ColumnType<Stored<K>, Written<K>, Written<K>>
}

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
