import type { SqlParam } from '@signalbox/model/template-language/template'
import type { ReportSession, ReportStore, ReportTable } from './report-store.ts'
import { ReportTooLarge } from './report-store.ts'
import type { CheckedSql } from './sql-check.ts'
import { bindValues } from './sql-parameters.ts'

interface ReportRequest {
  sql: CheckedSql
  params: readonly SqlParam[]
  values: Readonly<Record<string, unknown>>
  /** The merchants whose rows the report may see. */
  merchants: readonly number[]
}

export type ReportFailureCode =
  | 'BAD_VALUE'
  | 'BUSY'
  | 'TIMEOUT'
  | 'TOO_EXPENSIVE'
  | 'TOO_LARGE'
  | 'FAILED'
  | 'UNAVAILABLE'

type ReportResult =
  | ({ ok: true; truncated: boolean; durationMs: number } & ReportTable)
  | { ok: false; code: ReportFailureCode; message: string }

export interface SqlRunner {
  run(request: ReportRequest): Promise<ReportResult>
}

export interface SqlRunnerLimits {
  rows: number
  /** In the planner's own units; a million rows read in order are about fifty thousand. */
  cost: number
  watchdogMs: number
  graceMs: number
  waiting: number
}

const defaultLimits: SqlRunnerLimits = {
  rows: 10_000,
  cost: 10_000_000,
  watchdogMs: 5_000,
  graceMs: 1_000,
  waiting: 20,
}

/** Runs checked statements one at a time, so that the store's second connection is always free to cancel the first. */
export function createSqlRunner(store: ReportStore, limits: Partial<SqlRunnerLimits> = {}): SqlRunner {
  const bounds = { ...defaultLimits, ...limits }
  let waiting = 0
  let queue: Promise<unknown> = Promise.resolve()

  return {
    async run(request) {
      const bound = bindValues(request.sql.paramOrder, request.params, request.values)
      if (!bound.ok) return failed('BAD_VALUE', bound.message)
      if (waiting >= bounds.waiting) return failed('BUSY', 'Too many reports are waiting')
      waiting++
      const result = queue
        .then(() => runNow(store, bounds, request, bound.values))
        .finally(() => {
          waiting--
        })
      queue = result
      return await result
    },
  }
}

async function runNow(
  store: ReportStore,
  limits: SqlRunnerLimits,
  { sql, merchants }: ReportRequest,
  values: readonly unknown[],
): Promise<ReportResult> {
  const startedAt = performance.now()
  try {
    return await store.withSession(merchants, (session) =>
      watched(store, session, limits, async () => {
        const cost = await session.estimate(sql.text, values)
        if (cost > limits.cost) return failed('TOO_EXPENSIVE', 'The report would have to read too much')
        const { columns, rows } = await session.select(sql.text, values, limits.rows + 1)
        return {
          ok: true,
          columns,
          rows: rows.slice(0, limits.rows),
          truncated: rows.length > limits.rows,
          durationMs: Math.round(performance.now() - startedAt),
        }
      }),
    )
  } catch (error) {
    return explain(error)
  }
}

/**
 * The session limits its own time, but a statement that got hold of SET could lift that. This clock runs outside of it:
 * first it asks the database to cancel the statement, then to end the connection.
 */
async function watched<T>(
  store: ReportStore,
  { pid }: ReportSession,
  { watchdogMs, graceMs }: SqlRunnerLimits,
  work: () => Promise<T>,
): Promise<T> {
  const timers = [
    setTimeout(() => void store.cancel(pid).catch(() => null), watchdogMs),
    setTimeout(() => void store.terminate(pid).catch(() => null), watchdogMs + graceMs),
  ]
  try {
    return await work()
  } finally {
    timers.forEach(clearTimeout)
  }
}

const failed = (code: ReportFailureCode, message: string): ReportResult => ({ ok: false, code, message })

const stopped = new Set(['57014', '57P01', '25P03'])
const outOfRoom = new Set(['53100', '53200', '53400', '54000'])

/** The reporting role sees nothing secret, so what the database says about a statement may be shown to its author. */
function explain(error: unknown): ReportResult {
  if (error instanceof ReportTooLarge) return failed('TOO_LARGE', 'The result is larger than 16 MB')
  const { code, message } = error as { code?: string; message?: string }
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08')) {
    return failed('UNAVAILABLE', 'Reports cannot be run at the moment')
  }
  if (stopped.has(code)) return failed('TIMEOUT', 'The report took too long')
  if (outOfRoom.has(code)) return failed('TOO_LARGE', 'The report needs too much memory or disk')
  return failed('FAILED', message ?? 'The report failed')
}
