import pg from 'pg'
import type { Logger } from 'pino'

const channel = 'signalbox_outbox'
const reconnectMs = 5_000
/** Many commits in a moment are one reason to look. */
const gatherMs = 100

/**
 * A hint between nodes that there is something to read. It has a connection of its own, never a pooled one, and the
 * hint is sent from here after a commit rather than with it: a notification inside a transaction makes all commits of
 * the database wait for each other. Without hints everything still arrives, at the next poll.
 */
export class WakeUp {
  readonly #url: string
  readonly #log: Logger
  readonly #heard: () => void
  #client: pg.Client | null = null
  #reconnect: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined
  #stopped = false

  constructor(url: string, log: Logger, heard: () => void) {
    this.#url = url
    this.#log = log
    this.#heard = heard
  }

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'signalbox-events' })
    // What this node told the others it hears itself, and knows already.
    let ownProcess: number | undefined
    client.on('notification', ({ processId }) => {
      if (processId !== ownProcess) this.#heard()
    })
    client.on('error', (error) => this.#log.debug({ err: error }, 'the wake-up connection was lost'))
    client.on('end', () => this.#again(client))
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      ownProcess = rows[0]?.pid
      this.#heard()
    } catch (error) {
      this.#log.warn({ err: error }, 'no wake-ups for now; events are found by polling')
      await client.end().catch(() => undefined)
      this.#again(client)
    }
  }

  tellOthers(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#client?.query('select pg_notify($1, $2)', [channel, '']).catch(() => undefined)
    }, gatherMs)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#reconnect)
    clearTimeout(this.#gathering)
    await this.#client?.end().catch(() => undefined)
  }

  #again(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return
    this.#client = null
    this.#reconnect = setTimeout(() => void this.start(), reconnectMs)
  }
}
