export const pageSizes = [10, 20, 50, 100, 1000] as const
export const defaultPageSize = 100
export const maxPageSize = 1000
/** More rows than this are read a few calls at a time, as files are. */
export const ordinaryPageSize = 200
/** Rows that may be skipped by number; going further takes the cursor of the page before. */
export const maxStart = 10_000
/** Totals are exact up to here, then "10,000+". */
export const totalCap = 10_000
export const exportCap = 100_000
export const bulkCap = 200
export const importCap = 10_000

export interface Page<T> {
  readonly items: T[]
  readonly start: number
  readonly limit: number
  readonly total: number
  readonly totalCapped: boolean
  /** Opaque; pass it back as `cursor` for the next page. Absent on the last page. */
  readonly cursor?: string
}
