import { effectiveTable, type EffectiveTable } from '@signalbox/engine/effective-table'
import type { Logger } from 'pino'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Database } from '../../kit/database.ts'
import type { OutboxBatch } from '../../kit/events/outbox-reader.ts'
import { activeVersions, awaitedVersions, lineages, type VersionRef } from './active-rules-store.ts'
import type { CompiledVersions } from './compiled-versions.ts'
import type { RulesEdition } from './edition-store.ts'
import { editionOf, Editions } from './editions.ts'
import { tableNamed } from './ruleset-worker/draft.ts'

interface Feed {
  subscribe(listener: (batch: OutboxBatch) => void): () => void
}

interface ActiveRulesDeps {
  readonly db: Database
  readonly log: Logger
  readonly feed: Feed
  readonly versions: CompiledVersions
  /** How often to look even when nothing was heard. */
  readonly pollMs?: number
}

/** One state of all rules. It never changes: the next one is made beside it and takes its place. */
interface RulesSnapshot {
  readonly lineages: ReadonlyMap<number, readonly number[]>
  readonly active: readonly VersionRef[]
  readonly tables: Map<string, Promise<EffectiveTable>>
  /** By merchant, made when first asked for. */
  readonly editions: Map<number, RulesEdition>
}

const tableKey = (merchantId: number, slug: string): string => `${merchantId} ${slug}`
const topics = new Set(['ruleset', 'merchant'])

/**
 * What payments are decided by, in the memory of this node. When a version becomes active anywhere, its event makes
 * every node compile it off the request path and swap to the new snapshot in one step; until then the old one answers.
 * What waits for an approval is compiled while it waits.
 */
export class ActiveRules {
  readonly #deps: ActiveRulesDeps
  readonly #editions: Editions
  readonly #unsubscribe: () => void
  readonly #swapListeners = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined
  #current: Promise<RulesSnapshot> | null = null
  #looking: Promise<void> | null = null
  #preparing: Promise<void> | null = null
  #lookAgain = false
  #stopped = false

  constructor(deps: ActiveRulesDeps) {
    this.#deps = deps
    this.#editions = new Editions(deps.db, deps.versions)
    this.#unsubscribe = deps.feed.subscribe(({ events }) => {
      if (events.some(({ topic }) => topics.has(topic))) void this.refresh()
    })
  }

  /** The rulesets a merchant is decided by, in the order in which they have their say. */
  async effective(merchantId: number, slug: string): Promise<EffectiveTable> {
    const snapshot = await this.#snapshot(merchantId)
    return this.#tableOf(snapshot, merchantId, slug)
  }

  /** The name of what a merchant is decided by now. Whoever is told it can have it answered again, on any node. */
  async edition(merchantId: number): Promise<string> {
    const edition = editionIn(await this.#snapshot(merchantId), merchantId)
    await this.#editions.keep(edition)
    return edition.id
  }

  /** The same as they were in an edition; undefined when it is not there any more. */
  async effectiveIn(merchantId: number, id: string, slug: string): Promise<EffectiveTable | undefined> {
    const snapshot = await this.#snapshot(merchantId)
    return editionIn(snapshot, merchantId).id === id
      ? this.#tableOf(snapshot, merchantId, slug)
      : this.#editions.table(merchantId, id, slug)
  }

  /** Called whenever this node turned to other rules. */
  onSwap(listener: () => void): () => void {
    this.#swapListeners.add(listener)
    return () => this.#swapListeners.delete(listener)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    this.#unsubscribe()
    await this.#looking?.catch(() => undefined)
    await this.#preparing
  }

  /** Looks for what is active now. A call during a look makes another one follow, because that one may have come too early. */
  refresh(): Promise<void> {
    // Nobody has asked yet, so there is nothing to be out of date.
    if (this.#stopped || !this.#current) return Promise.resolve()
    if (this.#looking) {
      this.#lookAgain = true
      return this.#looking
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = null
      this.#preparing ??= this.#prepare().finally(() => (this.#preparing = null))
    })
    return this.#looking
  }

  async #snapshot(merchantId: number): Promise<RulesSnapshot> {
    if (!this.#current) {
      this.#current = this.#read()
      this.#current.catch(() => (this.#current = null))
      this.#timer ??= setInterval(() => void this.refresh(), this.#deps.pollMs ?? 15_000).unref()
    }
    const snapshot = await this.#current
    if (snapshot.lineages.has(merchantId)) return snapshot
    // A merchant that is new since this snapshot was made.
    await this.refresh()
    return this.#current
  }

  async #read(): Promise<RulesSnapshot> {
    const { db } = this.#deps
    return { lineages: await lineages(db), active: await activeVersions(db), ...unused() }
  }

  async #look(): Promise<void> {
    do {
      this.#lookAgain = false
      try {
        await this.#swap()
      } catch (error) {
        this.#deps.log.error({ err: error }, 'rules could not be brought up to date; the old ones stay')
      }
    } while (this.#lookAgain && !this.#stopped)
  }

  async #swap(): Promise<void> {
    const old = await this.#current
    if (!old) return
    const read = await this.#read()
    if (sameSnapshot(old, read)) return
    const next = { ...read, ...unused(), active: await this.#usable(old.active, read.active) }
    // Whatever was in use is ready before anybody is sent there.
    const inUse = [...old.tables.keys()].map((key) => key.split(' ') as [string, string])
    await Promise.all(
      inUse
        .filter(([merchantId]) => next.lineages.has(Number(merchantId)))
        .map(([merchantId, slug]) => this.#tableOf(next, Number(merchantId), slug)),
    )
    this.#current = Promise.resolve(next)
    for (const listener of this.#swapListeners) listener()
  }

  /** Makes ready what may become active next. Whether it can be is told when it does. */
  async #prepare(): Promise<void> {
    const { db, versions } = this.#deps
    const awaited = await awaitedVersions(db).catch(() => [])
    for (const ref of awaited) if (!this.#stopped) await versions.get(db, ref).catch(() => undefined)
  }

  /**
   * A version this node cannot compile must not take the others with it: what was active before stays, and the next
   * look tries again. Versions are compiled before they are approved, so only a failing machine gets here.
   */
  async #usable(before: readonly VersionRef[], now: readonly VersionRef[]): Promise<readonly VersionRef[]> {
    const { db, versions, log } = this.#deps
    const known = new Map(before.map((ref) => [ref.rulesetId, ref]))
    const usable = now.map(async (ref): Promise<VersionRef | undefined> => {
      const old = known.get(ref.rulesetId)
      if (old?.version === ref.version) return ref
      try {
        await versions.get(db, ref)
        return ref
      } catch (error) {
        log.error({ err: error, ...ref }, 'a version could not be made ready; the one before stays')
        return old
      }
    })
    return (await Promise.all(usable)).filter((ref) => ref !== undefined)
  }

  #tableOf(snapshot: RulesSnapshot, merchantId: number, slug: string): Promise<EffectiveTable> {
    const lineage = snapshot.lineages.get(merchantId)
    if (!lineage) return Promise.reject(new Refusal('NOT_FOUND'))
    const key = tableKey(merchantId, slug)
    let table = snapshot.tables.get(key)
    if (!table) {
      table = this.#assemble(snapshot, lineage, slug)
      snapshot.tables.set(key, table)
      // A failure is not kept: the next one to ask tries again.
      table.catch(() => snapshot.tables.delete(key))
    }
    return table
  }

  async #assemble(
    snapshot: RulesSnapshot,
    lineage: readonly number[],
    slug: string,
  ): Promise<EffectiveTable> {
    const { db, versions } = this.#deps
    const wanted = snapshot.active.filter((ref) => ref.table === slug && lineage.includes(ref.merchantId))
    const rulesets = await Promise.all(wanted.map((ref) => versions.get(db, ref)))
    return effectiveTable(tableNamed(slug), lineage, rulesets)
  }
}

const unused = (): Pick<RulesSnapshot, 'tables' | 'editions'> => ({ tables: new Map(), editions: new Map() })

function editionIn({ lineages: all, active, editions }: RulesSnapshot, merchantId: number): RulesEdition {
  const lineage = all.get(merchantId)
  if (!lineage) throw new Refusal('NOT_FOUND')
  let edition = editions.get(merchantId)
  if (!edition) editions.set(merchantId, (edition = editionOf(merchantId, lineage, active)))
  return edition
}

function sameSnapshot(a: RulesSnapshot, b: RulesSnapshot): boolean {
  const refs = ({ active }: RulesSnapshot) =>
    active.map(({ rulesetId, version, revision }) => `${rulesetId}@${version}.${revision}`).join()
  const trees = ({ lineages }: RulesSnapshot) => [...lineages.entries()].map(String).sort().join(';')
  return refs(a) === refs(b) && trees(a) === trees(b)
}
