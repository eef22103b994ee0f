import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

async function tables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const found = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  await client.query('create table if not exists mine ()')
  await client.end()
  return found.rows.map(({ name }) => name)
}

it('gives each caller a migrated database of its own', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  expect(await tables(first.url)).toContain('schema_migration')
  expect(await tables(second.url)).not.toContain('mine')
  await Promise.all([first.drop(), second.drop()])
  await expect(tables(first.url)).rejects.toThrow('does not exist')
})
