import { dimensionOf, type DimensionId } from '@signalbox/model/analytics/dimensions'
import type { AnalyticsQuery } from '@signalbox/model/analytics/query'
import { invalid } from '@signalbox/model/text/refusal'
import { cubes, slotDays, type Cube, type CubeColumn, type CubeFact, type Grain } from './cubes.ts'
import { isStartOfDay, isStartOfHour } from './days.ts'

export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

/** Where rows of a fact are read from: a rollup, or the payments of a short time. */
export type Source = { readonly cube: Cube } | { readonly cube: null; readonly fact: CubeFact }

const slotMs = 300_000
const dayMs = 86_400_000
/** So long a time can be read from the payments themselves. */
const directMs = 2 * dayMs + 3_600_000

const calculated: readonly DimensionId[] = ['merchant', 'weekday', 'hour']

/** Columns a question needs beside those every rollup has. */
export const columnsOf = (dimensions: readonly DimensionId[]): CubeColumn[] =>
  dimensions.filter((each) => !calculated.includes(each)) as CubeColumn[]

const fits: Readonly<Record<Grain, (atMs: number, zone: string) => boolean>> = {
  '5min': (atMs) => atMs % slotMs === 0,
  hour: isStartOfHour,
  day: isStartOfDay,
}

/** From the coarsest: fewer rows are read. */
const grains: readonly Grain[] = ['day', 'hour', '5min']

function grainsFor(query: AnalyticsQuery, { fromMs, toMs }: Period, zone: string, nowMs: number): Grain[] {
  const asked = [...query.dimensions, ...Object.keys(query.filters)]
  const finest =
    query.interval === '5min' ? '5min' : query.interval === 'hour' || asked.includes('hour') ? 'hour' : 'day'
  return grains
    .slice(grains.indexOf(finest))
    .filter((grain) => grain !== '5min' || hasSlots(fromMs, nowMs))
    .filter((grain) => fits[grain](fromMs, zone) && (toMs > nowMs || fits[grain](toMs, zone)))
}

/** What was dropped would read as nothing at all. */
const hasSlots = (fromMs: number, nowMs: number): boolean => fromMs >= nowMs - slotDays * dayMs

const isIn = (cube: Cube, columns: readonly CubeColumn[]): boolean =>
  columns.every((column) => cube.columns.includes(column))

/** The smallest rollup that can answer, else the payments where the period is short, else a refusal in words. */
export function sourceOf(
  fact: CubeFact,
  columns: readonly CubeColumn[],
  query: AnalyticsQuery,
  { period, zone, nowMs }: { readonly period: Period; readonly zone: string; readonly nowMs: number },
): Source {
  const possible = grainsFor(query, period, zone, nowMs)
  for (const grain of possible) {
    const [smallest] = cubes
      .filter((cube) => cube.fact === fact && cube.grain === grain && isIn(cube, columns))
      .toSorted((a, b) => a.columns.length - b.columns.length)
    if (smallest) return { cube: smallest }
  }
  if (period.toMs - period.fromMs <= directMs) return { cube: null, fact }
  if (query.interval === '5min' && !hasSlots(period.fromMs, nowMs))
    throw invalid({
      field: 'interval',
      code: 'NOT_KEPT',
      message: `Choose a longer interval, or at most two days: five minutes are kept for ${slotDays} days`,
    })
  throw refuse(fact, columns)
}

function refuse(fact: CubeFact, columns: readonly CubeColumn[]) {
  const names = columns
    .filter((column) => column !== 'band')
    .map((id) => dimensionOf(id as DimensionId).label)
  const byDay = cubes.some((cube) => cube.fact === fact && isIn(cube, columns))
  const these = names.length === 0 ? 'these figures' : `figures by ${names.join(', ')}`
  return invalid({
    field: byDay ? 'from' : 'dimensions',
    code: 'NOT_KEPT',
    message: byDay
      ? `Choose whole days, or at most two days: ${these} are kept by the day`
      : `Choose fewer dimensions, or at most two days: no figures are kept by ${names.join(', ')} together`,
  })
}
