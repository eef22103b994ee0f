import { hkdfSync } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { startEmbeddedPostgres } from './database/embedded-postgres.ts'
import type { Database } from './kit/database.ts'
import { openLanes, type DatabaseLanes } from './kit/database-lanes.ts'
import { appUrl, type DatabaseRoles } from './kit/database-roles.ts'
import { sameMasterKey } from './kit/master-key-fingerprint.ts'
import { migrate } from './kit/migrate.ts'
import { whyUnreachable } from './kit/reach-database.ts'
import { StartupError } from './startup-error.ts'

export interface OpenDatabase {
  /** Of the console; payments have connections of their own. */
  readonly db: Database
  readonly lanes: DatabaseLanes
  readonly ownerUrl: string
  readonly roles: DatabaseRoles
  close(): Promise<void>
}

/** The embedded server or the one `DATABASE_URL` names, migrated, with pools that act as the app role. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
      })
  const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? ''
  try {
    await reach(ownerUrl)
    const { applied, roles } = await migrate(ownerUrl, config.masterKey)
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    if (!roles.report)
      log.warn({ roles }, 'the database gives us no role for reports; SQL templates will not run')
    const lanes = openLanes({
      url: appUrl(ownerUrl, roles),
      connections: config.databaseConnections,
      prepared: config.databasePrepared,
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
    return { db: lanes.console, lanes, ownerUrl, roles, close }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Whatever keeps us from the database is for whoever set its address, and told in one line. */
async function reach(url: string): Promise<void> {
  const reason = await whyUnreachable(url)
  if (reason) throw new StartupError(`The database at DATABASE_URL cannot be reached: ${reason}`)
}

/** Seals of the audit log have a key of their own, so that no other use of the master key can forge them. */
export const auditKey = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'audit seals', 32))
