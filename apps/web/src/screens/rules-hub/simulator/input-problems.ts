import { ApiError } from '../../../kit/api.ts'

/** By the place of the field: `transaction.txType`. */
export type Problems = Readonly<Record<string, string>>

/** What the server says about single fields. */
export function problemsIn(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(
    (error.body.fields ?? []).map(({ field, message }) => [field.replace(/^input\./, ''), message]),
  )
}
