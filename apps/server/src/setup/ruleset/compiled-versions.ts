import { CompiledRuleset } from '@signalbox/engine/compile-ruleset'
import type { Tx } from '../../kit/database.ts'
import { loadVersion, type VersionRef } from './active-rules-store.ts'
import { tableNamed } from './ruleset-worker/draft.ts'
import { versionOf } from './ruleset-worker/index-version.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'

/** Content that was there when it was asked for and is not any more. */
export class VersionGone extends Error {}

/** By what is in it: to submit or approve a version changes nothing about how it decides. */
const keyOf = ({ rulesetId, version, revision, contentHash }: VersionRef): string =>
  `${rulesetId}@${version} ${contentHash || revision}`

interface Entry {
  readonly compiled: Promise<CompiledRuleset>
  rows: number
}

/**
 * Versions ready to decide, each compiled once on this node and shared by every merchant that inherits it. Those not
 * asked for the longest go when there are more rows than the node should keep.
 */
export class CompiledVersions {
  readonly #worker: RulesetWorker
  readonly #maxRows: number
  /** In the order in which they were last asked for. */
  readonly #entries = new Map<string, Entry>()

  constructor(worker: RulesetWorker, maxRows = 500_000) {
    this.#worker = worker
    this.#maxRows = maxRows
  }

  get(tx: Tx, ref: VersionRef): Promise<CompiledRuleset> {
    const key = keyOf(ref)
    const entry = this.#entries.get(key) ?? this.#begin(tx, ref, key)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.compiled
  }

  #begin(tx: Tx, ref: VersionRef, key: string): Entry {
    const entry: Entry = { compiled: this.#compile(tx, ref), rows: 0 }
    entry.compiled.then(
      ({ rules }) => {
        entry.rows = rules.length
        this.#makeRoom(key)
      },
      () => this.#entries.delete(key),
    )
    return entry
  }

  async #compile(tx: Tx, ref: VersionRef): Promise<CompiledRuleset> {
    const stored = await loadVersion(tx, ref)
    if (!stored) throw new VersionGone(`Ruleset ${keyOf(ref)} is not there any more`)
    const index = await this.#worker.run('index', stored)
    return new CompiledRuleset(tableNamed(stored.identity.table), versionOf(stored), index)
  }

  #makeRoom(newest: string): void {
    let rows = [...this.#entries.values()].reduce((sum, entry) => sum + entry.rows, 0)
    for (const [key, entry] of this.#entries) {
      if (rows <= this.#maxRows) return
      if (key === newest || entry.rows === 0) continue
      this.#entries.delete(key)
      rows -= entry.rows
    }
  }
}
