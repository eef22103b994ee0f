import type { Logger } from 'pino'
import type { Settings } from './config.ts'
import { lockDataDir } from './database/lock-data-dir.ts'
import { runningDatabaseUrl } from './database/running-database.ts'
import { openDatabase, type OpenDatabase } from './open-database.ts'

/** The database of a server that runs, or one that is started for the moment. */
export async function withDatabase(
  config: Settings,
  log: Logger,
  run: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  const running = config.databaseUrl ?? (await runningDatabaseUrl(config.dataDir, log))
  const lock = running ? undefined : lockDataDir(config.dataDir)
  try {
    const database = await openDatabase({ ...config, databaseUrl: running }, log)
    try {
      await run(database)
    } finally {
      await database.close()
    }
  } finally {
    lock?.release()
  }
}
