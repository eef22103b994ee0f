import { createHash } from 'node:crypto'
import { effectiveTable, type EffectiveTable } from '@signalbox/engine/effective-table'
import { alwaysNewest } from '@signalbox/model/rules/edition-tables'
import type { Database } from '../../kit/database.ts'
import type { VersionRef } from './active-rules-store.ts'
import { VersionGone, type CompiledVersions } from './compiled-versions.ts'
import { findEdition, insertEdition, versionsIn, type RulesEdition } from './edition-store.ts'
import { tableNamed } from './ruleset-worker/draft.ts'

/** An edition with what is needed to decide by it. */
interface OpenedEdition {
  readonly lineage: readonly number[]
  readonly refs: readonly VersionRef[]
  readonly tables: Map<string, Promise<EffectiveTable | undefined>>
}

/** Payments that wait began under few editions; one that is asked for again after that is read again. */
const mostOpened = 500

const keyOf = (merchantId: number, id: string): string => `${merchantId} ${id}`

/** What a merchant is decided by, under a name made of its content: the same on every node. */
export function editionOf(
  merchantId: number,
  lineage: readonly number[],
  active: readonly VersionRef[],
): RulesEdition {
  const versions = active
    .filter((ref) => lineage.includes(ref.merchantId) && !alwaysNewest.has(ref.table))
    .map(({ rulesetId, version }) => `${rulesetId}@${version}`)
    .toSorted()
  const id = createHash('sha256')
    .update(JSON.stringify([lineage, versions]))
    .digest('hex')
    .slice(0, 20)
  return { merchantId, id, lineage, versions }
}

/** Editions of the rules: written when the first payment begins under one, read by who goes on with a payment later. */
export class Editions {
  readonly #db: Database
  readonly #versions: CompiledVersions
  /** Known to be written down. */
  readonly #kept = new Map<string, Promise<void>>()
  /** In the order in which they were last asked for. */
  readonly #opened = new Map<string, Promise<OpenedEdition | undefined>>()

  constructor(db: Database, versions: CompiledVersions) {
    this.#db = db
    this.#versions = versions
  }

  /** Resolves once the edition is written down, by us or by another node. Once per edition and node. */
  keep(edition: RulesEdition): Promise<void> {
    const key = keyOf(edition.merchantId, edition.id)
    let keeping = this.#kept.get(key)
    if (!keeping) {
      keeping = insertEdition(this.#db, edition)
      this.#kept.set(key, keeping)
      keeping.catch(() => this.#kept.delete(key))
    }
    return keeping
  }

  /** A table as an edition has it; undefined when the edition, or a version in it, is not there any more. */
  async table(merchantId: number, id: string, slug: string): Promise<EffectiveTable | undefined> {
    const edition = await this.#open(merchantId, id)
    if (!edition) return undefined
    let table = edition.tables.get(slug)
    if (!table) {
      table = this.#assemble(edition, slug)
      edition.tables.set(slug, table)
      table.catch(() => edition.tables.delete(slug))
    }
    return table
  }

  #open(merchantId: number, id: string): Promise<OpenedEdition | undefined> {
    const key = keyOf(merchantId, id)
    const opening = this.#opened.get(key) ?? this.#read(merchantId, id)
    this.#opened.delete(key)
    this.#opened.set(key, opening)
    // What was not found or could not be read is looked for again.
    const forget = () => this.#opened.delete(key)
    opening.then((found) => !found && forget(), forget)
    const [oldest] = this.#opened.keys()
    if (this.#opened.size > mostOpened && oldest !== undefined) this.#opened.delete(oldest)
    return opening
  }

  async #read(merchantId: number, id: string): Promise<OpenedEdition | undefined> {
    const edition = await findEdition(this.#db, merchantId, id)
    if (!edition) return undefined
    const refs = await versionsIn(this.#db, edition)
    if (refs.length < edition.versions.length) return undefined
    return { lineage: edition.lineage, refs, tables: new Map() }
  }

  async #assemble({ lineage, refs }: OpenedEdition, slug: string): Promise<EffectiveTable | undefined> {
    const wanted = refs.filter(({ table }) => table === slug)
    try {
      const rulesets = await Promise.all(wanted.map((ref) => this.#versions.get(this.#db, ref)))
      return effectiveTable(tableNamed(slug), lineage, rulesets)
    } catch (error) {
      if (error instanceof VersionGone) return undefined
      throw error
    }
  }
}
