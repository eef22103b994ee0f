import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../kit/database.ts'
import { reportColumn, reportTypes } from './report-values.ts'

export interface ReportTable {
  columns: { name: string; type: string }[]
  rows: unknown[][]
}

/** One statement's own session: a transaction on a connection of the reporting role that nobody used before it. */
export interface ReportSession {
  readonly pid: number
  estimate(statement: string, values: readonly unknown[]): Promise<number>
  select(statement: string, values: readonly unknown[], rowLimit: number): Promise<ReportTable>
}

export interface ReportStore {
  withSession<T>(merchants: readonly number[], work: (session: ReportSession) => Promise<T>): Promise<T>
  cancel(pid: number): Promise<void>
  terminate(pid: number): Promise<void>
}

export class ReportTooLarge extends Error {}

const scopeSeconds = 60
const resultLimitBytes = 16 * 1024 * 1024

/**
 * `reports` is a pool of the reporting role with two connections: one for the report, one to cancel it with, which
 * needs no more rights than being the same role. `app` writes which merchants the report may see (see the migration that makes the views).
 */
export function createReportStore(reports: pg.Pool, app: Database): ReportStore {
  return {
    async withSession(merchants, work) {
      const client = await reports.connect()
      let pid: number | null = null
      try {
        await client.query('begin transaction read only')
        await client.query(`
          set local statement_timeout = '3s';
          set local timezone = 'UTC';
          set local search_path = report`)
        const backend = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        pid = backend.rows[0]!.pid
        await openScope(app, pid, merchants)
        return await work(sessionOn(client, pid))
      } finally {
        // The connection goes too, and with it whatever a statement may have left behind in its session.
        client.release(true)
        if (pid !== null) await closeScope(app, pid)
      }
    },
    cancel: async (pid) => {
      await reports.query('select pg_cancel_backend($1)', [pid])
    },
    terminate: async (pid) => {
      await reports.query('select pg_terminate_backend($1)', [pid])
    },
  }
}

async function openScope(app: Database, pid: number, merchants: readonly number[]): Promise<void> {
  await sql`
    insert into report_scope (backend_pid, merchant_ids, expires_at)
    values (${pid}, ${[...merchants]}::integer[], now() + make_interval(secs => ${scopeSeconds}))
    on conflict (backend_pid)
      do update set merchant_ids = excluded.merchant_ids, expires_at = excluded.expires_at`.execute(app)
}

async function closeScope(app: Database, pid: number): Promise<void> {
  await sql`delete from report_scope where backend_pid = ${pid} or expires_at < now()`.execute(app)
}

/** The extended protocol takes one statement only. The driver would use it for statements with values alone. */
interface ExtendedQuery extends pg.QueryArrayConfig {
  queryMode: 'extended'
}

function sessionOn(client: pg.PoolClient, pid: number): ReportSession {
  const run = (text: string, values: readonly unknown[]) => {
    const query: ExtendedQuery = {
      text,
      values: [...values],
      rowMode: 'array',
      types: reportTypes,
      queryMode: 'extended',
    }
    return client.query<unknown[]>(query)
  }
  return {
    pid,
    async estimate(statement, values) {
      const { rows } = await run(`explain (format json) ${wrapped(statement, 1)}`, values)
      const plan = JSON.parse(String(rows[0]?.[0])) as { Plan: { 'Total Cost': number } }[]
      return plan[0]?.Plan['Total Cost'] ?? 0
    },
    async select(statement, values, rowLimit) {
      const guard = limitBytes(client)
      try {
        const { fields, rows } = await run(wrapped(statement, rowLimit), values)
        return { columns: fields.map(reportColumn), rows }
      } catch (error) {
        throw guard.isExceeded() ? new ReportTooLarge() : error
      } finally {
        guard.stop()
      }
    },
  }
}

/** The line breaks keep a comment at the end of the statement from swallowing the bracket. */
const wrapped = (statement: string, rowLimit: number): string =>
  `select * from (\n${statement}\n) as report limit ${rowLimit}`

/** A few enormous rows would pass the row limit and still fill this process's memory. */
function limitBytes(client: pg.PoolClient) {
  const { stream } = client.connection as { stream: NodeJS.ReadableStream & { destroy(): void } }
  let received = 0
  const count = (chunk: Buffer) => {
    received += chunk.length
    if (received > resultLimitBytes) stream.destroy()
  }
  stream.on('data', count)
  return { isExceeded: () => received > resultLimitBytes, stop: () => stream.off('data', count) }
}
