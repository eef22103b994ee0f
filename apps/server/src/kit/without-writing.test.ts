import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, createPool, type Database, type Tx } from './database.ts'
import { kitApp, type KitApp } from './testing/kit-app.ts'
import { transaction } from './transaction.ts'
import { withoutWriting } from './without-writing.ts'

let kit: KitApp
let db: Database
beforeAll(async () => {
  kit = await kitApp(() => [])
  db = createDatabase(createPool({ url: kit.ownerUrl, max: 2, timeoutMs: 60_000 }))
  await sql`create table noted (name text)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await kit.close()
})

const note = (tx: Tx, name: string) => sql`insert into noted values (${name})`.execute(tx)
const notes = async (tx: Tx) =>
  (await sql<{ name: string }>`select name from noted`.execute(tx)).rows.map(({ name }) => name)

it('refuses a write outside of a transaction', async () => {
  await expect(withoutWriting(db, (tx) => note(tx, 'outside'))).rejects.toThrow('read-only transaction')
  expect(await withoutWriting(db, notes)).toEqual([])
})

it('refuses a write within a transaction, which goes on and may write', async () => {
  await transaction(db, async (tx) => {
    await note(tx, 'before')
    expect(await withoutWriting(tx, notes)).toEqual(['before'])
    await expect(withoutWriting(tx, (inner) => note(inner, 'inside'))).rejects.toThrow('read-only')
    await note(tx, 'after')
  })
  expect(await notes(db)).toEqual(['before', 'after'])
})
