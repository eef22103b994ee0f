import type pg from 'pg'

/** A lock that a statement waits for, by the name of what it locks; a claim that skips what is taken waits for nobody. */
interface NamedLock {
  readonly name: string
  readonly waits: boolean
}

interface Wait {
  readonly held: string
  readonly awaited: string
}

export interface LockRecord {
  /** Records everything this pool does from now on. */
  readonly watch: (pool: pg.Pool) => void
  /** Every name that was locked. */
  readonly names: () => ReadonlySet<string>
  /** Pairs of locks that one transaction takes in this order and another one in the opposite order. */
  readonly opposites: (isOwn: (name: string) => boolean) => string[]
}

const lockingStatement =
  /insert into "?(?<inserted>\w+)"?(?=(?:(?!insert into)[^])*?on conflict)|(?<!do |for |key )update (?:only )?"?(?<updated>\w+)"? |delete from "?(?<deleted>\w+)"?|for (?:no key )?(?:update|share)(?: of "?\w+"?)?(?<skips> skip locked)?/g

/** The table that `for update` is about: the first one the statement selects from. */
const selectedTable = /from "?(\w+)"?/

const gateScopes = ['ACCOUNT', 'USER', 'BIN', 'DEVICE', 'EMAIL', 'IP', 'MERCHANT']

function gatesAmong(values: readonly unknown[]): string[] {
  const scopes = values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
  return gateScopes.filter((scope) => scopes.includes(scope)).map((scope) => `counter_gate ${scope}`)
}

function locksOf(text: string, values: readonly unknown[]): NamedLock[] {
  const statement = text.toLowerCase().replaceAll(/\s+/g, ' ')
  if (statement.includes('counter_gate')) return gatesAmong(values).map((name) => ({ name, waits: true }))
  return [...statement.matchAll(lockingStatement)].flatMap(({ groups = {}, 0: found, index }) => {
    const { inserted, updated, deleted, skips } = groups
    const written = inserted ?? updated ?? deleted
    if (written) return [{ name: written, waits: true }]
    if (!found.startsWith('for ')) return []
    const table = selectedTable.exec(statement.slice(statement.lastIndexOf('select', index)))?.[1]
    return table ? [{ name: table, waits: skips === undefined }] : []
  })
}

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

const textOf = (text: unknown): string =>
  typeof text === 'string' ? text : ((text as { text?: string } | null)?.text ?? '')

/**
 * The order in which transactions take locks, by name. Two that take the same two locks in opposite orders can wait for
 * each other for ever, whether or not they happen to meet in a test.
 */
export function recordLocks(): LockRecord {
  const waits = new Map<string, Wait>()
  const names = new Set<string>()
  const note = (held: Set<string>, { name, waits: isWait }: NamedLock) => {
    if (held.has(name)) return
    names.add(name)
    if (isWait) for (const before of held) waits.set(`${before} > ${name}`, { held: before, awaited: name })
    held.add(name)
  }
  const follow = (client: pg.PoolClient) => {
    const send = client.query.bind(client) as Query
    let held: Set<string> | undefined
    const query: Query = (text, values, ...rest) => {
      const statement = textOf(text)
      const word = /^\s*(\w+)/.exec(statement)?.[1]?.toLowerCase()
      if (word === 'begin' || word === 'start') held = new Set()
      else if (word === 'commit' || word === 'rollback') held = undefined
      else if (held)
        for (const lock of locksOf(statement, Array.isArray(values) ? (values as unknown[]) : []))
          note(held, lock)
      return send(text, values, ...rest)
    }
    client.query = query as typeof client.query
  }
  return {
    watch: (pool) => pool.on('connect', (client) => follow(client)),
    names: () => names,
    opposites: (isOwn) =>
      [...waits.values()]
        .filter(({ held, awaited }) => held < awaited && waits.has(`${awaited} > ${held}`))
        .filter(({ held, awaited }) => !isOwn(held) && !isOwn(awaited))
        .map(({ held, awaited }) => `${held} and ${awaited}`)
        .toSorted(),
  }
}
