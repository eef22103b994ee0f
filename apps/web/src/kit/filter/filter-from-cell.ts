import { formatDay, type UserFormats } from '@signalbox/model/text/user-formats'
import type { Column } from '../list/columns.ts'
import { asText, isNothing } from '../field/display-text.ts'
import { joinItems } from './filter-text.ts'
import type { Listing, Row } from '../list/listing.ts'

const keywordOver = ({ filters }: Listing, name: string) =>
  filters.find(({ kind, over }) => kind === 'KEYWORD' && over?.includes(name))

/** Whether some filter of the list can look for values of the column. */
export const isFilterable = (listing: Listing, name: string): boolean =>
  listing.filters.some((filter) => filter.name === name) || keywordOver(listing, name) !== undefined

/** The filter that keeps only rows with this cell's value, or null when the list has none for it. */
export function filterFromCell(
  listing: Listing,
  column: Column,
  row: Row,
  formats: UserFormats,
): { name: string; value: string } | null {
  const value = row[column.name]
  if (isNothing(value)) return null
  const own = listing.filters.find((filter) => filter.name === column.name)
  if (own && own.kind !== 'DATE') {
    return { name: own.name, value: Array.isArray(value) ? joinItems(value.map(asText)) : asText(value) }
  }
  if (own) {
    const day = formatDay(asText(value), formats)
    return { name: own.name, value: `${day}..${day}` }
  }
  const keyword = keywordOver(listing, column.name)
  return keyword ? { name: keyword.name, value: asText(value) } : null
}
