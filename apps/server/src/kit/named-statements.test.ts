import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createDatabase, createPool, type Database, type Tx } from './database.ts'
import { openLanes } from './database-lanes.ts'
import { StatementNames, withNamedStatements } from './named-statements.ts'
import { kitApp, type KitApp } from './testing/kit-app.ts'
import { transaction } from './transaction.ts'

let kit: KitApp
let owner: pg.Pool
const opened: { destroy(): Promise<void> }[] = []
beforeAll(async () => {
  kit = await kitApp(() => [])
  owner = createPool({ url: kit.ownerUrl, max: 1 })
  await owner.query(`create table thing (id integer primary key, name text);
    insert into thing values (1, 'one')`)
})
afterEach(() => Promise.all(opened.splice(0).map((database) => database.destroy())))
afterAll(async () => {
  await owner.end()
  await kit.close()
})

function named(max: number, errors: Error[] = []): Database {
  const pool = createPool({ url: kit.ownerUrl, max, timeoutMs: 60_000 })
  const db = createDatabase(withNamedStatements(pool, { onError: (error) => errors.push(error) }))
  opened.push(db)
  return db
}

const readThing = async (db: Database | Tx) =>
  (await sql<Record<string, unknown>>`select * from thing where id = ${1}`.execute(db)).rows[0]

const namesOn = async (db: Database | Tx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_prepared_statements`.execute(db)
  return rows[0]?.count ?? 0
}

/** Often enough for a name, on as many connections as there are. */
const readOften = (db: Database, connections: number) =>
  Promise.all(
    Array.from({ length: connections }, () =>
      transaction(db, async (tx) => {
        for (let time = 0; time < 5; time++) await readThing(tx)
        await sql`select pg_sleep(0.05)`.execute(tx)
      }),
    ),
  )

it('keeps statements that come often under a name', async () => {
  const db = named(1)
  expect(await namesOn(db)).toBe(0)
  await readOften(db, 1)
  expect(await namesOn(db)).toBe(1)
  expect(await readThing(db)).toEqual({ id: 1, name: 'one' })
})

it('goes on after another node has changed the tables, within transactions and without, on every connection', async () => {
  const db = named(6)
  await readOften(db, 6)
  await owner.query(`alter table thing add column size integer default 7`)
  const found = await Promise.all(Array.from({ length: 12 }, () => transaction(db, readThing)))
  expect(found).toEqual(Array.from({ length: 12 }, () => ({ id: 1, name: 'one', size: 7 })))

  await readOften(db, 6)
  await owner.query(`alter table thing drop column size`)
  const alone = await Promise.all(Array.from({ length: 12 }, () => readThing(db)))
  expect(alone).toEqual(Array.from({ length: 12 }, () => ({ id: 1, name: 'one' })))
})

it('has a bounded number of names however many texts there are', async () => {
  const db = named(1)
  for (let text = 0; text < 1_000; text++)
    for (let time = 0; time < 4; time++) await sql`select ${1}::integer + ${sql.lit(text)}`.execute(db)
  expect(await namesOn(db)).toBeLessThanOrEqual(200)

  const names = new StatementNames()
  const once = Array.from({ length: 10_000 }, (_, text) => names.nameOf(`select ${text}`))
  expect(once.filter((name) => name !== undefined)).toEqual([])
})

it('sends no names any more where a pooler mixes connections up', async () => {
  const errors: Error[] = []
  const db = named(1, errors)
  await readOften(db, 1)
  await sql`deallocate all`.execute(db)
  expect(await transaction(db, readThing)).toEqual({ id: 1, name: 'one' })
  await readOften(db, 1)
  expect(await namesOn(db)).toBe(0)
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('DATABASE_PREPARED=off')])
})

it.each([
  [true, { payments: 1, lookups: 1, console: 0, reads: 0 }],
  [false, { payments: 0, lookups: 0, console: 0, reads: 0 }],
])(
  'names what payments ask and nothing else, and nothing where it is switched off: %s',
  async (prepared, most) => {
    const lanes = openLanes({ url: kit.ownerUrl, connections: 8, prepared, onError: () => undefined })
    opened.push({ destroy: () => lanes.close() })
    for (const lane of ['payments', 'lookups', 'console', 'reads'] as const) {
      const names = await lanes[lane].connection().execute(async (db) => {
        for (let time = 0; time < 5; time++) await readThing(db)
        return namesOn(db)
      })
      expect(names, lane).toBe(most[lane])
    }
  },
)
