import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { withDatabase } from './connection-url.ts'
import type { TemplateName } from './test-cluster.ts'

export interface TestDatabase {
  /** Connects as the owner of a database that no other test sees. */
  readonly url: string
  drop(): Promise<void>
}

/** A copy of what the run has prepared, or an empty one. */
export async function createTestDatabase(
  template: TemplateName | 'template1' = 'migrated',
): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(clusterUrl, `create database ${name} template ${template}`)
  return {
    url: withDatabase(clusterUrl, name),
    drop: () => run(clusterUrl, `drop database ${name} with (force)`),
  }
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
