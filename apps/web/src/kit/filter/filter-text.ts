import type { FilterDeclaration } from '@signalbox/model/field/entity'
import type { FilterKind } from '@signalbox/model/field/field'
import { unknownValue } from '@signalbox/model/transaction-search/unknown-value'
import { dateRangeLabel, parseDateRange } from './date-range.ts'
import type { Option } from './filter-options.ts'

export const listItems = (value: string): string[] => value.split(',').filter((item) => item !== '')
export const joinItems = (items: readonly string[]): string => items.join(',')

const labelIn = (options: readonly Option[] | null, value: string): string =>
  options?.find((option) => option.value === value)?.label ?? (value === unknownValue ? 'Not known' : value)

const namedItems = 2

function itemsText(value: string, options: readonly Option[] | null): string {
  const items = listItems(value).map((item) => labelIn(options, item))
  const more = items.length - namedItems
  return more > 0 ? `${items.slice(0, namedItems).join(', ')} +${more}` : items.join(', ')
}

const byKind: Record<FilterKind, (value: string, options: readonly Option[] | null) => string> = {
  KEYWORD: (value) => `“${value}”`,
  LIST: itemsText,
  SELECT: (value, options) => labelIn(options, value),
  TOGGLE: (value) => (value === 'true' ? 'yes' : 'no'),
  DATE: (value) => {
    const range = parseDateRange(value)
    return range ? dateRangeLabel(range) : value
  },
}

/** What a chip says after the name of the filter. */
export const filterText = (
  filter: FilterDeclaration,
  value: string,
  options: readonly Option[] | null,
): string => byKind[filter.kind](value, options)
