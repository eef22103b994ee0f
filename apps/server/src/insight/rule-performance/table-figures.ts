import type { DeadClass, RowFigures, RuleFigures, RulesetFigures } from '@signalbox/model/calls/rules-hub'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Tx } from '../../kit/database.ts'
import { Reading, figuresOf, type HitSum, type Reached } from './figures.ts'
import {
  activatedVersions,
  evaluationSums,
  hitSpans,
  hitSums,
  rowsOfVersions,
  rulesetsOf,
  type HitSpan,
  type ListedRuleset,
  type ListedVersion,
  type VersionRow,
} from './figure-store.ts'
import { groupBy } from './group-by.ts'
import { lastDays, sameMonthLastYear } from './period.ts'
import type { HourRange } from './rollup-store.ts'

const dayMs = 86_400_000
const deadAfterDays = 30
const weeksBack = [1, 2, 3, 4]
const flaggedFrom = 4

/** What was counted of a table in some time. */
class Span {
  readonly sums: readonly HitSum[]
  readonly reading: Reading
  readonly #byRef: ReadonlyMap<string, readonly HitSum[]>

  constructor(sums: readonly HitSum[], reading: Reading) {
    this.sums = sums
    this.reading = reading
    this.#byRef = groupBy(sums, ({ ref }) => ref)
  }

  of(ref: string): readonly HitSum[] {
    return this.#byRef.get(ref) ?? []
  }
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A row in every version that has it, newest last. */
interface TracedRow {
  readonly ruleset: ListedRuleset
  readonly ruleId: string
  readonly rows: readonly VersionRow[]
}

const noReach: Reached = { evaluations: 0, reach: 0 }
const added = (a: Reached, b: Reached): Reached => ({
  evaluations: a.evaluations + b.evaluations,
  reach: a.reach + b.reach,
})

interface TableScope {
  readonly table: DecisionTable
  /** Whose payments. */
  readonly merchants: readonly number[]
  /** Whose rulesets. */
  readonly owners: readonly number[]
  readonly now: Date
}

/** Everything about the rows of one table: what they did in a time, whether they are dead, and whether they drift. */
export class TableFigures {
  readonly #tx: Tx
  readonly #scope: TableScope
  readonly rulesets: readonly ListedRuleset[]
  readonly #versions: readonly ListedVersion[]
  readonly #rows: readonly VersionRow[]
  readonly #spans: ReadonlyMap<string, HitSpan>

  private constructor(
    tx: Tx,
    scope: TableScope,
    found: {
      readonly rulesets: readonly ListedRuleset[]
      readonly versions: readonly ListedVersion[]
      readonly rows: readonly VersionRow[]
      readonly spans: readonly HitSpan[]
    },
  ) {
    this.#tx = tx
    this.#scope = scope
    this.rulesets = found.rulesets
    this.#versions = found.versions
    this.#rows = found.rows
    this.#spans = new Map(found.spans.map((span) => [span.ref, span]))
  }

  static async open(tx: Tx, scope: TableScope, rulesetId?: string): Promise<TableFigures> {
    const { table, owners, merchants } = scope
    const rulesets = (await rulesetsOf(tx, table.slug, owners)).filter(
      ({ id }) => rulesetId === undefined || id === rulesetId,
    )
    const versions = await activatedVersions(
      tx,
      rulesets.map(({ id }) => id),
    )
    const rows = await rowsOfVersions(tx, versions)
    const spans = await hitSpans(tx, merchants, table.slug)
    return new TableFigures(tx, scope, { rulesets, versions, rows, spans })
  }

  async span(range: HourRange): Promise<Span> {
    const { table, merchants } = this.#scope
    const scope = { ...range, merchants, tables: [table.slug] }
    return new Span(await hitSums(this.#tx, scope), new Reading(await evaluationSums(this.#tx, scope)))
  }

  versionName({ merchantId, no }: ListedRuleset, version: number): string {
    return `${merchantId}_${this.#scope.table.tag}_${two(no)}@${version}`
  }

  rowRef({ merchantId, no }: ListedRuleset, row: VersionRow): string {
    return `${merchantId}_${this.#scope.table.tag}_${two(no)}_${two(row.no)}@${row.version}`
  }

  rulesetFigures(span: Span): RulesetFigures[] {
    return this.rulesets.map((ruleset) => {
      const { id: rulesetId, merchantId, no, name, activeVersion } = ruleset
      const versions = this.#versions
        .filter((each) => each.rulesetId === rulesetId)
        .map(({ version }) => ({ version, ref: this.versionName(ruleset, version) }))
        .map(({ version, ref }) => ({
          version,
          ref,
          reached: span.reading.ofVersion(ref),
          sums: span.of(ref),
        }))
        .filter(({ version, reached }) => reached.evaluations > 0 || version === activeVersion)
      const { slug } = this.#scope.table
      const whole = figuresOf(
        slug,
        versions.flatMap(({ sums }) => sums),
        span.sums,
        versions.map(({ reached }) => reached).reduce(added, noReach),
      )
      return {
        rulesetId,
        merchantId,
        no,
        name,
        activeVersion,
        figures: this.#sinceEver(
          whole,
          versions.map(({ ref }) => ref),
        ),
        versions: versions.map(({ version, sums, reached }) => ({
          version,
          figures: figuresOf(slug, sums, span.sums, reached),
        })),
      }
    })
  }

  /** First and last hit of all time, not only of the window. */
  #sinceEver(figures: RuleFigures, refs: readonly string[]): RuleFigures {
    const spans = refs.flatMap((ref) => this.#spans.get(ref) ?? [])
    const firsts = spans.map(({ firstHitAt }) => firstHitAt).sort()
    const lasts = spans.map(({ lastHitAt }) => lastHitAt).sort()
    return { ...figures, firstHitAt: firsts[0] ?? null, lastHitAt: lasts.at(-1) ?? null }
  }

  whole(span: Span, evaluations: number): RuleFigures {
    const own = span.sums.filter(({ level }) => level === 'TABLE')
    const figures = figuresOf(this.#scope.table.slug, own, span.sums, { evaluations, reach: evaluations })
    return this.#sinceEver(figures, [''])
  }

  /** Rows by their ids, whatever their place in a version is. */
  traced(): TracedRow[] {
    const rulesets = new Map(this.rulesets.map((ruleset) => [ruleset.id, ruleset]))
    const byRow = groupBy(this.#rows, ({ rulesetId, ruleId }) => `${rulesetId} ${ruleId}`)
    return [...byRow.values()].flatMap((rows) => {
      const [first] = rows
      const ruleset = first && rulesets.get(first.rulesetId)
      const sorted = rows.toSorted((a, b) => a.version - b.version)
      return ruleset ? [{ ruleset, ruleId: first.ruleId, rows: sorted }] : []
    })
  }

  refsOf({ ruleset, rows }: TracedRow): string[] {
    return rows.map((row) => this.rowRef(ruleset, row))
  }

  reachedIn({ ruleset, rows }: TracedRow, { reading }: Span): Reached {
    return rows
      .filter(({ enabled }) => enabled)
      .map((row) => reading.ofRow(this.versionName(ruleset, row.version), row.no))
      .reduce(added, noReach)
  }

  hitsIn(row: TracedRow, span: Span): number {
    return this.refsOf(row)
      .flatMap((ref) => span.of(ref))
      .reduce((sum, { hits }) => sum + hits, 0)
  }

  /** A row in the active version, or one that was hit in the span. */
  isShown(row: TracedRow, span: Span): boolean {
    return this.current(row) !== undefined || this.hitsIn(row, span) > 0
  }

  current({ ruleset, rows }: TracedRow): VersionRow | undefined {
    return rows.find(({ version }) => version === ruleset.activeVersion)
  }

  rowFigures(row: TracedRow, span: Span): Pick<RowFigures, 'figures' | 'versions'> {
    const { slug } = this.#scope.table
    const versions = row.rows
      .map((each) => ({ each, ref: this.rowRef(row.ruleset, each) }))
      .map(({ each, ref }) => ({
        version: each.version,
        sums: span.of(ref),
        reached: each.enabled
          ? span.reading.ofRow(this.versionName(row.ruleset, each.version), each.no)
          : noReach,
      }))
    const whole = figuresOf(
      slug,
      versions.flatMap(({ sums }) => sums),
      span.sums,
      versions.map(({ reached }) => reached).reduce(added, noReach),
    )
    return {
      figures: this.#sinceEver(whole, this.refsOf(row)),
      versions: versions
        .filter(({ sums, reached }) => sums.length > 0 || reached.evaluations > 0)
        .map(({ version, sums, reached }) => ({
          version,
          figures: figuresOf(slug, sums, span.sums, reached),
        })),
    }
  }

  /** Enabled in every version that was active in the last 30 days, and one was 30 days ago. */
  #enabledForLong(row: TracedRow): boolean {
    const since = this.#scope.now.getTime() - deadAfterDays * dayMs
    const active = this.#versions.filter(
      ({ rulesetId, endedAt }) =>
        rulesetId === row.ruleset.id && (endedAt === null || Date.parse(endedAt) > since),
    )
    const [oldest] = active
    if (!row.ruleset.enabled || !oldest || Date.parse(oldest.activatedAt) > since) return false
    const enabled = new Set(row.rows.filter((each) => each.enabled).map(({ version }) => version))
    return this.current(row) !== undefined && active.every(({ version }) => enabled.has(version))
  }

  async deadClasses(rows: readonly TracedRow[]): Promise<(row: TracedRow) => DeadClass | null> {
    const { now } = this.#scope
    const candidates = new Set(rows.filter((row) => this.#enabledForLong(row)))
    const recent = await this.span(lastDays(deadAfterDays, now))
    const dead = new Set([...candidates].filter((row) => this.hitsIn(row, recent) === 0))
    const season = dead.size > 0 ? await this.span(sameMonthLastYear(now)) : undefined
    return (row) => {
      if (!dead.has(row)) return null
      if (row.ruleset.unreachable.includes(row.ruleId)) return 'UNREACHABLE'
      if (season && this.hitsIn(row, season) > 0) return 'SEASONAL'
      return this.reachedIn(row, recent).reach === 0 ? 'STARVED' : 'IDLE'
    }
  }

  /** The last 24 hours beside the same hours of the four weeks before. */
  async drifts(): Promise<(row: TracedRow) => RowFigures['drift']> {
    const { now } = this.#scope
    const today = await this.span(lastDays(1, now))
    const before = await Promise.all(weeksBack.map((weeks) => this.span(lastDays(1, now, 7 * weeks))))
    return (row) => {
      const asked = before.reduce((sum, span) => sum + this.reachedIn(row, span).evaluations, 0)
      if (asked === 0) return null
      const share = before.reduce((sum, span) => sum + this.hitsIn(row, span), 0) / asked
      const expected = share * this.reachedIn(row, today).evaluations
      const hits = this.hitsIn(row, today)
      // Poisson: the variance is the mean. Below one it says nothing.
      const sigma = (hits - expected) / Math.sqrt(Math.max(expected, 1))
      return Math.abs(sigma) > flaggedFrom ? { hits, expected, sigma } : null
    }
  }
}
