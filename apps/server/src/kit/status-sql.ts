import { sql, type RawBuilder } from 'kysely'
import { statusBands, type TxStatus } from '@signalbox/model/reference/status-codes'

/**
 * The names of statuses in SQL. Numbers go into the text of the statement and not beside it: the database then knows when it
 * plans the statement how rare they are.
 */

/** Whether the number in a column is that of one of the states. */
export const statusIs = (column: string, ...states: readonly TxStatus[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    bandsOf(states).map(
      ({ first, last }) => sql`${sql.ref(column)} between ${sql.lit(first)} and ${sql.lit(last)}`,
    ),
    sql` or `,
  )})`

/** Whether the number in a column is one of these. */
export const statusIn = (column: string, ...numbers: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(numbers.map((no) => sql.lit(no)))})`

/** States that lie side by side are asked for at once. */
function bandsOf(states: readonly TxStatus[]): { first: number; last: number }[] {
  const joined: { first: number; last: number }[] = []
  for (const { first, last } of states.map((state) => statusBands[state]).sort((a, b) => a.first - b.first)) {
    const before = joined.at(-1)
    if (before && before.last + 1 === first) before.last = last
    else joined.push({ first, last })
  }
  return joined
}
