import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import type { TestNode } from '../testing/test-app.ts'
import { sweep } from './jobs/payment-work.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'

let platform: PaymentPlatform
let publish: Awaited<ReturnType<typeof rulePublisher>>
const merchantId = 100010001

beforeAll(async () => {
  platform = await paymentPlatform()
  publish = await rulePublisher(platform)
})
afterAll(() => platform.close())

/** A deposit that waits at the page of the bank. */
async function atTheBank(userId: string): Promise<PaymentAnswer> {
  const { body } = await platform.deposit({ userId, amount: { amount: '888.06', currency: 'EUR' } })
  expect(body.state).toBe('WAITING_INPUT')
  return body
}

/** Types the code in at the bank, and comes back to one of the servers. */
async function comeBack({ redirectOutput }: PaymentAnswer, node: TestNode = platform): Promise<void> {
  const url = new URL(redirectOutput?.url ?? '')
  const page = await fetch(url, { redirect: 'manual' })
  const typed = { method: 'POST', body: new URLSearchParams({ otp: '1234' }), redirect: 'manual' } as const
  await fetch(page.headers.get('location') ?? '', typed)
  const back = await node.app.inject({ method: 'GET', url: `${url.pathname}?back=1` })
  expect(back.statusCode).toBeLessThan(400)
}

const toQueue = { sendMq: true, mqAccount: 'test', mqTemplate: 'DepositNotification' }

/** Rows that somebody approves while a payment waits: tables it comes to before and after that. */
async function approveMeanwhile(userId: string): Promise<readonly string[]> {
  const info = (table: string) => ({ info: `New row of ${table}` })
  await publish('provider-fee', {
    conditions: onlyFor(userId),
    outputs: { component: 'FX', fixedFee: { EUR: '7700' }, chargeOn: 'SUCCESS', ...info('provider-fee') },
  })
  await publish('notification', {
    conditions: onlyFor(userId),
    outputs: { ...toQueue, ...info('notification') },
  })
  return ['New row of provider-fee', 'New row of notification']
}

const newRowsIn = async (payment: PaymentAnswer) =>
  [...((await platform.row(payment)).info ?? '').matchAll(/New row of [a-z-]+/g)].map(([text]) => text)

const summariesOf = async ({ txId }: PaymentAnswer) => {
  const { rows } = await sql<{ summary: string }>`select summary from tx_event
    where merchant_id = ${merchantId} and tx_id = ${txId}`.execute(platform.db)
  return rows.map(({ summary }) => summary)
}

describe('a payment under way', () => {
  it('goes by the rules it began with, the next one by the new ones', async () => {
    const payment = await atTheBank('kept-1')
    const added = await approveMeanwhile('kept-1')
    await comeBack(payment)
    await platform.until(payment, 'SUCCESSFUL')
    expect(await newRowsIn(payment)).toEqual([])
    const { body: next } = await platform.deposit({ userId: 'kept-1' })
    expect((await newRowsIn(next)).toSorted()).toEqual(added.toSorted())
  })

  it('does so on a server that was started after the rules had changed', async () => {
    const payment = await atTheBank('kept-2')
    await approveMeanwhile('kept-2')
    const later = await platform.anotherNode()
    await comeBack(payment, later)
    await platform.until(payment, 'SUCCESSFUL')
    expect(await newRowsIn(payment)).toEqual([])
  })

  it('does so where the ruleset was archived meanwhile', async () => {
    const rulesetId = await publish('provider-fee', {
      conditions: onlyFor('kept-3'),
      outputs: { component: 'FX', fixedFee: { EUR: '10' }, chargeOn: 'SUCCESS', info: 'New row of old' },
    })
    const payment = await atTheBank('kept-3')
    await sql`update ruleset set active_version = null, archived = true where id = ${rulesetId}`.execute(
      platform.db,
    )
    const later = await platform.anotherNode()
    await comeBack(payment, later)
    await platform.until(payment, 'SUCCESSFUL')
    const { rows } = await sql<{ hits: string[] }>`select d->'hits' as hits from tx_event,
      jsonb_array_elements(decisions) d
      where merchant_id = ${merchantId} and tx_id = ${payment.txId} and d->>'table' = 'provider-fee' order by seq`.execute(
      platform.db,
    )
    // Before the bank and after it, by the same rows.
    expect(rows).toHaveLength(2)
    expect(rows[1]?.hits).toEqual(rows[0]?.hits)
    expect(rows[0]?.hits.some((ref) => ref.startsWith(`${merchantId}_PF_`))).toBe(true)
  })

  it('goes on by the active rules where its own are gone, and says so', async () => {
    const payment = await atTheBank('kept-4')
    const added = await approveMeanwhile('kept-4')
    await sql`delete from rules_edition`.execute(platform.db)
    const later = await platform.anotherNode()
    await comeBack(payment, later)
    await platform.until(payment, 'SUCCESSFUL')
    expect((await newRowsIn(payment)).toSorted()).toEqual(added.toSorted())
    const gone = 'The rules the payment went by are gone. It goes by the active ones from here on'
    expect((await summariesOf(payment)).filter((summary) => summary === gone)).toHaveLength(1)
  })

  it('costs one row for all payments under the same rules', async () => {
    const before = await editions()
    await platform.deposit({ userId: 'kept-5' })
    await platform.deposit({ userId: 'kept-6' })
    expect((await editions()) - before).toBeLessThanOrEqual(1)
  })
})

const editions = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from rules_edition`.execute(
    platform.db,
  )
  return rows[0]?.count ?? 0
}

describe('a withdrawal that is approved', () => {
  const waiting = async (userId: string, iban: string) => {
    const { body } = await platform.withdraw({ userId, iban })
    expect(body.state, body.statusCode).toBe('WAITING_APPROVAL')
    return body
  }
  const approve = async ({ txId }: PaymentAnswer) => {
    const { version } = await platform.row({ merchantId, txId })
    const approver = await platform.as('approver1')
    const done = await approver.post(`/transaction/${txId}/approve?merchantId=${merchantId}`, { version })
    expect(done.status, done.text).toBe(200)
    await sweep(platform.app.payments.machine)
  }

  it('is checked again by the rules of that moment, for the tables that are asked again', async () => {
    const payment = await waiting('again-1', 'SE4550000000058398257466')
    await publish('general-block', { conditions: onlyFor('again-1'), outputs: { action: 'DECLINE' } })
    await approve(payment)
    await platform.until(payment, 'FAILED')
    const row = await platform.row(payment)
    expect(row.statusNo).toBe(581)
    expect(row.rulesTrace.some((ref) => ref.startsWith(`${merchantId}_GB_`))).toBe(true)
  })

  it('keeps the rules it began with for all others', async () => {
    const payment = await waiting('again-2', 'NL91ABNA0417164300')
    await publish('notification', {
      conditions: onlyFor('again-2'),
      outputs: { ...toQueue, info: 'New row of notification' },
    })
    await publish('provider-fee', {
      conditions: onlyFor('again-2'),
      outputs: {
        component: 'FX',
        fixedFee: { EUR: '5' },
        chargeOn: 'SUCCESS',
        info: 'New row of provider-fee',
      },
    })
    await approve(payment)
    await platform.until(payment, 'SUCCESSFUL', 'WAITING_INPUT')
    expect(await newRowsIn(payment)).toEqual(['New row of provider-fee'])
    // Written with it, so that whoever goes on with it decides by the same.
    const { edition, sinceApproval } = (await platform.row(payment)).stepState.rules ?? {}
    expect(sinceApproval).toBe(await platform.app.payments.machine.deps.rules.edition(merchantId))
    expect(edition).not.toBe(sinceApproval)
  })
})
