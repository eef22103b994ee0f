import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool } from './database.ts'
import { refusalOf } from './error-reply.ts'
import { kitApp, type KitApp } from './testing/kit-app.ts'

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => [])
})
afterAll(() => kit.close())

it.each([
  ['2026-02-03T12:00:00.000Z'],
  ['2026-02-03T12:00:00.100Z'],
  ['2026-02-03T12:00:00.120Z'],
  ['2026-02-03T12:00:00.123Z'],
  ['1969-12-31T23:59:59.999Z'],
])('gives instants back as they came, to the millisecond, in any time zone: %s', async (instant) => {
  for (const zone of ['UTC', 'Europe/Stockholm', 'Asia/Kathmandu', 'America/St_Johns']) {
    const found = await kit.db.transaction().execute(async (tx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(tx)
      return sql<{ at: string }>`select ${new Date(instant)}::timestamptz(3) as at`.execute(tx)
    })
    expect(found.rows[0]?.at, zone).toBe(instant)
  }
})

it('takes a connection that breaks within a transaction for an outage, not for a mistake', async () => {
  const owner = createPool({ url: kit.ownerUrl, max: 1 })
  const broken = kit.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await owner.query('select pg_terminate_backend($1, 30000)', [rows[0]?.pid])
    return sql`select 1`.execute(tx)
  })
  const error = await broken.catch((thrown: unknown) => thrown)
  await owner.end()
  expect(refusalOf(error).code, String(error)).toBe('UNAVAILABLE')
})
