import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database/test-database.ts'
import { testMasterKey } from './kit/testing/test-master-key.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-rebuild-'))
const merchantId = 100010001

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase('seeded')
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
}, 60_000)
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const deposits = async (): Promise<number> => {
  const { rows } = await client.query<{ sum: number | null }>(
    `select sum(deposits)::integer as sum from analytics_cube where merchant_id = $1 and cube = 'live'
      and zone = (select time_zone from merchant where id = $1)`,
    [merchantId],
  )
  return rows[0]?.sum ?? 0
}

/** The program as `npm run admin` starts it. */
async function admin(...words: string[]): Promise<string[]> {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line))
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('MASTER_KEY', testMasterKey.toString('hex'))
  const before = process.argv
  process.argv = ['node', 'admin', ...words]
  try {
    vi.resetModules()
    await import('./admin.ts')
  } finally {
    process.argv = before
  }
  return said
}

it('makes the figures of analytics anew from the payments, whatever they were', async () => {
  await client.query(
    `insert into transaction (merchant_id, id, status_no, tx_type, method, provider_type, api_source, currency,
      requested_minor, amount_minor, tx_amount_minor, base_currency, amount_base_minor, user_id, is_test_user, created_at,
      updated_at, updated_by)
    select $1, first_tx_id_at('2026-11-05T10:00:00Z') + no, 0, 'CreditcardDeposit', 'DEPOSIT', 'CREDITCARD', 'API', 'EUR',
      1000, 1000, 1000, 'EUR', 1000, 'u1', false, '2026-11-05T10:00:00Z', now(), 'test' from generate_series(1, 3) no`,
    [merchantId],
  )
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from transaction where merchant_id = $1 and method = 'DEPOSIT' and not is_test_user`,
    [merchantId],
  )
  const said = await admin('rebuild-analytics')
  expect(said.join('\n')).toMatch(new RegExp(`${merchantId}: \\d+ days[^]*made anew`))
  expect(await deposits()).toBe(rows[0]?.count)
  await client.query('update analytics_cube set deposits = deposits + 7 where deposits > 0')
  expect(await deposits()).not.toBe(rows[0]?.count)
  await admin('rebuild-analytics')
  expect(await deposits()).toBe(rows[0]?.count)
})

it('is refused with more words than it knows, and says how it is used', async () => {
  const said = await admin('rebuild-analytics', 'now')
  expect(said.join('\n')).toContain('npm run admin -- rebuild-analytics')
  process.exitCode = 0
})
