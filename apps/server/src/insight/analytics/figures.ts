import type { AnalyticsFigure } from '@signalbox/model/analytics/query'
import { wilson } from '@signalbox/model/analytics/wilson'
import { bandWidth, type AmountName, type MeasureName, type Measures } from './measures.ts'
import type { Recipe } from './recipes.ts'

/** What was read about one cell. */
export interface CellData {
  readonly measures: Measures
  /** What the measure of `shareOfAll` comes to over all keys of the same time. */
  readonly all: Measures
  /** Percentiles by fact, method and share: the band, and how many durations there are. */
  readonly bands: ReadonlyMap<string, { readonly band: number; readonly n: number }>
  readonly users?: { readonly all: number; readonly recovered: number } | undefined
  readonly uplift?: AnalyticsFigure | undefined
}

interface MoneyUnit {
  /** Which of the two amounts is added up. */
  readonly kept: 'Base' | 'Own'
  readonly exponent: number
}

export const shareFigure = (hits: number, n: number): AnalyticsFigure =>
  n === 0 ? { value: null, n } : { value: hits / n, n, ...wilson(hits, n) }

const divided = (sum: number, n: number): number | null => (n === 0 ? null : sum / n)

export const bandKey = (recipe: Extract<Recipe, { kind: 'percentile' }>): string =>
  `${recipe.fact} ${recipe.method ?? ''} ${recipe.p}`

/** The middle of a band, by its factor. */
const durationOfBand = (band: number): number => Math.round(bandWidth ** (band + 0.5))

type Reader = (name: MeasureName) => number

const amountOf =
  (read: Reader, { kept, exponent }: MoneyUnit) =>
  (name: AmountName): number =>
    read(`${name}${kept}`) / 10 ** exponent

function moneyFigure(
  recipe: Extract<Recipe, { kind: 'money' | 'moneyEach' | 'moneyShare' }>,
  read: Reader,
  unit: MoneyUnit,
): AnalyticsFigure {
  const amount = amountOf(read, unit)
  if (recipe.kind === 'moneyShare')
    return { value: divided(amount(recipe.of), amount(recipe.among)), n: read(recipe.n) }
  const sum = recipe.sum.reduce((total, [sign, name]) => total + sign * amount(name), 0)
  if (recipe.kind === 'moneyEach') return { value: divided(sum, read(recipe.n)), n: read(recipe.n) }
  const rounded = Math.round(sum * 10 ** unit.exponent) / 10 ** unit.exponent
  return { value: rounded, n: recipe.n.reduce((total, name) => total + read(name), 0) }
}

/** One figure of one cell. */
export function figureOf(recipe: Recipe, cell: CellData, unit: MoneyUnit): AnalyticsFigure {
  const read: Reader = (name) => cell.measures[name] ?? 0
  switch (recipe.kind) {
    case 'count': {
      const value = recipe.of.reduce((total, name) => total + read(name), 0)
      return { value, n: value }
    }
    case 'share':
      return shareFigure(
        read(recipe.hits),
        recipe.among.reduce((total, name) => total + read(name), 0),
      )
    case 'shareOfAll':
      return shareFigure(read(recipe.of), cell.all[recipe.of] ?? 0)
    case 'mean':
      return { value: divided(read(recipe.sum), read(recipe.n)), n: read(recipe.n) }
    case 'percentile': {
      const found = cell.bands.get(bandKey(recipe))
      return found ? { value: durationOfBand(found.band), n: found.n } : { value: null, n: 0 }
    }
    case 'users': {
      const value = cell.users?.[recipe.of] ?? 0
      return { value, n: value }
    }
    case 'uplift':
      return cell.uplift ?? { value: null, n: 0 }
    case 'work':
      return { value: null, n: 0 }
    default:
      return moneyFigure(recipe, read, unit)
  }
}
