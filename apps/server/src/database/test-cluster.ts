import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../kit/migrate.ts'
import { testMasterKey } from '../kit/testing/test-master-key.ts'
import { withDatabase } from './connection-url.ts'
import { seedTestDatabase } from '../testing/seed-test-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { lockDataDir, type DataDirLock } from './lock-data-dir.ts'
import { processesWorkingIn } from './process-facts.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connects as owner to the cluster of this test run. */
    clusterUrl: string
  }
}

const prefix = 'signalbox-tests-'
/**
 * What `createTestDatabase` copies, which is far quicker than migrating and seeding again: a migrated, empty database,
 * and one with the demo platform in it.
 */
export type TemplateName = 'migrated' | 'seeded'

/** Runs once before all server tests: one throwaway PostgreSQL for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  removeAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dataDir, 0o711)
  const lock = lockDataDir(dataDir)
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info() {}, warn: (message) => project.vitest.logger.warn(message) },
    // Nobody misses these rows after a power cut, so the disk need not be waited for.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: 200,
      // It may lie in memory.
      max_wal_size: '256MB',
    },
  })
  const tearDown = async () => {
    await server.stop()
    lock.release()
    rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    await createTemplates(server.ownerUrl)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('clusterUrl', server.ownerUrl)
  return tearDown
}

async function createTemplates(clusterUrl: string): Promise<void> {
  await createDatabaseFrom(clusterUrl, 'migrated', 'template1')
  await migrate(withDatabase(clusterUrl, 'migrated'), [testMasterKey])
  await createDatabaseFrom(clusterUrl, 'seeded', 'migrated')
  await seedTestDatabase(withDatabase(clusterUrl, 'seeded'))
}

async function createDatabaseFrom(
  clusterUrl: string,
  name: TemplateName,
  template: TemplateName | 'template1',
): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
}

/** Clusters of runs that were killed before they could clean up. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const dataDir = join(tmpdir(), name)
    if (!tryLock(dataDir)) continue
    for (const pid of processesWorkingIn(join(dataDir, 'postgres'))) process.kill(pid, 'SIGKILL')
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

function tryLock(dataDir: string): DataDirLock | undefined {
  try {
    return lockDataDir(dataDir)
  } catch {
    return undefined
  }
}
