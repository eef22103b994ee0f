import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
