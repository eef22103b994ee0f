import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, createPool, type Database } from '../../../kit/database.ts'
import { secretBox } from '../../../kit/secret-box.ts'
import { kitApp, type KitApp } from '../../../kit/testing/kit-app.ts'
import { testMasterKey } from '../../../kit/testing/test-master-key.ts'
import { transaction } from '../../../kit/transaction.ts'
import { SettingsCache } from './settings-cache.ts'

const merchantId = 100010001

let kit: KitApp
/** One connection: whoever holds it is the only one who gets on. */
let db: Database
beforeAll(async () => {
  kit = await kitApp(() => [])
  db = createDatabase(createPool({ url: kit.ownerUrl, max: 1, timeoutMs: 3_000 }))
})
afterAll(async () => {
  await db.destroy()
  await kit.close()
})

const newCache = () => new SettingsCache({ box: secretBox(testMasterKey), production: false })

it('lets nobody wait for a reading that waits for the connection they hold', async () => {
  const cache = newCache()
  const { inTransaction, outside } = await transaction(db, async (tx) => {
    // Somebody has asked for the stamp, so nobody asks again within a second.
    await cache.of(tx).psp('acmecards')
    const beside = cache.recent(db).merchant(merchantId)
    // It has begun, and waits for the connection of this transaction.
    await new Promise((resolve) => setTimeout(resolve, 50))
    return { inTransaction: await cache.of(tx).merchant(merchantId), outside: () => beside }
  })
  expect(inTransaction.baseCurrency).toBe('EUR')
  expect(await outside()).toEqual(inTransaction)
})

it('reads once what several ask for in one transaction, and nothing when another one has', async () => {
  const cache = newCache()
  const asked = await transaction(db, async (tx) => {
    const settings = cache.of(tx)
    return Promise.all(Array.from({ length: 5 }, () => settings.merchant(merchantId)))
  })
  const later = await transaction(db, (tx) => cache.of(tx).merchant(merchantId))
  for (const settings of asked) expect(settings).toBe(later)
})

it('does not keep a reading that failed', async () => {
  const cache = newCache()
  const failing = transaction(db, async (tx) => {
    const settings = cache.of(tx)
    await settings.psp('acmecards')
    await sql`select nothing`.execute(tx).catch(() => undefined)
    return settings.merchant(merchantId)
  })
  await expect(failing).rejects.toThrow('current transaction is aborted')
  expect((await transaction(db, (tx) => cache.of(tx).merchant(merchantId))).baseCurrency).toBe('EUR')
})
