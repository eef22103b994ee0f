import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../apps/server/src/database/embedded-postgres.ts'
import type { Database } from '../apps/server/src/kit/database.ts'
import { ApiClient } from './api-client.ts'
import { openBalancer, type Balancer } from './balancer.ts'
import { findDatabase, openReader } from './database-access.ts'
import type { Rig } from './round.ts'
import type { ScenarioSettings } from './scenario.ts'
import {
  runProgram,
  startServer,
  stopDatabase,
  stopWithRun,
  type Ended,
  type RunningProgram,
  type ServerProcess,
} from './server-process.ts'
import { until } from './waiting.ts'

const masterKey = '5a'.repeat(32)
const sandboxDistance = 10
const balancerDistance = 2

/** Two servers on one database, with one outside world, behind a balancer. */
export class TwoNodes implements Rig {
  readonly db: Database
  /** Speaks with whichever node the balancer chooses. */
  readonly client: ApiClient
  readonly sandboxUrl: string
  readonly balancer: Balancer
  readonly #settings: ScenarioSettings
  readonly #postgres: EmbeddedPostgres
  readonly #delayScale: number
  #sandbox: RunningProgram
  readonly #nodes: ServerProcess[] = []

  private constructor(
    settings: ScenarioSettings,
    postgres: EmbeddedPostgres,
    balancer: Balancer,
    delayScale: number,
  ) {
    this.#settings = settings
    this.#postgres = postgres
    this.#delayScale = delayScale
    this.#sandbox = runSandbox(settings, delayScale)
    this.balancer = balancer
    this.db = openReader(postgres.ownerUrl)
    this.client = new ApiClient(balancer.url)
    this.sandboxUrl = `http://127.0.0.1:${settings.port + sandboxDistance}`
  }

  /** @param delayScale how long the simulated providers take for everything, 1 is as in the demo */
  static async open(settings: ScenarioSettings, delayScale = 1): Promise<TwoNodes> {
    const { folder, port } = settings
    const quiet = { info: () => undefined, warn: () => undefined }
    const dataDir = join(folder, 'database')
    const postgres = stopWithRun(await startEmbeddedPostgres({ dataDir, log: quiet }))
    const balancer = await openBalancer(
      port + balancerDistance,
      [0, 1].map((no) => nodeUrl(settings, no)),
    )
    const rig = new TwoNodes(settings, postgres, balancer, delayScale)
    await until(() => isUp(`${rig.sandboxUrl}/health`), 30_000)
    for (const no of [0, 1]) await rig.start(no)
    return rig
  }

  get url(): string {
    return this.balancer.url
  }

  /** Speaks with one node only. */
  clientOf(no: number): ApiClient {
    return new ApiClient(nodeUrl(this.#settings, no))
  }

  async start(no: number): Promise<void> {
    const { root, folder, port } = this.#settings
    this.#nodes[no] = await startServer(root, port + no, {
      DATA_DIR: join(folder, `node-${no}`),
      DATABASE_URL: this.#postgres.ownerUrl,
      SANDBOX_URL: this.sandboxUrl,
      DRAIN_MS: '2000',
      PUBLIC_URL: this.balancer.url,
      MASTER_KEY: masterKey,
    })
  }

  async end(no: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended> {
    const node = this.#nodes[no]
    if (!node) throw new Error(`Node ${no} was never started`)
    return node.end(signal)
  }

  /** PostgreSQL is gone at once, and comes back by itself. */
  killDatabase(): void {
    process.kill(findDatabase(join(this.#settings.folder, 'database')).pid, 'SIGKILL')
  }

  /** Everybody outside is gone at once, until they are started again with the books they had. */
  killSandbox(): Promise<Ended> {
    return this.#sandbox.end('SIGKILL')
  }

  async startSandbox(): Promise<void> {
    this.#sandbox = runSandbox(this.#settings, this.#delayScale)
    await until(() => isUp(`${this.sandboxUrl}/health`), 60_000)
  }

  async close(): Promise<void> {
    await this.db.destroy()
    await Promise.all(this.#nodes.map((node) => node.end('SIGTERM')))
    await this.balancer.close()
    await this.#sandbox.end('SIGTERM')
    await stopDatabase(this.#postgres)
  }
}

function runSandbox({ root, folder, port }: ScenarioSettings, delayScale: number): RunningProgram {
  const dir = join(folder, 'sandbox')
  mkdirSync(dir, { recursive: true })
  const where = ['--dir', dir, '--port', String(port + sandboxDistance)]
  return runProgram(root, 'sandbox-main.js', [...where, '--delay-scale', String(delayScale)], {})
}

const nodeUrl = ({ port }: ScenarioSettings, no: number): string => `http://127.0.0.1:${port + no}`

export async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
