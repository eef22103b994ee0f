import { setTimeout as sleep } from 'node:timers/promises'
import { recoveryKey, recoveryPurpose } from './people/identity/recovery-codes.ts'
import { systemActor } from './kit/audit.ts'
import type { Database } from './kit/database.ts'
import type { KeyRing, NamedKey } from './kit/key-ring.ts'
import { liveNodes, type NodeKeys } from './kit/key-watch.ts'
import { fingerprintOf, keyByPrint } from './kit/open-key-ring.ts'
import { secretBox } from './kit/secret-box.ts'
import { perform, type KitDeps } from './kit/unit-of-work.ts'
import { isSealedOtherwise, resealColumn, type Resealed } from './reseal-store.ts'
import {
  beginRotation,
  currentTransaction,
  endRotation,
  isOver,
  lockKeySettings,
  setsWithoutKey,
  storeRecoveryKey,
} from './rotation-store.ts'
import { sealedColumns, type SealedColumn } from './sealed-columns.ts'
import { StartupError } from './startup-error.ts'

const platform = 1000
const lookAgainMs = 500
/**
 * Nodes turn to another key within seconds; payments that somebody works on come to rest within minutes. So long nothing
 * may happen; how long everything takes depends on how much there is.
 */
const defaultTimeoutMs = 10 * 60_000
/** Whoever waits for a large table hears of it from time to time. */
const saidEveryRows = 10_000

export interface RotationDeps {
  readonly deps: KitDeps
  readonly ring: KeyRing
  /** By the login that may look into the job queue. */
  readonly queue: Database
  /** Tells the other nodes which key this one seals with. */
  readonly beat: () => Promise<void>
  /** The key that shall be in use. */
  readonly wanted: Buffer
  readonly say: (line: string) => void
  /** Told after each batch, which is where a test may break it off. */
  readonly onBatch?: (rows: number) => void | Promise<void>
  /** How long nothing may get on before it is given up. */
  readonly timeoutMs?: number
}

type Progress = 'so' | 'moved' | 'not yet'

/** Looks again and again, as long as something moves; a look itself may take hours. */
async function until(
  { timeoutMs = defaultTimeoutMs }: RotationDeps,
  what: string,
  look: () => Promise<Progress>,
): Promise<void> {
  let movedAt: number | undefined
  for (;;) {
    const found = await look()
    if (found === 'so') return
    if (found === 'moved') movedAt = undefined
    movedAt ??= Date.now()
    if (Date.now() > movedAt + timeoutMs)
      throw new StartupError(`${what} does not get on. Nothing is lost: run rotate-key again.`)
    await sleep(lookAgainMs)
  }
}

const isSo = (yes: boolean): Progress => (yes ? 'so' : 'not yet')

function refuseUnknowing(nodes: readonly NodeKeys[], { id }: NamedKey): void {
  const unknowing = nodes.filter(({ known }) => !known.includes(id))
  if (unknowing.length > 0)
    throw new StartupError(
      `${unknowing.length} running node(s) do not know the new key. Restart each with MASTER_KEY (new) and ` +
        'MASTER_KEYS_OLD (old), then run rotate-key again.',
    )
}

const note = (from: string, to: string, action: string, counts: Record<string, number> = {}) => ({
  merchantId: platform,
  entityType: 'master-key',
  entityId: to,
  entityLabel: `Master key ${to}`,
  changeType: 'UPDATE' as const,
  action,
  before: { key: from },
  after: { key: to, ...counts },
})

/** From here on everybody seals with the new key; until the end both are needed. */
async function begin({ deps, ring, say }: RotationDeps, to: NamedKey): Promise<NamedKey | undefined> {
  refuseUnknowing(await liveNodes(deps.db), to)
  const { value } = await perform(deps, systemActor, async (unit) => {
    const { print: inUse, rotation } = await lockKeySettings(unit.tx)
    const print = fingerprintOf(to.key)
    const from = keyByPrint(ring, rotation?.from ?? inUse)
    if (!from) throw new StartupError('The key in use is not known here: name it in MASTER_KEYS_OLD.')
    if (rotation && rotation.to !== print)
      throw new StartupError('Another rotation has not come to its end: run it with its own keys first.')
    if (from.id === to.id) return undefined
    await beginRotation(unit.tx, { from: fingerprintOf(from.key), to: print })
    unit.audit(note(from.id, to.id, rotation ? 'MASTER_KEY_ROTATION_RESUMED' : 'MASTER_KEY_ROTATION_STARTED'))
    return from
  })
  if (value) say(`Sealing with key ${to.id} from now on, instead of ${value.id}.`)
  return value
}

/** Nobody may seal with the former key any more, nor have done so in a transaction that is still open. */
async function settle(rotation: RotationDeps, to: NamedKey): Promise<void> {
  const { deps, ring, beat, say } = rotation
  ring.sealWith(to.id)
  await beat()
  await until(rotation, 'Waiting for the other nodes', async () => {
    const nodes = await liveNodes(deps.db)
    return isSo(nodes.every(({ sealing }) => sealing === to.id))
  })
  const mark = await currentTransaction(deps.db)
  await until(rotation, 'Waiting for open transactions', async () => isSo(await isOver(deps.db, mark)))
  say('All nodes seal with it.')
}

/** Sets of recovery codes whose key follows from the former master key get it stored, sealed with the new one. */
async function keepRecoveryKeys(db: Database, ring: KeyRing, from: NamedKey): Promise<number> {
  const sets = await setsWithoutKey(db)
  const box = secretBox(ring)
  for (const set of sets) {
    const key = recoveryKey(from.key, Buffer.from(set.salt, 'base64url'))
    await storeRecoveryKey(db, set, box.seal(recoveryPurpose, set.userId, key.toString('base64url')))
  }
  return sets.length
}

const nameOf = ({ table, column, path }: SealedColumn): string => [table, column, ...(path ?? [])].join('.')

/** What nobody can open, by where it stands. */
type Unopened = ReadonlyMap<SealedColumn, readonly string[]>

const databaseOf = ({ deps, queue }: RotationDeps, { isQueue }: SealedColumn): Database =>
  isQueue ? queue : deps.db

function tellProgress({ say, onBatch }: RotationDeps, column: SealedColumn) {
  let seen = 0
  return async (rows: number): Promise<void> => {
    const told = Math.floor(seen / saidEveryRows)
    seen += rows
    if (Math.floor(seen / saidEveryRows) > told) say(`${nameOf(column)}: ${seen} rows so far`)
    await onBatch?.(rows)
  }
}

async function walk(rotation: RotationDeps): Promise<{ readonly rows: number; readonly unopened: Unopened }> {
  const { ring, say } = rotation
  let rows = 0
  const unopened = new Map<SealedColumn, readonly string[]>()
  for (const column of sealedColumns) {
    const db = databaseOf(rotation, column)
    const before = rows
    await until(rotation, `Sealing ${nameOf(column)}`, async () => {
      const done = await resealColumn(db, ring, column, tellProgress(rotation, column))
      rows += done.rows
      unopened.set(column, done.unopened)
      if (!(await isSealedOtherwise(db, ring, column, done.unopened))) return 'so'
      return done.rows > 0 ? 'moved' : 'not yet'
    })
    say(`${nameOf(column)}: done, ${rows - before} row(s) sealed anew`)
  }
  return { rows, unopened }
}

async function isAllSealed(rotation: RotationDeps, unopened: Unopened = new Map()): Promise<boolean> {
  for (const column of sealedColumns) {
    const known = unopened.get(column) ?? []
    if (await isSealedOtherwise(databaseOf(rotation, column), rotation.ring, column, known)) return false
  }
  return true
}

/** A node that was silent for a while may have sealed with the former key behind our back: looked at again at the end. */
async function sealAll(rotation: RotationDeps): Promise<Resealed> {
  let rows = 0
  let unopened: Unopened = new Map()
  await until(rotation, 'Sealing everything anew', async () => {
    const done = await walk(rotation)
    rows += done.rows
    unopened = done.unopened
    if (await isAllSealed(rotation, unopened)) return 'so'
    return done.rows > 0 ? 'moved' : 'not yet'
  })
  const places = [...unopened].flatMap(([column, keys]) => keys.map((key) => `${nameOf(column)} ${key}`))
  return { rows, unopened: places }
}

export interface RotationEnd {
  /** `sealed anew`: the key is in use already, and something was sealed with another one all the same. */
  readonly outcome: 'rotated' | 'sealed anew' | 'nothing to do'
  /** Where something stands that none of the keys opens. It stays as it is, and does not hold up the rest. */
  readonly unopened: readonly string[]
}

/**
 * Makes another master key the one in use, while servers run: they are told to seal with it, then everything that is
 * sealed with the former one is sealed anew, in batches. Broken off anywhere, it is simply run again.
 */
export async function rotateKey(rotation: RotationDeps): Promise<RotationEnd> {
  const { deps, ring, wanted } = rotation
  const to = ring.keys.find(({ key }) => key.equals(wanted))
  if (!to) throw new StartupError('The wanted key is not among those this command was given.')
  const from = await begin(rotation, to)
  if (!from && (await isAllSealed(rotation))) return { outcome: 'nothing to do', unopened: [] }
  await settle(rotation, to)
  const sets = from ? await keepRecoveryKeys(deps.db, ring, from) : 0
  const { rows, unopened } = await sealAll(rotation)
  if (!from && rows === 0) return { outcome: 'nothing to do', unopened }
  await perform(deps, systemActor, async (unit) => {
    if (from) await endRotation(unit.tx)
    const counts = { rows: rows + sets, unopened: unopened.length }
    unit.audit(
      from
        ? note(from.id, to.id, 'MASTER_KEY_ROTATED', counts)
        : note(to.id, to.id, 'MASTER_KEY_SEALED_ANEW', counts),
    )
  })
  return { outcome: from ? 'rotated' : 'sealed anew', unopened }
}
