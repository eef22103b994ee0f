import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import { openStates, refusedStates } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { statusIn, statusIs } from './status-sql.ts'

const db = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (its) => new PostgresIntrospector(its),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const compiled = (condition: RawBuilder<boolean>) => {
  const { sql, parameters } = condition.compile(db)
  return { sql, parameters }
}

describe('statuses in SQL', () => {
  it('are the band of their state', () => {
    expect(compiled(statusIs('t.status_no', 'SUCCESSFUL'))).toEqual({
      sql: '("t"."status_no" between 0 and 99)',
      parameters: [],
    })
  })

  it('are one band where states lie side by side, whatever their order', () => {
    expect(compiled(statusIs('status_no', ...openStates)).sql).toBe('("status_no" between 100 and 499)')
    expect(compiled(statusIs('status_no', ...refusedStates)).sql).toBe('("status_no" between 500 and 699)')
    expect(compiled(statusIs('status_no', 'CANCELLED', 'SUCCESSFUL', 'FAILED')).sql).toBe(
      '("status_no" between 0 and 99 or "status_no" between 500 and 699)',
    )
  })

  it('are numbers by their names', () => {
    const { SUCCESS_WAITING_CAPTURE, SUCCESS_WAITING_AUTO_CAPTURE } = StatusNo
    expect(compiled(statusIn('c.status_no', SUCCESS_WAITING_CAPTURE, SUCCESS_WAITING_AUTO_CAPTURE))).toEqual({
      sql: '"c"."status_no" in (3, 4)',
      parameters: [],
    })
  })
})
