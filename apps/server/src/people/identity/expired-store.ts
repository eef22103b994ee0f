import { sql } from 'kysely'
import type { ExpiredSource } from '../../kit/purge-expired.ts'

const hour = sql`interval '1 hour'`
const day = sql`interval '1 day'`

/** What people leave behind when they sign in and out, and how long it is kept after it has ended. */
export const expiredInIdentity: ExpiredSource = (now) => {
  const at = sql`${now}::timestamptz`
  return [
    {
      what: 'sessions',
      table: 'session',
      key: ['token_hash'],
      // Idle ones ended long before the hour is over.
      expired: sql`absolute_ends_at < ${at} or last_seen_at < ${at} - ${hour}`,
    },
    {
      what: 'login attempts',
      table: 'login_attempt',
      key: ['token_hash'],
      expired: sql`expires_at < ${at} - ${hour}`,
    },
    {
      what: 'password links',
      table: 'password_link',
      key: ['token_hash'],
      expired: sql`expires_at < ${at} - ${day}`,
    },
    {
      what: 'known devices',
      table: 'known_device',
      key: ['merchant_id', 'user_id', 'token_hash'],
      // The browser forgets its side of it after the same time.
      expired: sql`last_used_at < ${at} - interval '180 days'`,
    },
    {
      what: 'attempts without an outcome',
      table: 'login_flight',
      key: ['merchant_id', 'id'],
      // Failures are forgotten after half of that time.
      expired: sql`at < ${at} - ${hour}`,
    },
    {
      what: 'throttles',
      table: 'login_throttle',
      key: ['key'],
      expired: sql`window_ends_at < ${at} - ${hour}`,
    },
  ]
}
