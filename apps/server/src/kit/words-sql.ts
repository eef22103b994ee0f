import { sql, type RawBuilder } from 'kysely'
import type { Pass } from './person-words.ts'

/** The text with every word of a person replaced. */
export const replacedIn = (text: RawBuilder<unknown>, passes: readonly Pass[]): RawBuilder<unknown> =>
  passes.reduce(
    (inner, { pattern, replacement, flags }) =>
      sql`regexp_replace(${inner}, ${pattern}, ${replacement}, ${flags})`,
    text,
  )

/** Whether a text has any of them; there is at least one. */
export const named = (text: RawBuilder<unknown>, passes: readonly Pass[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    passes.map(({ pattern, flags }) =>
      flags === 'gi' ? sql`${text} ~* ${pattern}` : sql`${text} ~ ${pattern}`,
    ),
    sql` or `,
  )})`
