import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pspFeeAccrued, withdrawalReserved } from '@signalbox/model/ledger/postings'
import { parseSignedMoney } from '@signalbox/model/money/money-text'
import { totalDays } from '../../payments/ledger/day-totals.ts'
import {
  at,
  brand,
  check,
  closeBalance,
  draft,
  emptyBooks,
  kit,
  openBalance,
  people,
  put,
} from './testing/balance-app.ts'

beforeAll(openBalance)
afterAll(closeBalance)
afterEach(emptyBooks)

const dayMs = 24 * 60 * 60 * 1000
const startMs = Date.parse('2026-02-01T00:00:00.000Z')
const span = 30

interface Line {
  readonly account: string
  readonly net: string
  readonly at: string
  readonly valueDate: string
}

/** Every posting there is, which the product does not read to answer. */
async function allLines(): Promise<Line[]> {
  const { rows } = await sql<Line>`select p.account, (p.debit - p.credit)::text as net, e.at, e.value_date
    from posting p join journal_entry e on e.id = p.entry_id and e.merchant_id = p.merchant_id`.execute(
    kit.db,
  )
  return rows
}

const sumOf = (lines: readonly Line[], counts: (line: Line) => boolean): Record<string, bigint> => {
  const sums: Record<string, bigint> = {}
  for (const line of lines.filter(counts)) sums[line.account] = (sums[line.account] ?? 0n) + BigInt(line.net)
  return Object.fromEntries(Object.entries(sums).toSorted())
}

interface TrialRow {
  readonly account: string
  readonly debit: { readonly amount: string; readonly currency: string } | null
  readonly credit: { readonly amount: string; readonly currency: string } | null
}
const netOf = ({ debit, credit }: TrialRow): bigint =>
  (debit ? (parseSignedMoney(debit.amount, debit.currency)?.minor ?? 0n) : 0n) -
  (credit ? (parseSignedMoney(credit.amount, credit.currency)?.minor ?? 0n) : 0n)

async function trial(query: string): Promise<Record<string, bigint>> {
  const { status, body, text } = await people().viewer.get(`/balance/trial?${at()}${query}`)
  expect(status, text).toBe(200)
  return Object.fromEntries((body.rows as TrialRow[]).map((row) => [row.account, netOf(row)]))
}

const anyEntry = fc.record({
  minor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  currency: fc.constantFrom('EUR', 'SEK', 'JPY', 'KWD'),
  isFee: fc.boolean(),
  postedMs: fc.nat({ max: span * dayMs }),
  /** Days before the posting that it counts for. */
  backdated: fc.nat({ max: 40 }),
})
const anyAsking = fc.record({
  instantMs: fc.option(fc.nat({ max: (span + 2) * dayMs }), { nil: undefined }),
  valueDay: fc.option(fc.nat({ max: span + 45 }), { nil: undefined }),
})

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

it('the trial balance of any instant and value date is the sum over all postings', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyEntry, { minLength: 1, maxLength: 25 }),
      fc.array(fc.nat({ max: span + 1 }), { maxLength: 3 }),
      fc.array(anyAsking, { minLength: 10, maxLength: 10 }),
      async (entries, totalled, askings) => {
        await emptyBooks()
        const nights = [...totalled].sort((a, b) => a - b)
        const inOrder = [...entries].sort((a, b) => a.postedMs - b.postedMs)
        for (const { minor, currency, isFee, postedMs, backdated } of inOrder) {
          while (nights.length > 0 && (nights[0] ?? 0) * dayMs <= postedMs)
            await totalDays(kit.deps, brand, new Date(startMs + (nights.shift() ?? 0) * dayMs))
          const money = { minor, currency }
          const lines = isFee ? pspFeeAccrued('acmecards', money) : withdrawalReserved(money)
          const valueDate = dayOf(startMs + postedMs - backdated * dayMs)
          await put(draft({ lines, valueDate }), new Date(startMs + postedMs))
        }
        const lines = await allLines()
        for (const { instantMs, valueDay } of askings) {
          const instant = instantMs === undefined ? undefined : new Date(startMs + instantMs).toISOString()
          const day = valueDay === undefined ? undefined : dayOf(startMs + (valueDay - 42) * dayMs)
          const query = `${instant ? `&at=${instant}` : ''}${day ? `&valueDate=${day}` : ''}`
          const expected = sumOf(
            lines,
            (line) => (!instant || line.at <= instant) && (!day || line.valueDate <= day),
          )
          expect(await trial(query)).toEqual(expected)
        }
        expect(await check()).toEqual([])
      },
    ),
    { numRuns: process.env.TEST_FULL ? 40 : 8 },
  )
})

it('a balance of the past is answered from daily totals: what they say is what is shown', async () => {
  await put(draft({ valueDate: '2026-02-01' }), new Date('2026-02-01T10:00:00Z'))
  await put(draft({ valueDate: '2026-02-03' }), new Date('2026-02-03T10:00:00Z'))
  await totalDays(kit.deps, brand, new Date('2026-02-03T00:30:00Z'))
  await sql`update account_day_total set debit = debit * 3, credit = credit * 3`.execute(kit.db)
  const key = `USER_FUNDS:${brand}::EUR`
  expect((await trial('&valueDate=2026-02-03'))[key]).toBe(20_000n)
  expect((await trial('&at=2026-02-01T10:00:00.000Z'))[key]).toBe(5000n)
  const chart = await people().viewer.get(`/balance/chart?${at()}&account=${encodeURIComponent(key)}&days=60`)
  expect(chart.body.points.at(-1)).toEqual({
    day: '2026-03-10',
    balance: { amount: '200.00', currency: 'EUR' },
  })
})

it('refuses what is no instant and no day', async () => {
  const { viewer } = people()
  const queries = ['at=yesterday', 'at=-271821-04-20T00:00:00.000Z', 'at=0000-01-01T00:00:00.000Z']
  for (const query of [...queries, 'valueDate=2026-02-30', 'valueDate=2026-2-3', 'sum=1'])
    expect((await viewer.get(`/balance/trial?${at()}&${query}`)).status, query).toBe(422)
})

it('gives the trial balance as a file, and says so in the audit log', async () => {
  await put(draft())
  const file = await people().viewer.get(`/balance/trial/export?${at()}&valueDate=2026-02-01`)
  expect(file.headers['content-type']).toContain('text/csv')
  const lines = file.text.trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('50.00')
  const { rows } =
    await sql`select 1 from audit_entry where entity_type = 'trial-balance' and action = 'EXPORT'`.execute(
      kit.db,
    )
  expect(rows).toHaveLength(1)
})
