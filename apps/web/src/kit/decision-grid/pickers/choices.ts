import { countries } from '@signalbox/model/reference/countries'
import { currencies } from '@signalbox/model/reference/currencies'
import { fuzzyFilter } from '@signalbox/model/text/keyword-search'
import { countryGroups } from '@signalbox/model/rules/country-groups'
import type { Catalogue } from '@signalbox/model/rules/fact'
import type { GridColumn } from '../core/grid-column.ts'
import type { CatalogueItem } from './cell-sources.ts'

export interface Choice {
  readonly value: string
  readonly label: string
  /** Beside the label, quieter. */
  readonly hint?: string
}

/** A fixed list knows all there is; other lists only know what is usual. */
export interface Choices {
  readonly items: readonly Choice[]
  readonly fixed: boolean
}

const countryChoices: readonly Choice[] = [
  ...countryGroups.map(({ code, name, countries: members }) => ({
    value: code,
    label: name,
    hint: `${code}, ${members.length} countries`,
  })),
  ...countries.map(({ code, name }) => ({ value: code, label: name, hint: code })),
]

const currencyChoices: readonly Choice[] = currencies.map(({ code, name }) => ({
  value: code,
  label: name,
  hint: code,
}))

const optionChoices = (options: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(options).map(([value, label]) => ({
    value,
    label,
    hint: label === value ? undefined : value,
  }))

const plainChoices = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

interface Offer {
  readonly type: string
  readonly options?: Readonly<Record<string, string>>
  readonly catalogue?: Catalogue
  readonly suggestions?: readonly string[]
}

const offerOf = (column: GridColumn): Offer | undefined => {
  if (column.kind === 'condition') return column.fact
  return column.kind === 'output' ? column.output : undefined
}

/** What a column offers to pick from. */
export function choicesOf(
  column: GridColumn,
  catalogues: Readonly<Record<string, readonly CatalogueItem[]>>,
): Choices {
  const offer = offerOf(column)
  if (offer?.type === 'COUNTRY') return { items: countryChoices, fixed: true }
  if (offer?.type === 'CURRENCY') return { items: currencyChoices, fixed: true }
  if (offer?.options) return { items: optionChoices(offer.options), fixed: true }
  if (offer?.catalogue) {
    const items = catalogues[offer.catalogue] ?? []
    return {
      items: items.map(({ value, label }) => ({ value, label, hint: label === value ? undefined : value })),
      fixed: false,
    }
  }
  return { items: plainChoices(offer?.suggestions ?? []), fixed: false }
}

const shownLimit = 60

/** Those that fit what is being typed, best first; the ones already chosen first when nothing is. */
export function matchingChoices(
  items: readonly Choice[],
  query: string,
  selected: readonly string[],
): readonly Choice[] {
  if (query === '') {
    const chosen = new Set(selected)
    const [first, others] = [
      items.filter(({ value }) => chosen.has(value)),
      items.filter(({ value }) => !chosen.has(value)),
    ]
    return [...first, ...others].slice(0, shownLimit)
  }
  const lower = query.toLowerCase()
  const exact = items.filter(
    ({ value, label }) => value.toLowerCase() === lower || label.toLowerCase() === lower,
  )
  const fitting = fuzzyFilter(query, items, ({ value, label }) => `${label} ${value}`)
  return [...exact, ...fitting.filter((item) => !exact.includes(item))].slice(0, shownLimit)
}

/** The item of a list that is being typed: what stands behind the last comma. */
export function typedItem(text: string): string {
  const list = text.replace(/^\s*(?:not|mismatch|match)\s+/i, '')
  return list.slice(list.lastIndexOf(',') + 1).trim()
}
