import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { rulesHubCalls, RowFigures, RuleFigures } from '@signalbox/model/calls/rules-hub'
import { statusCodes } from '@signalbox/model/reference/status-codes'
import type { Client } from '../../kit/testing/kit-app.ts'
import { onlyFor, rulePublisher } from '../../payments/testing/publish-rules.ts'
import { paymentPlatform, type PaymentPlatform } from '../../payments/testing/payment-platform.ts'
import { runPaymentJobs } from '../../payments/testing/run-payment-jobs.ts'
import { checkPerformanceOf } from './check-performance.ts'
import { countMerchant } from './keep-performance.ts'

const merchantId = 100010001
const at = `merchantId=${merchantId}`

let platform: PaymentPlatform
let rules: Client
let routing: string
let limits: string
const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })

beforeAll(async () => {
  platform = await paymentPlatform()
  rules = await platform.as('rules')
  const publish = await rulePublisher(platform)
  routing = await publish(
    'psp-routing',
    { conditions: onlyFor('perf-a'), outputs: { psp: 'acmecards', pspAccount: '3DS' } },
    { conditions: onlyFor('perf-nobody'), outputs: { psp: 'borealpay', pspAccount: 'default' } },
    { conditions: {}, outputs: { psp: 'kestrelcard', pspAccount: 'default' } },
  )
  limits = await publish('general-block', {
    conditions: onlyFor('perf-blocked'),
    outputs: { action: 'DECLINE' },
  })
  for (const amount of ['20.00', '21.00', '22.00'])
    await platform.deposit({ userId: 'perf-a', ...euro(amount) })
  for (const amount of ['30.00', '31.00']) await platform.deposit({ userId: 'perf-b', ...euro(amount) })
  await platform.deposit({ userId: 'perf-blocked', ...euro('40.00') })
  await platform.deposit({
    userId: 'perf-a',
    ...euro('23.00'),
    card: { pan: '4000000000000002', expiry: '2030-12', cvv: '123' },
  })
  await platform.withdraw({ userId: 'perf-b', ...euro('12.00') })
  await runPaymentJobs(platform)
  await count()
})
afterAll(() => platform.close())

const count = () => countMerchant(platform, merchantId, new Date())

type TableReply =
  NonNullable<typeof rulesHubCalls.table.reply> extends infer Reply
    ? Reply extends { _zod: { output: infer Output } }
      ? Output
      : never
    : never

async function performance(table: string, query = 'window=24h'): Promise<TableReply> {
  const { status, body, text } = await rules.get(`/ruleset/performance/${table}?${at}&${query}`)
  expect(status, text).toBe(200)
  return body as TableReply
}

interface RawDecision {
  readonly table: string
  readonly outcome: string
  readonly hits: readonly string[]
}
interface RawPayment {
  readonly id: string
  readonly statusNo: number
  readonly base: string | null
  readonly amount: string
  readonly requested: string
  readonly decisions: readonly RawDecision[]
}

/** Everything that was recorded, straight from the tables of payments. */
async function recorded(): Promise<RawPayment[]> {
  const { rows } = await sql<RawPayment>`
    select t.id::text as id, t.status_no, abs(t.amount_base_minor)::text as base, abs(t.amount_minor)::text as amount, t.requested_minor::text as requested,
      (select coalesce(json_agg(d), '[]') from tx_event e, jsonb_array_elements(e.decisions) d
        where e.merchant_id = t.merchant_id and e.tx_id = t.id) as decisions
    from transaction t where t.merchant_id = ${merchantId} order by t.id`.execute(platform.db)
  return rows
}

const isStatus = (status: string) => (no: number) =>
  statusCodes.find((code) => code.no === no)?.status === status

/** All are in euro; what was declined before it was converted is worth what the payment before it was. */
function worthOf(payments: readonly RawPayment[], index: number): bigint {
  const { base = null, requested = '0' } = payments[index] ?? {}
  if (base !== null) return BigInt(base)
  const before = payments.slice(0, index).findLast((payment) => payment.base !== null)
  return BigInt(Math.round((Number(requested) * Number(before?.base)) / Number(before?.amount)))
}

/** One after the other, as somebody would count by hand. */
function countedByHand(payments: readonly RawPayment[], table: string, isHit: (ref: string) => boolean) {
  const wanted = { hits: 0, payments: 0, successful: 0, failed: 0, evaluations: 0, value: 0n, declined: 0n }
  for (const [index, { statusNo, decisions }] of payments.entries()) {
    const asked = decisions.filter((each) => each.table === table && each.outcome !== 'DEFERRED')
    wanted.evaluations += asked.length
    const hits = asked.filter((each) => each.hits.some(isHit))
    wanted.hits += hits.length
    if (hits.length === 0) continue
    wanted.payments++
    const worth = worthOf(payments, index)
    if (isStatus('SUCCESSFUL')(statusNo)) {
      wanted.successful++
      wanted.value += worth
    }
    if (isStatus('FAILED')(statusNo)) {
      wanted.failed++
      wanted.declined += worth
    }
  }
  return wanted
}

const minor = (figures: RuleFigures, side: 'successful' | 'declined'): bigint =>
  figures.value.reduce((sum, value) => sum + BigInt(value[side].amount.replace('.', '')), 0n)

const said = (figures: RuleFigures) => ({
  hits: figures.hits,
  payments: figures.payments,
  successful: figures.successful,
  failed: figures.failed,
  evaluations: figures.evaluations,
  value: minor(figures, 'successful'),
  declined: minor(figures, 'declined'),
})

const rowNamed = ({ rows }: { readonly rows: readonly RowFigures[] }, ruleset: string, no: number) => {
  const found = rows.find((row) => row.rulesetId === ruleset && row.no === no)
  if (!found) throw new Error(`No figures of row ${no}`)
  return found
}

describe('figures of rules', () => {
  it('are, for every table, what is recorded with the payments', async () => {
    const payments = await recorded()
    const { status, body } = await rules.get(`/ruleset/performance?${at}&window=24h`)
    expect(status).toBe(200)
    const tables = body.items as { table: string; figures: RuleFigures; latency: object | null }[]
    expect(tables.length).toBeGreaterThan(20)
    for (const { table, figures, latency } of tables) {
      expect(said(figures), table).toEqual(countedByHand(payments, table, () => true))
      expect(latency !== null, table).toBe(figures.evaluations > 0)
    }
    expect(tables.find(({ table }) => table === 'psp-routing')?.figures.hits).toBeGreaterThan(0)
  })

  it('are, for every row and ruleset, what is recorded with the payments', async () => {
    const payments = await recorded()
    for (const table of ['psp-routing', 'general-block', 'status-code', 'notification']) {
      const { rows, rulesets } = await performance(table)
      for (const row of rows)
        for (const { version, figures } of row.versions) {
          const tail = `_${String(row.no).padStart(2, '0')}@${version}`
          const own = (ref: string) => ref.startsWith(`${row.merchantId}_`) && ref.endsWith(tail)
          const inRuleset = rulesets.find(({ rulesetId }) => rulesetId === row.rulesetId)
          const no = `_${String(inRuleset?.no).padStart(2, '0')}_`
          const { evaluations: _all, ...wanted } = countedByHand(
            payments,
            table,
            (ref) => own(ref) && ref.includes(no),
          )
          expect(said(figures), `${table} ${row.name}`).toMatchObject(wanted)
        }
    }
  })

  it('tell how far rows were read', async () => {
    const answer = await performance('psp-routing')
    const [first, second, last] = [1, 2, 3].map((no) => rowNamed(answer, routing, no))
    // Four by the first user, two by the other; the blocked one is never routed, the withdrawal is.
    const { evaluations } = first?.figures ?? {}
    expect(first?.figures).toMatchObject({ hits: 4, reach: evaluations })
    expect(second?.figures).toMatchObject({ hits: 0, reach: (evaluations ?? 0) - 4 })
    expect(last?.figures.reach).toBe((evaluations ?? 0) - 4)
    expect(last?.figures.share).toBeCloseTo((last?.figures.hits ?? 0) / (evaluations ?? 1))
    const block = rowNamed(await performance('general-block'), limits, 1)
    expect(block.figures).toMatchObject({ hits: 1, failed: 1, successful: 0, approval: null })
  })

  it('follow the outcome of a payment that changes later', async () => {
    const before = rowNamed(await performance('psp-routing'), routing, 1).figures
    const settled = (await recorded()).find(
      ({ statusNo, decisions }) =>
        isStatus('SUCCESSFUL')(statusNo) &&
        decisions.some(
          ({ table, hits }) => table === 'psp-routing' && hits.some((ref) => ref.includes('_01@')),
        ),
    )
    const declined = statusCodes.find(({ status }) => status === 'FAILED')?.no
    await sql`update transaction set status_no = ${declined}, updated_at = now()
      where merchant_id = ${merchantId} and id = ${settled?.id}`.execute(platform.db)
    await count()
    const after = rowNamed(await performance('psp-routing'), routing, 1).figures
    expect(after.successful).toBe(before.successful - 1)
    expect(after.hits).toBe(before.hits)
    await count()
    expect(rowNamed(await performance('psp-routing'), routing, 1).figures).toEqual(after)
  })

  it('are drawn over time, and add up', async () => {
    const { figures } = rowNamed(await performance('psp-routing'), routing, 1)
    const { body } = await rules.get(
      `/ruleset/performance/psp-routing/series?${at}&window=24h&rulesetId=${routing}&ruleId=t0`,
    )
    expect(body.step).toBe('hour')
    expect(body.points).toHaveLength(24)
    const sum = (name: string) =>
      (body.points as Record<string, number>[]).reduce((total, point) => total + (point[name] ?? 0), 0)
    expect(sum('hits')).toBe(figures.hits)
    expect(sum('evaluations')).toBe(figures.evaluations)
  })

  it.each([
    ['window=custom', 'Choose a date and time'],
    ['window=custom&from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'Must be after the start'],
    ['window=custom&from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'Must be at most 400 days'],
    ['window=9d', ''],
    ['window=custom&from=yesterday&to=today', 'Must be a date and time'],
  ])('refuse the window %s', async (query, message) => {
    const { status, text } = await rules.get(`/ruleset/performance?${at}&${query}`)
    expect(status).toBe(422)
    expect(text).toContain(message)
  })

  it('are of nobody who may not see the table, and of no ruleset that is not there', async () => {
    const viewer = await platform.as('rulesviewer')
    expect((await viewer.get(`/ruleset/performance?${at}`)).status).toBe(403)
    expect((await rules.get(`/ruleset/performance/maintenance?${at}`)).status).toBe(403)
    expect((await rules.get(`/ruleset/performance/no-such-table?${at}`)).status).toBe(404)
    const other = await rules.get(
      `/ruleset/performance/psp-routing?merchantId=100010002&rulesetId=${routing}`,
    )
    expect(other.status).toBe(404)
  })

  // Last: it counts as of tomorrow.
  it('that are not what was recorded are found by night, told and counted anew', async () => {
    const { deps, db } = platform
    const tomorrow = new Date(deps.now().getTime() + 86_400_000)
    const check = () => checkPerformanceOf(deps, merchantId, tomorrow)
    const alerts = async () =>
      (await platform.as('admin').then((admin) => admin.get(`/alert?${at}`))).body.items.filter(
        ({ source }: { source: string }) => source === 'PERFORMANCE_CHECK',
      )
    expect(await check()).toBe(0)
    expect(await alerts()).toEqual([])
    const spoiled = [
      [sql`update rule_hit_hour set hits = hits + 1 where level = 'ROW' and decision_table =`, 'hits of'],
      [sql`delete from rule_evaluation_hour where decision_table =`, 'evaluations of psp-routing'],
    ] as const
    const right = rowNamed(await performance('psp-routing'), routing, 1).figures
    for (const [spoil, words] of spoiled) {
      await sql`${spoil} 'psp-routing' and merchant_id = ${merchantId}`.execute(db)
      expect(rowNamed(await performance('psp-routing'), routing, 1).figures).not.toEqual(right)
      expect(await check()).toBeGreaterThan(0)
      expect((await alerts())[0]?.body).toContain(words)
      expect(rowNamed(await performance('psp-routing'), routing, 1).figures).toEqual(right)
    }
    expect(await check()).toBe(0)
    expect(await alerts()).toEqual([])
  })
})
