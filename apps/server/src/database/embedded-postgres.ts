import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hasErrorCode } from '../error-code.ts'
import { StartupError } from '../startup-error.ts'
import { claimFiles, databaseName, openCluster, superuser, type Cluster } from './cluster.ts'
import { connectionUrl } from './connection-url.ts'
import { chooseEndpoint, type Endpoint } from './endpoint.ts'
import { clearRemains, findPostmaster } from './postmaster-files.ts'
import {
  adoptPostmaster,
  launchPostmaster,
  type LaunchedPostmaster,
  type Postmaster,
  type ServerSettings,
} from './postmaster.ts'

interface Log {
  info(message: string): void
  warn(message: string): void
}

export interface EmbeddedPostgres {
  /** Connects as the owner of the `signalbox` database. Stays valid when the server is restarted underneath. */
  readonly ownerUrl: string
  /** True if the server was already running, left behind by a Node process that was killed. */
  readonly adopted: boolean
  stop(): Promise<void>
}

const mib = 1024 ** 2

/**
 * A sixteenth of the machine, or of what a container lets us have. Large histories are searched many times faster from
 * here than by fetching every page from the system again; what is not needed is never taken.
 */
function bufferMib(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(1024, Math.max(128, Math.floor(memory / 16 / mib)))
}

const defaultSettings: ServerSettings = {
  max_connections: 100,
  shared_buffers: `${bufferMib()}MB`,
  max_wal_size: '2GB',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

const silenceLimitMs = 60_000

const cannotConnectNow = '57P03'
const unknownDatabase = '3D000'

/**
 * Runs the PostgreSQL of the data folder and keeps it running: adopted if it already runs, cleaned up after if it was
 * killed, started again if it dies under us. The caller holds the lock on the data folder.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
}: {
  dataDir: string
  log: Log
  settings?: ServerSettings
}): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(dataDir, log)
  const allSettings = { ...defaultSettings, ...settings }
  const found = await adopt(cluster)
  let endpoint = found?.endpoint ?? (await chooseEndpoint(cluster))
  const launch = async () => {
    await clearRemains(cluster.dir)
    claimFiles(cluster)
    const postmaster = await launchPostmaster(cluster, endpoint, allSettings)
    await untilReady(endpoint, postmaster)
    return postmaster
  }
  /** A port that was free a moment ago may be somebody else's by now; nobody was told ours yet, so another will do. */
  const launchFirst = async (triesLeft = 3): Promise<Postmaster> => {
    try {
      return await launch()
    } catch (error) {
      if (endpoint.kind === 'socket' || triesLeft === 0) throw error
      endpoint = await chooseEndpoint(cluster)
      return launchFirst(triesLeft - 1)
    }
  }
  const stop = supervise(found?.postmaster ?? (await launchFirst()), launch, log)
  return {
    ownerUrl: connectionUrl(endpoint, superuser, databaseName),
    adopted: found !== undefined,
    stop,
  }
}

/** Returns how to stop it. */
function supervise(first: Postmaster, launch: () => Promise<Postmaster>, log: Log): () => Promise<void> {
  let postmaster = first
  let stopping = false

  const relaunch = async (): Promise<Postmaster | undefined> => {
    for (let waitMs = 100; !stopping; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        return await launch()
      } catch (error) {
        log.warn(
          `PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`,
        )
        await sleep(waitMs)
      }
    }
    return undefined
  }
  const keepRunning = async () => {
    for (;;) {
      await postmaster.exited
      if (stopping) return
      log.warn('PostgreSQL ended unexpectedly; starting it again')
      const next = await relaunch()
      if (!next) return
      postmaster = next
      // stop() may have been called while the new server came up; it then found only the dead one.
      if (stopping) await postmaster.stop()
    }
  }
  const running = keepRunning()

  return async () => {
    stopping = true
    await postmaster.stop()
    await running
  }
}

/** A server that runs but no longer answers, its socket deleted for instance, is ended so that a new one can start. */
async function adopt(cluster: Cluster): Promise<{ postmaster: Postmaster; endpoint: Endpoint } | undefined> {
  const found = findPostmaster(cluster)
  if (!found) return undefined
  const postmaster = adoptPostmaster(cluster, found.pid)
  const { endpoint } = found
  const answer = await askUntilReady(endpoint, postmaster, 3_000)
  if (answer === 'ready') return { postmaster, endpoint }
  await postmaster.stop()
  return undefined
}

async function untilReady(endpoint: Endpoint, postmaster: LaunchedPostmaster): Promise<void> {
  const answer = await askUntilReady(endpoint, postmaster, silenceLimitMs)
  if (answer === 'ready') return
  if (answer === 'silent') await postmaster.stop()
  throw new StartupError(`PostgreSQL did not start: ${postmaster.complaint()}`)
}

/** Recovery after a crash may take long; as long as the server says so it is waited for. */
async function askUntilReady(
  endpoint: Endpoint,
  postmaster: Postmaster,
  timeoutMs: number,
): Promise<'ready' | 'dead' | 'silent'> {
  let lastAnswer = performance.now()
  while (postmaster.isAlive()) {
    const outcome = await ensureDatabase(endpoint)
    if (outcome === 'ready') return 'ready'
    if (outcome === 'busy') lastAnswer = performance.now()
    if (performance.now() - lastAnswer > timeoutMs) return 'silent'
    await sleep(15)
  }
  return 'dead'
}

async function ensureDatabase(endpoint: Endpoint): Promise<'ready' | 'busy' | 'no answer'> {
  try {
    await query(endpoint, databaseName, 'select 1')
    return 'ready'
  } catch (error) {
    if (hasErrorCode(error, cannotConnectNow)) return 'busy'
    if (!hasErrorCode(error, unknownDatabase)) return 'no answer'
    await query(endpoint, 'postgres', `create database ${databaseName}`)
    return 'ready'
  }
}

async function query(endpoint: Endpoint, database: string, text: string): Promise<void> {
  const client = new pg.Client({
    connectionString: connectionUrl(endpoint, superuser, database),
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a server that goes away between two steps would bring down Node.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end().catch(() => {})
  }
}
