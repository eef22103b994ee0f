import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../kit/transaction.ts'
import { eventually } from '../../testing/eventually.ts'
import { closeThrough, shutBook } from './book-store.ts'
import { totalDays } from './day-totals.ts'
import { journalOf, post, postHistory, reverse } from './ledger.ts'
import {
  brand,
  check,
  closeLedger,
  day,
  deps,
  draft,
  emptyBooks,
  kit,
  nextId,
  now,
  otherNode,
  owner,
  put,
  startLedger,
} from './testing/ledger-books.ts'

beforeAll(startLedger)
afterAll(closeLedger)
afterEach(emptyBooks)

/** Closes January as the feature does: under the lock, with the period written down. */
const closeJanuary = (db = kit.db) =>
  transaction(db, async (tx) => {
    await shutBook(tx, brand)
    await sql`insert into ledger_period (merchant_id, first_day, last_day, state, closed_at)
      values (${brand}, '2026-01-01', '2026-01-31', 'CLOSED', ${now})`.execute(tx)
    await closeThrough(tx, brand, '2026-01-31')
  })

const entryOf = async (sourceId: string) => {
  const [entry] = await journalOf(kit.db, brand, 'ADJUSTMENT', sourceId)
  if (!entry) throw new Error('The entry is missing')
  return entry
}

describe('a closed day', () => {
  it('takes nothing more: the first open day does, and the entry says why', async () => {
    await put(draft({ valueDate: '2026-01-31' }))
    await closeJanuary()
    const [late, older, open] = ['2026-01-31', '2025-06-01', '2026-02-02'].map((valueDate) =>
      draft({ valueDate }),
    )
    for (const each of [late, older, open]) await put(each ?? draft())
    expect(await entryOf(late?.sourceId ?? '')).toMatchObject({
      valueDate: '2026-02-01',
      movedFrom: '2026-01-31',
      description: 'A test (meant for 2026-01-31, which is closed)',
    })
    expect(await entryOf(older?.sourceId ?? '')).toMatchObject({
      valueDate: '2026-02-01',
      movedFrom: '2025-06-01',
    })
    const kept = await entryOf(open?.sourceId ?? '')
    expect([kept.valueDate, kept.movedFrom, kept.description]).toEqual(['2026-02-02', undefined, 'A test'])
    expect(await check()).toEqual([])
  })

  it('takes neither a reversal nor a generated history', async () => {
    const given = draft({ valueDate: '2026-01-10' })
    await put(given)
    await closeJanuary()
    const undo = { valueDate: '2026-01-10', description: 'A mistake', createdBy: 'tester' }
    await transaction(kit.db, async (tx) => reverse(tx, await entryOf(given.sourceId), undo, deps()))
    const past = draft({ valueDate: '2026-01-20' })
    await transaction(kit.db, (tx) => postHistory(tx, [past], deps()))
    expect((await journalOf(kit.db, brand, 'ADJUSTMENT', given.sourceId))[1]).toMatchObject({
      valueDate: '2026-02-01',
      movedFrom: '2026-01-10',
    })
    expect(await entryOf(past.sourceId)).toMatchObject({ valueDate: '2026-02-01', movedFrom: '2026-01-20' })
    expect(await check()).toEqual([])
  })

  it('is found when it took something all the same, and when its book is open', async () => {
    await closeJanuary()
    await put(draft())
    await owner.query(`alter table journal_entry disable trigger user`)
    await owner.query(`update journal_entry set value_date = '2026-01-31', at = at + interval '1 second'`)
    await owner.query(`alter table journal_entry enable trigger user`)
    expect((await check()).map(({ invariant }) => invariant)).toEqual(['I2', 'I9'])
    await transaction(kit.db, (tx) => closeThrough(tx, brand, null))
    expect((await check()).filter(({ invariant }) => invariant === 'I9')).toHaveLength(2)
  })
})

/** How many connections wait for those who post or shut the books. */
const waiting = async () => {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where wait_event_type = 'Lock' and wait_event = 'advisory'`,
  )
  return rows[0]?.count ?? 0
}

/** A transaction that has posted and not committed. */
async function heldPosting(given = draft({ valueDate: '2026-01-15' })) {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let posted = () => {}
  const isPosted = new Promise<void>((resolve) => (posted = resolve))
  const done = transaction(otherNode, async (tx) => {
    await post(tx, given, deps())
    posted()
    await held
  })
  await isPosted
  return { given, done, release }
}

describe('closing and posting at once', () => {
  it('come one after the other: closing waits for who has posted, and who comes then is moved', async () => {
    const first = await heldPosting()
    const closing = closeJanuary()
    await eventually(waiting, (count) => count === 1)
    const second = draft({ valueDate: '2026-01-15' })
    const late = put(second, otherNode)
    await eventually(waiting, (count) => count === 2)
    first.release()
    await Promise.all([first.done, closing, late])
    expect(await entryOf(first.given.sourceId)).toMatchObject({ valueDate: '2026-01-15' })
    expect(await entryOf(second.sourceId)).toMatchObject({
      valueDate: '2026-02-01',
      movedFrom: '2026-01-15',
    })
    expect(await check()).toEqual([])
  })

  it('lets those who post go on beside each other', async () => {
    const first = await heldPosting()
    const second = await heldPosting()
    await put(draft())
    expect(await waiting()).toBe(0)
    first.release()
    second.release()
    await Promise.all([first.done, second.done])
  })

  it('gives up before payments have to wait long', async () => {
    const first = await heldPosting()
    await expect(closeJanuary()).rejects.toMatchObject({ code: '55P03' })
    first.release()
    await first.done
    await closeJanuary()
    expect(await check()).toEqual([])
  })

  it('loses no posting, whatever the order', async () => {
    const drafts = Array.from({ length: 80 }, () => draft({ valueDate: '2026-01-31' }))
    const posts = drafts.map((each, i) => put(each, i % 2 ? kit.db : otherNode))
    await Promise.all([...posts.slice(0, 40), closeJanuary(), ...posts.slice(40)])
    const { rows } = await sql<{ day: string; count: number; moved: number }>`
      select value_date::text as day, count(*)::integer as count, count(moved_from)::integer as moved
      from journal_entry group by 1 order by 1`.execute(kit.db)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(80)
    for (const { day: at, count, moved } of rows) expect(moved, at).toBe(at === '2026-02-01' ? count : 0)
    expect(await check()).toEqual([])
  })
})

describe('daily totals', () => {
  const later = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000)
  const totals = async () => {
    const { rows } = await sql<{ key: string; net: string }>`select posted_day || ' ' || value_date || ' '
        || split_part(account, ':', 1) as key, (debit - credit)::text as net
      from account_day_total order by 1`.execute(kit.db)
    return Object.fromEntries(rows.map(({ key, net }) => [key, net]))
  }

  it('are kept of days that are over, by the day posted and the day meant', async () => {
    await put(draft())
    await put(draft({ valueDate: '2026-01-20' }))
    expect(await totalDays(kit.deps, brand, now)).toBe(0)
    expect(await totalDays(kit.deps, brand, later(1))).toBe(1)
    expect(await totalDays(kit.deps, brand, later(1))).toBe(0)
    expect(await totals()).toEqual({
      [`${day} ${day} USER_FUNDS`]: '5000',
      [`${day} ${day} WITHDRAWAL_RESERVED`]: '-5000',
      [`${day} 2026-01-20 USER_FUNDS`]: '5000',
      [`${day} 2026-01-20 WITHDRAWAL_RESERVED`]: '-5000',
    })
    expect(await check()).toEqual([])
  })

  it('stay right when somebody posts by a clock that is behind', async () => {
    await put(draft())
    await totalDays(kit.deps, brand, later(1))
    const late = draft()
    await put(late)
    expect((await entryOf(late.sourceId)).at).toBe('2026-02-04T00:00:00.000Z')
    expect(await check()).toEqual([])
    expect(await totalDays(kit.deps, brand, later(3))).toBe(1)
    expect(await check()).toEqual([])
  })

  it('wait for a posting of the day that is not committed', async () => {
    const first = await heldPosting(draft())
    const adding = totalDays(kit.deps, brand, later(1))
    await eventually(waiting, (count) => count === 1)
    first.release()
    await first.done
    expect(await adding).toBe(1)
    expect(await check()).toEqual([])
  })

  it('are added up once when two nodes do it at the same moment', async () => {
    for (let i = 0; i < 3; i++) await put(draft({ sourceId: String(nextId()) }))
    const both = await Promise.all([kit.db, otherNode].map((db) => totalDays({ db }, brand, later(1))))
    expect(both.reduce((sum, days) => sum + days, 0)).toBe(1)
    expect(await check()).toEqual([])
  })

  it.each([
    ['changed', `update account_day_total set debit = debit + 1 where debit > 0`],
    ['gone', `delete from account_day_total where debit > 0`],
    [
      'made up',
      `insert into account_day_total select merchant_id, posted_day - 9, account, value_date, 7, 7 from account_day_total`,
    ],
  ])('are found to be wrong when one is %s', async (_what, statement) => {
    await put(draft())
    await totalDays(kit.deps, brand, later(1))
    await owner.query(statement)
    const found = await check()
    expect(new Set(found.map(({ invariant }) => invariant))).toEqual(new Set(['I14']))
  })
})
