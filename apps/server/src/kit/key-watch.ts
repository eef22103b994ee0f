import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import type { KeyRing } from './key-ring.ts'
import { fingerprintSetting, keyByPrint } from './open-key-ring.ts'

const everyMs = 5_000
/** A node silent for this long has died. */
const silenceSeconds = 30

/** Says which master keys this node knows, and turns to the one the database names. */
export class KeyWatch {
  readonly #db: Database
  readonly #ring: KeyRing
  readonly #log: Logger
  readonly #nodeId = randomUUID()
  #timer: NodeJS.Timeout | undefined
  #failing = false
  #beating: Promise<void> = Promise.resolve()

  constructor(db: Database, ring: KeyRing, log: Logger) {
    this.#db = db
    this.#ring = ring
    this.#log = log
  }

  async start(): Promise<void> {
    await this.beat()
    this.#timer = setInterval(() => {
      this.#beating = this.#beatOrSay()
    }, everyMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
    await sql`delete from node_key where node_id = ${this.#nodeId}`.execute(this.#db).catch(() => undefined)
  }

  async #beatOrSay(): Promise<void> {
    try {
      await this.beat()
      this.#failing = false
    } catch (error) {
      // Said once per outage, not once per beat.
      if (!this.#failing) this.#log.warn({ err: error }, 'the master key in use could not be asked for')
      this.#failing = true
    }
  }

  async beat(): Promise<void> {
    const { rows } = await sql<{ value: unknown }>`
      select value from platform_setting where name = ${fingerprintSetting}`.execute(this.#db)
    const wanted = keyByPrint(this.#ring, rows[0]?.value)
    if (wanted) this.#ring.sealWith(wanted.id)
    else this.#log.error('another master key is in use than this node knows: restart it with that key')
    await sql`insert into node_key (node_id, known, sealing, beat_at)
      values (${this.#nodeId}, ${this.#ring.keys.map(({ id }) => id)}, ${this.#ring.sealing.id}, clock_timestamp())
      on conflict (node_id) do update set sealing = excluded.sealing, beat_at = excluded.beat_at`.execute(
      this.#db,
    )
  }
}

export interface NodeKeys {
  readonly nodeId: string
  readonly known: readonly string[]
  readonly sealing: string
}

/** The nodes that are alive; those that are not are forgotten. */
export async function liveNodes(db: Database): Promise<NodeKeys[]> {
  await sql`delete from node_key where beat_at < clock_timestamp() - make_interval(secs => ${silenceSeconds})`.execute(
    db,
  )
  const { rows } = await sql<NodeKeys>`select node_id, known, sealing from node_key`.execute(db)
  return rows
}
