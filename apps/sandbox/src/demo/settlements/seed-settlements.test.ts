import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handlers as bankHandlers } from '@signalbox/server/finance/bank/routes'
import { settlementPayouts } from '@signalbox/server/finance/bank/settlement-payouts'
import { settlementDeps, settlementFeature } from '@signalbox/server/finance/settlements/settlement-feature'
import { checkBooks } from '@signalbox/server/payments/ledger/invariants'
import { testPlatform, type TestPlatform } from '@signalbox/server/testing/test-app'
import { fillHistory, planHistory } from '../history/fill-history.ts'
import { markets } from '../history/market.ts'
import { seedSettlements } from './seed-settlements.ts'

let platform: TestPlatform
let written: number
const seed = () =>
  seedSettlements(
    platform.deps,
    [
      ...settlementFeature(platform.config).handlers,
      ...bankHandlers(settlementPayouts(settlementDeps(platform.config))),
    ],
    new AbortController().signal,
  )
beforeAll(async () => {
  platform = await testPlatform()
  const { deps } = platform.app.payments.machine
  await planHistory(deps, { transactions: 900 })
  await fillHistory(deps)
  written = await seed()
}, 300_000)
afterAll(() => platform.close())

const rows = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await statement.execute(platform.db)).rows

describe('the settlements of the demo', () => {
  test('are files of several weeks and PSPs, of which the last week is left open', async () => {
    expect(written).toBeGreaterThan(8)
    const batches = await rows(
      sql<{ psp: string; payoutDate: string; state: string; importedBy: string; acceptedBy: string | null }>`
        select psp, payout_date::text, state, imported_by, accepted_by from settlement_batch order by payout_date`,
    )
    expect(batches).toHaveLength(written)
    expect(new Set(batches.map(({ psp }) => psp)).size).toBeGreaterThan(3)
    const done = batches.filter(({ acceptedBy }) => acceptedBy !== null)
    expect(done.length).toBeGreaterThan(written / 3)
    for (const { importedBy, acceptedBy } of done)
      expect([importedBy, acceptedBy]).toEqual(['finance', 'finance2'])
    expect(batches.some(({ state }) => state === 'WITH_DIFFERENCES')).toBe(true)
  })

  test('are confirmed by statements of the bank in both formats, without gaps', async () => {
    const statements = await rows(
      sql<{ format: string; gap: string | null }>`select format, gap from bank_statement`,
    )
    expect(new Set(statements.map(({ format }) => format))).toEqual(new Set(['MT940', 'CAMT053']))
    expect(statements.every(({ gap }) => gap === null)).toBe(true)
    const states = await rows(
      sql<{ state: string; n: number }>`select state, count(*)::integer as n from bank_entry group by 1`,
    )
    const paid = await rows(
      sql<{ n: number }>`select count(*)::integer as n from settlement_batch where bank_ref is not null`,
    )
    expect(states.find(({ state }) => state === 'CONFIRMED')?.n).toBe(paid[0]?.n)
    expect(paid[0]?.n).toBeGreaterThan(5)
  })

  test('leave the books right, and are made once', async () => {
    for (const { merchantId } of markets) expect(await checkBooks(platform.db, merchantId)).toEqual([])
    expect(await seed()).toBe(0)
  })
})
