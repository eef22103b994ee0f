import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayAfter, lastOfMonth } from '@signalbox/model/text/calendar-day'
import { transaction } from '../kit/transaction.ts'
import { closeThrough, shutBook } from './ledger/book-store.ts'
import { checkBooks } from './ledger/invariants.ts'
import {
  deposit,
  happens,
  merchantId,
  operate,
  outcomes,
  platform,
  startReturns,
} from './testing/returned-money.ts'

beforeAll(startReturns)
afterAll(() => platform.close())

const lastDay = lastOfMonth(new Date().toISOString().slice(0, 10))
const openDay = dayAfter(lastDay)

/** As if today's month were closed already: whatever payments post now is meant for a closed day. */
const closeThisMonth = () =>
  transaction(platform.db, async (tx) => {
    await shutBook(tx, merchantId)
    await sql`insert into ledger_period (merchant_id, first_day, last_day, state, closed_at)
      values (${merchantId}, ${`${lastDay.slice(0, 7)}-01`}, ${lastDay}, 'CLOSED', now())`.execute(tx)
    await closeThrough(tx, merchantId, lastDay)
  })

interface Entry {
  readonly eventType: string
  readonly valueDate: string
  readonly isMoved: boolean
}

const entriesOf = async ({ txId }: { readonly txId: number }): Promise<Entry[]> => {
  const { rows } = await sql<Entry>`select e.event_type, e.value_date, e.moved_from is not null as is_moved
    from journal_entry e join transaction t on t.merchant_id = e.merchant_id and e.source_id = t.id::text
    where e.source_type = 'TRANSACTION' and ${txId} in (t.id, t.origin_tx_id) order by e.at, e.id`.execute(
    platform.db,
  )
  return rows
}

/** Nothing was refused or lost, and nothing of it counts for the closed month. */
async function expectMoved(body: { readonly txId: number }, before: number, ...events: string[]) {
  const added = (await entriesOf(body)).slice(before)
  expect(added.map(({ eventType }) => eventType)).toEqual(expect.arrayContaining(events))
  for (const entry of added) expect(entry).toMatchObject({ valueDate: openDay, isMoved: true })
}

it('a closed period takes no posting of a deposit, a refund, a force or a late callback: the next open day does', async () => {
  const refunded = await deposit('user_7', '40.00')
  const forced = await deposit('user_8', '41.00')
  const returned = await deposit('user_9', '42.00')
  const counts = await Promise.all(
    [refunded, forced, returned].map(async (body) => (await entriesOf(body)).length),
  )
  for (const count of counts) expect(count).toBeGreaterThan(0)
  await closeThisMonth()

  const fresh = await deposit('user_10', '43.00')
  expect(fresh.state).toBe('SUCCESSFUL')
  await expectMoved(fresh, 0, 'DEPOSIT_SUCCESS')

  const refund = await operate('admin', refunded, 'refund', {
    amount: { amount: '15.00', currency: 'EUR' },
    info: 'Half',
  })
  expect(refund.status, refund.text).toBe(200)
  await expectMoved(refunded, counts[0] ?? 0, 'REFUND')

  const doubt = await operate('admin', forced, 'force-inconsistent', { info: 'A doubt' })
  expect(doubt.status, doubt.text).toBe(200)
  await expectMoved(forced, counts[1] ?? 0, 'SUCCESS_SUSPENDED')
  const decided = await operate('admin', forced, 'force-successful', {
    info: 'Seen',
  })
  expect(decided.status, decided.text).toBe(200)
  await expectMoved(forced, counts[1] ?? 0, 'SUCCESS_SUSPENDED', 'SUSPENSE_SUCCESS')

  await happens(returned, { act: 'reversal' })
  expect(await outcomes(returned, 1)).toEqual(['APPLIED'])
  await expectMoved(returned, counts[2] ?? 0, 'REVERSAL')

  expect(await checkBooks(platform.db, merchantId)).toEqual([])
})
