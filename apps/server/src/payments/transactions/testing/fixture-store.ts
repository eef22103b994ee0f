import { sql } from 'kysely'
import { isSuccessful } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { snake } from '../../../kit/column.ts'
import type { Database } from '../../../kit/database.ts'
import { columnOf } from '../../core/record/transaction-columns.ts'
import { noteValues } from '../../core/record/value-store.ts'
import type { Generated } from './generated-transaction.ts'

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
const stored = (row: object, nameOf: (name: string) => string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [nameOf(name), plain(value)]))

async function insertAll(
  db: Database,
  table: string,
  rows: readonly object[],
  nameOf: (name: string) => string = snake,
): Promise<void> {
  const size = 1_000
  for (let from = 0; from < rows.length; from += size) {
    const json = JSON.stringify(rows.slice(from, from + size).map((row) => stored(row, nameOf)))
    await sql`insert into ${sql.table(table)}
      select * from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`.execute(
      db.withoutPlugins(),
    )
  }
}

function eventsOf({ transaction, history }: Generated): object[] {
  let atMs = Date.parse(transaction.created)
  return history.moves.map(({ to, type, summary, afterMs }, index) => {
    atMs += afterMs
    return {
      merchantId: transaction.merchantId,
      txId: transaction.id,
      seq: index + 1,
      at: new Date(atMs).toISOString(),
      type,
      step: null,
      fromNo: history.moves[index - 1]?.to ?? null,
      toNo: to,
      actor: 'system',
      summary,
      durationMs: afterMs,
      facts: null,
      decisions: null,
    }
  })
}

function attemptsOf({ transaction, history }: Generated): object[] {
  return Array.from({ length: history.attempts }, (_, index) => ({
    merchantId: transaction.merchantId,
    txId: transaction.id,
    no: index + 1,
    reason: index === 0 ? 'ROUTE' : 'FALLBACK',
    action: 'submit',
    psp: transaction.psp,
    pspAccount: transaction.pspAccount,
    idempotencyKey: `${transaction.id}-${index + 1}`,
    amountMinor: transaction.pspAmountMinor ?? 0n,
    currency: transaction.currency,
    ruleRef: transaction.rulesTrace[0] ?? null,
    requestedAt: transaction.pspSentAt ?? transaction.created,
    answeredAt: transaction.pspAnsweredAt,
    latencyMs: 430,
    outcome:
      index + 1 < history.attempts ? 'notSent' : isSuccessful(transaction.statusNo) ? 'approved' : 'declined',
    statusNo: index + 1 < history.attempts ? StatusNo.ERR_PSP_OUT_OF_SERVICE : transaction.statusNo,
    pspRefId: transaction.pspRefId,
    pspStatusCode: transaction.pspStatusCode,
    pspStatusMessage: transaction.pspStatusMessage,
    retryable: index + 1 < history.attempts,
  }))
}

/** Writes payments, with what happened to them unless only their rows are wanted. */
export async function insertGenerated(
  db: Database,
  generated: readonly Generated[],
  { rowsOnly = false }: { readonly rowsOnly?: boolean } = {},
): Promise<void> {
  await insertAll(
    db,
    'transaction',
    generated.map(({ transaction }) => transaction),
    columnOf,
  )
  await noteValues(
    db,
    generated.map(({ transaction }) => transaction),
  )
  if (rowsOnly) return
  await insertAll(db, 'tx_event', generated.flatMap(eventsOf))
  await insertAll(db, 'tx_attempt', generated.flatMap(attemptsOf))
}
