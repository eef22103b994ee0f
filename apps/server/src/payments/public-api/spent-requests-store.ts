import { sql } from 'kysely'
import type { SpentSource } from '../../kit/spent-rows.ts'

/** Answers are given again for a day; after that the same key is another request. */
export const spentInPayments: SpentSource = (now) => [
  {
    what: 'answers of the public API',
    table: 'api_request',
    key: ['merchant_id', 'client_id', 'idempotency_key'],
    spent: sql<boolean>`at < ${now}::timestamptz - interval '1 day'`,
  },
]
