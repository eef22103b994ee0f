import { join } from 'node:path'
import type { Database } from '../apps/server/src/kit/database.ts'
import { ApiClient } from './api-client.ts'
import { sql } from 'kysely'
import { signIn, type ConsoleClient } from './console-client.ts'
import { findDatabase, openReader } from './database-access.ts'
import type { Rig } from './round.ts'
import type { ScenarioSettings } from './scenario.ts'
import { startServer, type Ended, type ServerProcess } from './server-process.ts'
import { openReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/**
 * One server with the database and the outside world it starts for itself. Both outlive it when it is killed, and the
 * next start takes them over.
 */
export class OneNode implements Rig {
  readonly db: Database
  readonly client: ApiClient
  readonly sandboxUrl: string
  readonly receiver: WebhookReceiver
  readonly #settings: ScenarioSettings
  #server: ServerProcess
  #approver: ConsoleClient | undefined

  private constructor(settings: ScenarioSettings, server: ServerProcess, receiver: WebhookReceiver) {
    this.#settings = settings
    this.#server = server
    this.receiver = receiver
    this.db = openReader(findDatabase(dataDirOf(settings)).url)
    this.client = new ApiClient(server.url)
    this.sandboxUrl = `http://127.0.0.1:${settings.port + sandboxDistance}`
  }

  static async open(settings: ScenarioSettings, failpoint?: string): Promise<OneNode> {
    const server = await launch(settings, failpoint)
    const node = new OneNode(settings, server, await openReceiver(settings.port + receiverDistance))
    await node.receiver.subscribe(await signIn(server.url, 'admin'))
    node.#approver = await signIn(server.url, 'approver1')
    return node
  }

  get url(): string {
    return this.#server.url
  }

  get ended(): Promise<Ended> {
    return this.#server.ended
  }

  isAlive(): boolean {
    return this.#server.isAlive()
  }

  said(): string {
    return this.#server.said()
  }

  /** Kills what runs, if anything does, and starts anew. */
  async restart(failpoint?: string): Promise<void> {
    if (this.#server.isAlive()) await this.#server.end('SIGKILL')
    this.#server = await launch(this.#settings, failpoint)
  }

  /** From now on the point the server was started with counts its visits. */
  arm(): void {
    process.kill(this.#server.pid, 'SIGUSR2')
  }

  /** What somebody in the console does about a payout. Whether it was heard is seen later. */
  async approve(txId: number): Promise<void> {
    const { rows } = await sql<{
      version: number
      merchantId: number
    }>`select version, merchant_id from transaction
      where id = ${txId}`.execute(this.db)
    const [row] = rows
    await this.#approver?.post(`/transaction/${txId}/approve?merchantId=${row?.merchantId}`, {
      version: row?.version,
    })
  }

  databasePid(): number {
    return findDatabase(dataDirOf(this.#settings)).pid
  }

  /** A server that is alive takes its database and its sandbox with it; a dead one is started once more for that. */
  async close(): Promise<void> {
    await this.db.destroy()
    if (!this.#server.isAlive()) await this.restart()
    await this.#server.end('SIGTERM')
    await this.receiver.close()
  }
}

const sandboxDistance = 10
const receiverDistance = 5

const dataDirOf = ({ folder }: ScenarioSettings): string => join(folder, 'data')

const launch = (settings: ScenarioSettings, failpoint?: string): Promise<ServerProcess> =>
  startServer(settings.root, settings.port, {
    DATA_DIR: dataDirOf(settings),
    ...(failpoint && { FAILPOINT: failpoint }),
  })
