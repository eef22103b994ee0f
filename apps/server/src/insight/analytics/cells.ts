import type { AnalyticsFigure } from '@signalbox/model/analytics/query'
import { bandKey, type CellData } from './figures.ts'
import { amountNames, type MeasureName, type Measures } from './measures.ts'
import type { Factor } from './money.ts'
import type { BandRow, CubeRow, UserRow } from './read-store.ts'
import { recipes, type Recipe } from './recipes.ts'

interface Growing {
  readonly at: string | null
  readonly key: readonly string[]
  measures: Partial<Record<MeasureName, number>>
  readonly bands: Map<string, { band: number; n: number }>
  users?: { all: number; recovered: number }
  uplift?: AnalyticsFigure
}

/** What figures are shares of, over all keys. */
const parts: readonly MeasureName[] = [
  ...new Set(Object.values(recipes).flatMap((recipe) => (recipe.kind === 'shareOfAll' ? [recipe.of] : []))),
]

const baseAmounts = amountNames.map((name): MeasureName => `${name}Base`)

/** Puts together what was read from several places about the same time and key. */
export class Cells {
  readonly #cells = new Map<string, Growing>()
  /** Payments whose money is missing. */
  withoutRate = 0

  get size(): number {
    return this.#cells.size
  }

  #at(at: string | null, key: readonly string[]): Growing {
    const id = JSON.stringify([at, key])
    let cell = this.#cells.get(id)
    if (!cell) this.#cells.set(id, (cell = { at, key, measures: {}, bands: new Map() }))
    return cell
  }

  addMeasures(rows: readonly CubeRow[], factor: Factor | null): void {
    for (const { at, key, baseCurrency, measures } of rows) {
      const cell = this.#at(at, key)
      const by = factor ? factor(baseCurrency) : 1
      this.withoutRate += measures.withoutRate ?? 0
      if (by === undefined) this.withoutRate += (measures.successful ?? 0) + (measures.paidOut ?? 0)
      for (const [name, value] of Object.entries(measures) as [MeasureName, number][]) {
        const counted = baseAmounts.includes(name) ? value * (by ?? 0) : value
        cell.measures[name] = (cell.measures[name] ?? 0) + counted
      }
    }
  }

  addBands(rows: readonly BandRow[], recipes: readonly Extract<Recipe, { kind: 'percentile' }>[]): void {
    for (const { at, key, n, bands } of rows)
      for (const [index, recipe] of recipes.entries()) {
        const band = bands[index]
        if (band !== undefined) this.#at(at, key).bands.set(bandKey(recipe), { band, n })
      }
  }

  addUsers(rows: readonly UserRow[]): void {
    for (const { at, key, all, recovered } of rows) this.#at(at, key).users = { all, recovered }
  }

  addUplift(at: string | null, key: readonly string[], figure: AnalyticsFigure): void {
    this.#at(at, key).uplift = figure
  }

  /** All cells in order, each with what all keys of its time come to. */
  *all(): Generator<CellData & { readonly at: string | null; readonly key: string[] }> {
    const totals = new Map<string | null, Partial<Record<MeasureName, number>>>()
    for (const { at, measures } of this.#cells.values()) {
      const total = totals.get(at) ?? {}
      for (const name of parts) total[name] = (total[name] ?? 0) + (measures[name] ?? 0)
      totals.set(at, total)
    }
    const sorted = [...this.#cells.values()].toSorted(
      (a, b) => compare(a.at ?? '', b.at ?? '') || compare(a.key.join('\u0000'), b.key.join('\u0000')),
    )
    for (const { key, ...cell } of sorted)
      yield { ...cell, key: [...key], all: (totals.get(cell.at) ?? {}) as Measures }
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
