import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Query } from '../api.ts'
import { parseDateRange, resolveDateRange } from '../filter/date-range.ts'
import { startOf, type ListState } from './list-state.ts'
import type { Listing } from './listing.ts'

/** Filters as the server reads them: a relative range becomes two instants at the moment of asking. */
export function wireFilters(
  listing: Listing,
  filters: ListState['filters'],
  formats: UserFormats,
  now: Date,
): Query {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      const declared = listing.filters.find((filter) => filter.name === name)
      const range = declared?.kind === 'DATE' ? parseDateRange(value) : null
      // A day of the calendar is nobody's midnight; the server compares it in UTC.
      const timeZone = declared?.field?.kind === 'day' ? 'UTC' : formats.timeZone
      return [name, range ? resolveDateRange(range, now, timeZone) : value]
    }),
  )
}

export function wireQuery(
  listing: Listing,
  state: ListState,
  size: number,
  formats: UserFormats,
  now: Date,
): Query {
  return {
    ...wireFilters(listing, state.filters, formats, now),
    sort: state.sort,
    limit: size,
    ...(state.cursor === null ? { start: startOf(state, size) } : { cursor: state.cursor }),
  }
}
