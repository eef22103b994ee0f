import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { ConsolePriority } from './console-priority.ts'
import { createDatabase, createPool, type Database } from './database.ts'
import { withNamedStatements, type ClientPool } from './named-statements.ts'

/**
 * Who shares the connections of a node, so that none of them can take what another needs:
 * - `console`: people at their screens, and jobs
 * - `payments`: the payment machine, and what the public API begins
 * - `reads`: what the public API only looks at, so that shops and cashiers do not queue behind payments
 * - `lookups`: what is read on the way while a transaction may be open, such as the rules in force. Nobody who holds one
 *   of these waits for another connection; with the others they might all hold one and wait for a second.
 */
type Lane = 'console' | 'payments' | 'reads' | 'lookups'

const forLookups = 3

/** How many connections each lane has of so many. */
export function laneSizes(connections: number): Readonly<Record<Lane, number>> {
  const reads = Math.max(1, Math.floor(connections / 7))
  const rest = connections - forLookups - reads
  const payments = Math.floor(rest / 2)
  return { console: rest - payments, payments, reads, lookups: forLookups }
}

/** How many calls of the console may write at once: the rest is for what they open within, and for those who read. */
export const writersOf = (connections: number): number => Math.ceil(laneSizes(connections).console / 2)

/** A payment that has begun waits for a connection; giving up would leave it to whoever sweeps up. */
const paymentTimeoutMs = 60_000

/** A cashier that comes late is better than none; the shops behind it give up after half a minute. */
const readTimeoutMs = 20_000

/**
 * One payment and one screen at a time leave each about half of the thread. The wait is short beside a lease, which has
 * to last for the longest answer of a PSP and what comes before its record.
 */
const consoleFirst = { payments: 1, turnMs: 250, lingerMs: 250, waitMs: 5_000 }

interface LaneUse {
  readonly lane: Lane
  readonly open: number
  readonly busy: number
  readonly waiting: number
}

export interface DatabaseLanes {
  readonly console: Database
  readonly payments: Database
  readonly reads: Database
  readonly lookups: Database
  /** Told of calls of the console, while which payments take turns. */
  readonly priority: ConsolePriority
  /** How the connections are used right now. */
  readonly use: () => readonly LaneUse[]
  close(): Promise<void>
}

/** The pool of payments, which take their turn before they take a connection. */
const inTurn = (pool: ClientPool, priority: ConsolePriority): PostgresPool => ({
  connect: async () => {
    const leave = await priority.turn()
    try {
      const client = await pool.connect()
      const release = client.release.bind(client)
      client.release = (error) => {
        release(error)
        leave()
      }
      return client
    } catch (error) {
      leave()
      throw error
    }
  },
  end: () => pool.end(),
})

export function openLanes(options: {
  readonly url: string
  readonly connections: number
  /**
   * Whether payments, and what they look up, give their statements names. Lists of the console do not: they are put
   * together from what people ask for, and one plan for all of them would be a bad one for most.
   */
  readonly prepared: boolean
  readonly onError: (error: Error) => void
}): DatabaseLanes {
  const { url, connections, prepared, onError } = options
  const sizes = laneSizes(connections)
  const pools: Readonly<Record<Lane, pg.Pool>> = {
    console: createPool({ url, max: sizes.console, onError }),
    payments: createPool({ url, max: sizes.payments, timeoutMs: paymentTimeoutMs, onError }),
    reads: createPool({ url, max: sizes.reads, timeoutMs: readTimeoutMs, onError }),
    lookups: createPool({ url, max: sizes.lookups, timeoutMs: paymentTimeoutMs, onError }),
  }
  const priority = new ConsolePriority(consoleFirst)
  const named = (pool: pg.Pool): ClientPool => (prepared ? withNamedStatements(pool, { onError }) : pool)
  const [forConsole, payments, reads, lookups] = [
    createDatabase(pools.console),
    createDatabase(inTurn(named(pools.payments), priority)),
    createDatabase(pools.reads),
    createDatabase(named(pools.lookups)),
  ]
  return {
    console: forConsole,
    payments,
    reads,
    lookups,
    priority,
    use: () =>
      (Object.entries(pools) as [Lane, pg.Pool][]).map(([lane, pool]) => ({
        lane,
        open: pool.totalCount,
        busy: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount + (lane === 'payments' ? priority.state.waiting : 0),
      })),
    close: async () => {
      await Promise.all([forConsole, payments, reads, lookups].map((lane) => lane.destroy()))
    },
  }
}
