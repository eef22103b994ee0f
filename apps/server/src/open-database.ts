import { hkdfSync } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { startEmbeddedPostgres } from './database/embedded-postgres.ts'
import { gainAccess } from './gain-access.ts'
import type { Database } from './kit/database.ts'
import { openLanes, type DatabaseLanes } from './kit/database-lanes.ts'
import { sameMasterKey } from './kit/master-key-fingerprint.ts'
import { StartupError } from './startup-error.ts'

export interface OpenDatabase {
  /** Of the console; payments have connections of their own. */
  readonly db: Database
  readonly lanes: DatabaseLanes
  /** What the application connects with, listeners included. */
  readonly url: string
  /** What takes jobs from the queue. */
  readonly queueUrl: string
  /** For tools that look after tables; the server itself has no use for it. */
  readonly ownerUrl: string
  /** Another login, that sees what reports may see; undefined where there is none. */
  readonly reportUrl: string | undefined
  /** What an operator should mend; the server works all the same. */
  readonly warnings: readonly string[]
  close(): Promise<void>
}

/** The embedded server or the one `DATABASE_URL` names, migrated, with pools of a login that owns nothing. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
      })
  try {
    const access = await gainAccess(config, config.databaseUrl ?? embedded?.ownerUrl ?? '')
    const { url, applied, warnings } = access
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    for (const warning of warnings) log.warn(warning)
    const lanes = openLanes({
      url,
      connections: config.databaseConnections,
      onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    })
    const close = async () => {
      await lanes.close()
      await embedded?.stop()
    }
    if (!(await sameMasterKey(lanes.console, config.masterKey))) {
      await close()
      throw new StartupError('MASTER_KEY is not the key this database was set up with.')
    }
    return { db: lanes.console, lanes, close, ...access }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Seals of the audit log have a key of their own, so that no other use of the master key can forge them. */
export const auditKey = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'audit seals', 32))
