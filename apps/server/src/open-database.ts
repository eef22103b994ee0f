import type { Logger } from 'pino'
import type { Settings } from './config.ts'
import { startEmbeddedPostgres } from './database/embedded-postgres.ts'
import { gainAccess } from './gain-access.ts'
import type { Database } from './kit/database.ts'
import { openLanes, type DatabaseLanes } from './kit/database-lanes.ts'
import { ringOf, type KeyRing, type MasterKey } from './kit/key-ring.ts'
import { KeyWatch } from './kit/key-watch.ts'

export interface OpenDatabase {
  /** Of the console; payments have connections of their own. */
  readonly db: Database
  readonly lanes: DatabaseLanes
  /** The master keys of this node, of which the database says which is in use. */
  readonly keys: KeyRing
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
  /** Turns to the master key in use, and says so to the other nodes; happens by itself every few seconds. */
  sayKey(): Promise<void>
  close(): Promise<void>
}

/** The embedded server or the one `DATABASE_URL` names, migrated, with pools of a login that owns nothing. */
export async function openDatabase(config: Settings, log: Logger): Promise<OpenDatabase> {
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
      prepared: config.databasePrepared,
      onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    })
    const watch = new KeyWatch(lanes.console, access.keys, log)
    await watch.start()
    const close = async () => {
      await watch.stop()
      await lanes.close()
      await embedded?.stop()
    }
    return { db: lanes.console, lanes, close, sayKey: () => watch.beat(), ...access }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Seals of the audit log have a key of their own, so that no other use of the master key can forge them. */
export const auditKey = (masterKey: MasterKey): Buffer => ringOf(masterKey).kept('audit seals')
