import { sql } from 'kysely'
import type { ExpiredSource } from '../../kit/purge-expired.ts'

/** Answers are given again for a day; after that the same key is another request. */
export const expiredInPayments: ExpiredSource = (now) => [
  {
    what: 'answers of the public API',
    table: 'api_request',
    key: ['merchant_id', 'client_id', 'idempotency_key'],
    expired: sql<boolean>`at < ${now}::timestamptz - interval '1 day'`,
  },
]
