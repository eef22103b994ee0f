import type { rulesHubCalls, RowFigures } from '@signalbox/model/calls/rules-hub'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { Refusal } from '@signalbox/model/text/refusal'
import type * as z from 'zod/mini'
import type { Work } from '../../kit/handle.ts'
import { tableInPath, viewableTables } from '../../setup/ruleset/read-model.ts'
import { figuresOf } from './figures.ts'
import { evaluationSums, hitSums, latencySums, seriesOf, type LatencySum } from './figure-store.ts'
import { groupBy } from './group-by.ts'
import { periodOf } from './period.ts'
import { bucketGrowth, countedUntil, type HourRange } from './rollup-store.ts'
import { TableFigures } from './table-figures.ts'

type PerformanceWork = Pick<Work, 'tx' | 'scope' | 'now' | 'user' | 'require'>
type QueryOf<Name extends 'tables' | 'table' | 'series'> = NonNullable<
  (typeof rulesHubCalls)[Name]['_types']
>['query']
type ReplyOf<Name extends 'tables' | 'table' | 'series'> = z.infer<
  Extract<(typeof rulesHubCalls)[Name]['reply'], z.ZodMiniType>
>

const hoursShown = 72
const hourMs = 3_600_000

/** The bucket in which the wanted part of all evaluations is reached, as microseconds. */
function percentile(sums: readonly LatencySum[], part: number): number {
  const all = sums.reduce((sum, { evaluations }) => sum + evaluations, 0)
  let seen = 0
  for (const { bucket, evaluations } of sums) {
    seen += evaluations
    if (seen >= all * part) return Math.round(bucketGrowth ** bucket)
  }
  return 0
}

const latencyOf = (sums: readonly LatencySum[]) =>
  sums.length === 0
    ? null
    : { p50: percentile(sums, 0.5), p95: percentile(sums, 0.95), p99: percentile(sums, 0.99) }

async function periodReply({ tx, scope }: PerformanceWork, { from, to }: HourRange) {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    countedUntil: await countedUntil(tx, scope.effective),
  }
}

/** A line per table the person may see. */
export async function tablePerformance(
  work: PerformanceWork,
  query: QueryOf<'tables'>,
): Promise<ReplyOf<'tables'>> {
  const period = periodOf(query, work.now)
  const tables = viewableTables(work)
  const scope = { ...period, merchants: work.scope.effective, tables: tables.map(({ slug }) => slug) }
  const hits = groupBy(await hitSums(work.tx, scope), ({ table }) => table)
  const asked = groupBy(await evaluationSums(work.tx, scope), ({ table }) => table)
  const latency = groupBy(await latencySums(work.tx, scope), ({ table }) => table)
  return {
    ...(await periodReply(work, period)),
    items: tables.map(({ slug, title, category }) => {
      const sums = hits.get(slug) ?? []
      const evaluations = (asked.get(slug) ?? []).reduce((sum, each) => sum + each.evaluations, 0)
      const own = sums.filter(({ level }) => level === 'TABLE')
      return {
        table: slug,
        title,
        category,
        figures: figuresOf(slug, own, sums, { evaluations, reach: evaluations }),
        latency: latencyOf(latency.get(slug) ?? []),
      }
    }),
  }
}

function openFigures(
  { tx, scope, now }: PerformanceWork,
  table: DecisionTable,
  rulesetId?: string,
): Promise<TableFigures> {
  const owners = [...new Set([...scope.chain, ...scope.effective])]
  return TableFigures.open(tx, { table, merchants: scope.effective, owners, now }, rulesetId)
}

async function rowsOf(figures: TableFigures, span: Awaited<ReturnType<TableFigures['span']>>, limit: number) {
  const shown = figures.traced().filter((row) => figures.isShown(row, span))
  const byHits = shown
    .map((row) => ({ row, hits: figures.hitsIn(row, span) }))
    .sort((a, b) => b.hits - a.hits)
    .slice(0, limit)
    .map(({ row }) => row)
  const deadClass = await figures.deadClasses(byHits)
  const drift = await figures.drifts()
  const rows = byHits.map((row): RowFigures => {
    const newest = figures.current(row) ?? row.rows.at(-1)
    return {
      rulesetId: row.ruleset.id,
      rulesetName: row.ruleset.name,
      merchantId: row.ruleset.merchantId,
      ruleId: row.ruleId,
      no: newest?.no ?? 0,
      name: newest?.name ?? '',
      enabled: newest?.enabled ?? false,
      removed: figures.current(row) === undefined,
      ...figures.rowFigures(row, span),
      dead: deadClass(row),
      drift: drift(row),
    }
  })
  return { rows, rowCount: shown.length }
}

/** The rulesets and rows of one table. */
export async function rowPerformance(
  work: PerformanceWork,
  type: string,
  { rulesetId, limit, ...query }: QueryOf<'table'>,
): Promise<ReplyOf<'table'>> {
  const table = tableInPath(work, type)
  const period = periodOf(query, work.now)
  const figures = await openFigures(work, table, rulesetId)
  if (rulesetId !== undefined && figures.rulesets.length === 0) throw new Refusal('NOT_FOUND')
  const span = await figures.span(period)
  const scope = { ...period, merchants: work.scope.effective, tables: [table.slug] }
  const asked = await evaluationSums(work.tx, scope)
  return {
    ...(await periodReply(work, period)),
    table: table.slug,
    figures: figures.whole(
      span,
      asked.reduce((sum, each) => sum + each.evaluations, 0),
    ),
    latency: latencyOf(await latencySums(work.tx, scope)),
    rulesets: figures.rulesetFigures(span),
    ...(await rowsOf(figures, span, limit)),
  }
}

/** Which of the counted lines a chart adds up. */
function linesOf(figures: TableFigures, rulesetId: string | undefined, ruleId: string | undefined) {
  if (rulesetId === undefined) return { level: 'TABLE' as const, versions: null, refs: [''] }
  const rows = figures.traced().filter((row) => row.ruleset.id === rulesetId)
  const versionsIn = (traced: typeof rows) => [
    ...new Set(
      traced.flatMap((row) => row.rows.map(({ version }) => figures.versionName(row.ruleset, version))),
    ),
  ]
  if (ruleId === undefined) {
    const versions = versionsIn(rows)
    return { level: 'RULESET' as const, versions, refs: versions }
  }
  const row = rows.filter((each) => each.ruleId === ruleId)
  if (row.length === 0) throw new Refusal('NOT_FOUND')
  return {
    level: 'ROW' as const,
    versions: versionsIn(row),
    refs: row.flatMap((each) => figures.refsOf(each)),
  }
}

export async function performanceSeries(
  work: PerformanceWork,
  type: string,
  { rulesetId, ruleId, ...query }: QueryOf<'series'>,
): Promise<ReplyOf<'series'>> {
  const table = tableInPath(work, type)
  const period = periodOf(query, work.now)
  const figures = await openFigures(work, table, rulesetId)
  if (rulesetId !== undefined && figures.rulesets.length === 0) throw new Refusal('NOT_FOUND')
  const step = period.to.getTime() - period.from.getTime() <= hoursShown * hourMs ? 'hour' : 'day'
  const lines = linesOf(figures, rulesetId, ruleId)
  const scope = { ...period, merchants: work.scope.effective, tables: [table.slug] }
  return {
    ...(await periodReply(work, period)),
    step,
    points: await seriesOf(work.tx, { ...scope, step, ...lines }),
  }
}
