import type pg from 'pg'

/** What a pool gives out, as far as it is needed here. */
export interface ClientPool {
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

/** A text that is asked less often is not worth the memory a plan takes in every connection. */
const seenOften = 3
/** Payments need about a hundred; the rest of memory is not for texts that somebody put together once. */
const mostNamed = 200
const mostSeen = 2_000

/** Which statements of a pool have a name, under which the database keeps how it reads and runs them. */
export class StatementNames {
  readonly #named = new Map<string, string>()
  readonly #seen = new Map<string, number>()
  #generation = 0
  #isOff = false

  get generation(): number {
    return this.#generation
  }

  nameOf(text: string): string | undefined {
    if (this.#isOff) return undefined
    return this.#named.get(text) ?? this.#consider(text)
  }

  /** After the tables have changed: whatever a connection knows under an old name is not used again. */
  startAfresh(): void {
    this.#generation += 1
    this.#named.clear()
  }

  /** Where a pooler puts another connection behind ours, names mean nothing there. */
  turnOff(): void {
    this.#isOff = true
    this.startAfresh()
  }

  #consider(text: string): string | undefined {
    if (this.#named.size >= mostNamed) return undefined
    const times = (this.#seen.get(text) ?? 0) + 1
    if (times < seenOften) {
      if (this.#seen.size >= mostSeen) this.#seen.clear()
      this.#seen.set(text, times)
      return undefined
    }
    this.#seen.delete(text)
    const name = `signalbox_${this.#generation}_${this.#named.size}`
    this.#named.set(text, name)
    return name
  }
}

const featureNotSupported = '0A000'
const unknownStatement = '26000'
const knownStatement = '42P05'

/** Another node has migrated the database, and what the statement gives is no longer what it gave. */
const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === featureNotSupported &&
  'routine' in error &&
  error.routine === 'RevalidateCachedQuery'

/** The connection behind this one is not the one it was: there is a pooler in between. */
const isOtherConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && [unknownStatement, knownStatement].includes(String(error.code))

/** The database refused the name of a statement and not the statement: whoever tries again gets an answer. */
export const isLostName = (error: unknown): boolean => isOutdatedPlan(error) || isOtherConnection(error)

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** Statements with values are worth a name; others are `begin`, `commit` and the like. */
const isNameable = (text: unknown, values: unknown, rest: readonly unknown[]): text is string =>
  typeof text === 'string' && Array.isArray(values) && values.length > 0 && rest.length === 0

/**
 * Gives the statements of a pool names, so that the database reads and plans each of them once per connection and not
 * every time. Only for direct connections.
 */
export function withNamedStatements(
  pool: ClientPool,
  { names = new StatementNames(), onError }: NamingOptions = {},
): ClientPool {
  const generations = new WeakMap<pg.PoolClient, number>()

  function giveNames(client: pg.PoolClient): void {
    generations.set(client, names.generation)
    const send = client.query.bind(client) as Query
    const query: Query = (text, values, ...rest) => {
      const name = isNameable(text, values, rest) ? names.nameOf(text) : undefined
      return name === undefined ? send(text, values, ...rest) : sendNamed(name, text, values)
    }
    const sendNamed = async (name: string, text: unknown, values: unknown) => {
      try {
        return await send({ name, text, values })
      } catch (error) {
        if (!isLostName(error)) throw error
        if (isOtherConnection(error)) {
          names.turnOff()
          onError?.(
            new Error('Statements are sent without names: set DATABASE_PREPARED=off', { cause: error }),
          )
        } else names.startAfresh()
        // Within a transaction all of it has to be tried again, which is up to whoever began it.
        if (client.getTransactionStatus() !== 'I') throw error
        return send(text, values)
      }
    }
    client.query = query as typeof client.query
  }

  return {
    connect: async () => {
      const client = await pool.connect()
      if (!generations.has(client)) giveNames(client)
      const release = client.release.bind(client)
      // What it knows under old names would only take memory in the database.
      client.release = (error) => release(error ?? generations.get(client) !== names.generation)
      return client
    },
    end: () => pool.end(),
  }
}

interface NamingOptions {
  readonly names?: StatementNames
  readonly onError?: ((error: Error) => void) | undefined
}
