import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseName, openCluster, superuser } from './cluster.ts'
import { connectionUrl } from './connection-url.ts'
import { isDataDirInUse } from './lock-data-dir.ts'
import { findPostmaster } from './postmaster-files.ts'

/** Where the database of a server that runs on this data folder answers; undefined when none runs there. */
export async function runningDatabaseUrl(
  dataDir: string,
  log: { info(message: string): void },
): Promise<string | undefined> {
  if (!existsSync(join(dataDir, 'postgres')) || !isDataDirInUse(dataDir)) return undefined
  const found = findPostmaster(await openCluster(dataDir, log))
  return found && connectionUrl(found.endpoint, superuser, databaseName)
}
