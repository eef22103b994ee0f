import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, createPool, type Database } from '../apps/server/src/kit/database.ts'
import { superuser, databaseName } from '../apps/server/src/database/cluster.ts'
import { connectionUrl } from '../apps/server/src/database/connection-url.ts'

/** The PostgreSQL a server runs for itself, as its own files describe it. */
export interface FoundDatabase {
  readonly pid: number
  readonly url: string
}

export function findDatabase(dataDir: string): FoundDatabase {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const [pid, port, dir = ''] = [Number(lines[0]), Number(lines[3]), lines[4]]
  return { pid, url: connectionUrl({ kind: 'socket', dir, port }, superuser, databaseName) }
}

/** The harness reads as the owner and changes no more than when a job is due. A lost connection is what it is here to cause. */
export const openReader = (url: string): Database =>
  createDatabase(createPool({ url, max: 4, onError: () => undefined }))
