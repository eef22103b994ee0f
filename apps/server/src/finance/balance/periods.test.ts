import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../kit/testing/kit-app.ts'
import {
  adjustment,
  at,
  audited,
  brand,
  check,
  closeBalance,
  draft,
  emptyBooks,
  joins,
  kit,
  now,
  openBalance,
  people,
  put,
  runCheck,
  sibling,
} from './testing/balance-app.ts'

beforeAll(openBalance)
afterAll(closeBalance)
afterEach(emptyBooks)

const periods = async () => {
  const { body } = await people().viewer.get(`/balance/periods?${at()}`)
  return body
}
const versionOf = async (month: string): Promise<number> =>
  (await periods()).items.find((each: { month: string }) => each.month === month)?.version ?? 0
/** By somebody who sees the month as it is. */
const close = async (month: string, who = people().anna, body: object = {}) =>
  who.post(`/balance/period/${month}/close?${at()}`, { version: await versionOf(month), ...body })

/** Books that began in January and were checked. */
async function checkedBooks() {
  await put(draft({ valueDate: '2026-01-15' }))
  await runCheck()
}

describe('a month', () => {
  it('is closed by one who may, once, and the log says who', async () => {
    await checkedBooks()
    const { anna, viewer, agent } = people()
    expect((await close('2026-01', viewer)).status).toBe(403)
    expect((await close('2026-01', agent)).status).toBe(403)
    const closed = await close('2026-01', anna, { note: 'All settled' })
    expect(closed.body, closed.text).toMatchObject({ month: '2026-01', state: 'CLOSED', closedBy: 'anna' })
    expect(await close('2026-01')).toMatchObject({
      status: 409,
      body: { message: 'The period is already closed.' },
    })
    expect(await audited('2026-01')).toEqual(['anna CLOSE'])
    expect((await periods()).items).toMatchObject([
      { month: '2026-03', state: 'OPEN', blockers: ['February 2026 is still open.'] },
      { month: '2026-02', state: 'OPEN', blockers: [] },
      { month: '2026-01', state: 'CLOSED', blockers: [] },
    ])
    expect(await check()).toEqual([])
  })

  it.each([
    ['is not the next', '2026-02', 'January 2026 is still open.'],
    ['began before the books', '2025-12', 'The books begin later.'],
  ])('is not closed when it %s', async (_why, month, message) => {
    await checkedBooks()
    expect(await close(month)).toMatchObject({ status: 409, body: { message } })
  })

  it('is not closed before it is over', async () => {
    await put(draft({ valueDate: '2026-03-01' }))
    await runCheck()
    expect((await close('2026-03')).body.message).toBe('The month is not over.')
  })

  it('is not closed without a fresh check that found nothing', async () => {
    await put(draft())
    expect((await close('2026-01')).body.message).toContain('must be checked')
    kit.clock.now = new Date('2026-01-31T20:00:00Z')
    await runCheck()
    kit.clock.now = new Date('2026-02-01T10:00:00Z')
    expect((await close('2026-01')).body.message).toContain('must be checked')
    kit.clock.now = now
    await runCheck()
    kit.clock.now = new Date(now.getTime() + 25 * 60 * 60 * 1000)
    expect((await close('2026-01')).body.message).toContain('must be checked')
    kit.clock.now = now
    await sql`insert into ledger_finding (merchant_id, id, invariant, subject, detail, found_at)
      values (${brand}, ${kit.deps.newId()}, 'I3', 'x', 'y', ${now})`.execute(kit.db)
    expect((await close('2026-01')).body.message).toContain('found 1 problem')
    await sql`update ledger_finding set invariant = 'I11'`.execute(kit.db)
    expect((await close('2026-01')).status).toBe(200)
  })

  it('is not closed with books that do not balance since the check', async () => {
    await checkedBooks()
    await sql`update account_balance set debit_total = debit_total + 1 where account like 'USER%'`.execute(
      kit.db,
    )
    expect((await close('2026-01')).body.message).toContain('not equal')
  })

  it('is not closed while a settlement of it is not accepted', async () => {
    await checkedBooks()
    const asked: unknown[] = []
    joins.countUnaccepted = (_tx, ...given) => {
      asked.push(given)
      return Promise.resolve(2)
    }
    expect((await close('2026-01')).body.message).toBe('2 settlement batches are not accepted.')
    expect(asked[0]).toEqual([brand, '2026-01-01', '2026-01-31'])
  })

  it('is not closed while an adjustment dated in it waits for a second person, and says which', async () => {
    await checkedBooks()
    const { anna, bert } = people()
    const propose = async (valueDate: string) => {
      const { body, status, text } = await anna.post(
        `/ledger-request/adjustment?${at()}`,
        adjustment({ valueDate }),
      )
      expect(status, text).toBe(200)
      return body as { id: string; version: number }
    }
    const decide = ({ id, version }: { id: string; version: number }, verb: string) =>
      bert.post(`/ledger-request/${id}/${verb}?${at()}`, { version, reason: 'Seen' })
    const [first, second] = [await propose('2026-01-20'), await propose('2026-01-31')]
    await propose('2026-02-01')
    const message = (count: string) => `${count} for a second person: Adjustment of 12.34 EUR on 2026-01-`
    const both = '20, proposed by anna; Adjustment of 12.34 EUR on 2026-01-31, proposed by anna.'
    const refused = await close('2026-01')
    expect([refused.status, refused.body.message]).toEqual([409, `${message('2 adjustments wait')}${both}`])
    expect((await periods()).items.at(-1)).toMatchObject({
      month: '2026-01',
      blockers: [`${message('2 adjustments wait')}${both}`],
    })
    expect((await decide(first, 'reject')).status).toBe(200)
    expect((await close('2026-01')).body.message).toBe(
      `${message('1 adjustment waits')}31, proposed by anna.`,
    )
    expect((await decide(second, 'approve')).status).toBe(200)
    expect((await close('2026-01')).status).toBe(200)
    // It counts in its own month, and what waits for the next one closed nothing.
    const { rows } = await sql<{ day: string; meant: string | null }>`
      select value_date::text as day, moved_from::text as meant from journal_entry
      where merchant_id = ${brand} and value_date > '2026-01-15'`.execute(kit.db)
    expect(rows).toEqual([{ day: '2026-01-31', meant: null }])
    expect((await close('2026-02')).body.message).toContain('on 2026-02-01, proposed by anna')
    expect(await check()).toEqual([])
  })

  it('is closed by one of two who try at the same moment, and only of their merchant', async () => {
    await checkedBooks()
    const { anna, bert } = people()
    const both = await Promise.all([close('2026-01', anna), close('2026-01', bert)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await put(draft({ merchantId: sibling }))
    const { rows } =
      await sql`select 1 from journal_entry where merchant_id = ${sibling} and moved_from is null`.execute(
        kit.db,
      )
    expect(rows).toHaveLength(1)
  })

  it.each(['2026-13', '2026-1', 'x', '2026-01-01'])('is refused when it is none: %s', async (month) => {
    expect((await close(month)).status).toBe(422)
  })
})

describe('a closed month', () => {
  const reopen = async (month: string, who = people().anna, body: object = {}) =>
    who.post(`/ledger-request/reopening?${at()}`, {
      month,
      version: await versionOf(month),
      reason: 'A statement came late',
      ...body,
    })

  it('is reopened by two people, and takes postings again', async () => {
    await checkedBooks()
    await close('2026-01')
    await close('2026-02')
    expect(await reopen('2026-01')).toMatchObject({
      status: 409,
      body: { message: 'Only the last closed period can be reopened.' },
    })
    const asked = await reopen('2026-02')
    expect(asked.status, asked.text).toBe(200)
    expect((await reopen('2026-02', people().bert)).status).toBe(409)
    const { id, version } = asked.body
    const approve = (who = people().bert) => who.post(`/ledger-request/${id}/approve?${at()}`, { version })
    expect(await approve(people().anna)).toMatchObject({ status: 403, body: { code: 'FOUR_EYES' } })
    expect((await approve()).body).toMatchObject({ state: 'APPROVED', decidedBy: 'bert' })
    const { closedThrough } = await periods()
    expect(closedThrough).toBe('2026-01-31')
    await put(draft({ valueDate: '2026-02-10' }))
    await put(draft({ valueDate: '2026-01-10' }))
    const { rows } = await sql<{ day: string }>`select value_date::text as day from journal_entry
      where value_date >= '2026-02-01' order by 1`.execute(kit.db)
    expect(rows.map(({ day }) => day)).toEqual(['2026-02-01', '2026-02-10'])
    expect(await audited('2026-02')).toEqual(['anna CLOSE', 'bert REOPEN'])
    expect(await check()).toEqual([])
    await runCheck()
    expect((await close('2026-02')).status).toBe(200)
    expect(await check()).toEqual([])
  })
})

it('a month is closed and reopened only by whoever has seen it as it is', async () => {
  await checkedBooks()
  const { anna, bert } = people()
  const path = `/balance/period/2026-01/close?${at()}`
  const reopening = (body: object) =>
    anna.post(`/ledger-request/reopening?${at()}`, { month: '2026-01', reason: 'Came late', ...body })
  const unseen = (answer: Answer) => [answer.status, answer.body.fields?.[0]?.field]
  const stale = (answer: Answer) => [answer.status, answer.body.code]
  expect(unseen(await anna.post(path, {}))).toEqual([422, 'version'])
  expect(unseen(await reopening({}))).toEqual([422, 'version'])
  expect(stale(await anna.post(path, { version: 1 }))).toEqual([409, 'VERSION_CONFLICT'])
  const closed = await anna.post(path, { version: 0 })
  expect([closed.status, closed.body.version], closed.text).toEqual([200, 1])

  expect(stale(await reopening({ version: 0 }))).toEqual([409, 'VERSION_CONFLICT'])
  const { id, version } = (await reopening({ version: 1 })).body
  const approved = await bert.post(`/ledger-request/${id}/approve?${at()}`, { version })
  expect(approved.status, approved.text).toBe(200)
  expect((await periods()).items.at(-1)).toMatchObject({ month: '2026-01', state: 'OPEN', version: 2 })
  // It is open as it was at first, and somebody has decided that since.
  for (const seen of [0, 1])
    expect(stale(await anna.post(path, { version: seen }))).toEqual([409, 'VERSION_CONFLICT'])
  expect((await periods()).closedThrough).toBeNull()
  expect((await anna.post(path, { version: 2 })).body).toMatchObject({ state: 'CLOSED', version: 3 })
})

it('two people who close a month and post into it at the same moment come one after the other', async () => {
  await checkedBooks()
  const entries = Array.from({ length: 6 }, () => draft({ valueDate: '2026-01-20' }))
  const before = entries.slice(0, 3).map((entry) => put(entry))
  const closing = close('2026-01')
  const after = entries.slice(3).map((entry) => put(entry))
  const [closed] = await Promise.all([closing, ...before, ...after])
  expect(closed.status, closed.text).toBe(200)
  const { rows } = await sql<{ day: string; meant: string | null; at: string }>`
    select value_date::text as day, moved_from::text as meant, at from journal_entry
    where value_date <> '2026-01-15'`.execute(kit.db)
  const { closedAt } = (await periods()).items.at(-1)
  expect(rows).toHaveLength(6)
  for (const { day, meant, at: posted } of rows)
    if (meant === null) expect([day, posted <= closedAt]).toEqual(['2026-01-20', true])
    else expect([day, meant]).toEqual(['2026-02-01', '2026-01-20'])
  expect(await check()).toEqual([])
})

/** Adjustments that wait and are dated in a closed month. */
const left = async () =>
  (
    await sql`select 1 from ledger_request r join ledger_book b on b.merchant_id = r.merchant_id
      where r.state = 'WAITING' and r.value_date <= b.closed_through`.execute(kit.db)
  ).rows.length

it('two people who close a month and propose an adjustment for it at the same moment come one after the other', async () => {
  const { anna, bert } = people()
  for (let turn = 0; turn < 4; turn++) {
    await checkedBooks()
    const propose = () =>
      anna.post(`/ledger-request/adjustment?${at()}`, adjustment({ valueDate: '2026-01-20' }))
    const [one, other, closed, last] = await Promise.all([
      propose(),
      propose(),
      close('2026-01', bert),
      propose(),
    ])
    const proposed = [one, other, last].map(({ status }) => status)
    expect(proposed.every((status) => status === 200 || status === 422)).toBe(true)
    // Either it was closed before anything was proposed, or it waits for all that was.
    expect([closed.status, proposed.includes(200)]).toEqual(
      closed.status === 200 ? [200, false] : [409, true],
    )
    expect(await left()).toBe(0)
    await emptyBooks()
  }
})

it('an adjustment that is approved while its month is being closed counts in that month', async () => {
  await checkedBooks()
  const { anna, bert } = people()
  const asked = await Promise.all(
    Array.from({ length: 6 }, () =>
      anna.post(`/ledger-request/adjustment?${at()}`, adjustment({ valueDate: '2026-01-20' })),
    ),
  )
  const approvals = asked.map(({ body }) =>
    bert.post(`/ledger-request/${body.id}/approve?${at()}`, { version: body.version }),
  )
  const [closed, ...approved] = await Promise.all([close('2026-01', anna), ...approvals])
  expect(approved.map(({ status }) => status)).toEqual(asked.map(() => 200))
  if (closed.status !== 200) {
    expect(closed.body.message).toContain('for a second person')
    expect((await close('2026-01', anna)).status).toBe(200)
  }
  const { rows } = await sql<{ day: string; meant: string | null }>`
    select value_date::text as day, moved_from::text as meant from journal_entry
    where event_type = 'ADJUSTMENT' and value_date <> '2026-01-15'`.execute(kit.db)
  expect(rows).toEqual(asked.map(() => ({ day: '2026-01-20', meant: null })))
  expect(await check()).toEqual([])
})

it('the check of the books can be asked for, as a job', async () => {
  const { anna, viewer } = people()
  expect((await viewer.post(`/balance/check?${at()}`)).status).toBe(403)
  expect((await anna.post(`/balance/check?${at()}`)).body).toEqual({ queued: true })
})
