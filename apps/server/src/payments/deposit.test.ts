import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChains } from '../console/audit/read-model.ts'
import { eventually } from '../testing/eventually.ts'
import { updatePayment } from './core/record/payment-write-store.ts'
import { sealNewEvents } from './core/record/seal-events.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform()
}, 60_000)
afterAll(() => platform.close())

describe('a deposit', () => {
  it('succeeds, and the books show it', async () => {
    const { status, body } = await platform.deposit()
    expect(body.errors).toEqual([])
    expect({ status, state: body.state, code: body.statusCode }).toEqual({
      status: 201,
      state: 'SUCCESSFUL',
      code: 'SUCCESS',
    })
  })
})

describe('a request identical to an open one', () => {
  const waiting = (userId: string, changes: Record<string, unknown> = {}) => ({
    userId,
    amount: { amount: '888.06', currency: 'EUR' },
    ...changes,
  })
  const ask = async (changes: Record<string, unknown>, key?: string) =>
    (await platform.deposit(changes, key)).body

  it('is declined until the first is over', async () => {
    const first = await ask(waiting('twice'))
    expect(first.statusCodeNo).toBe(301)
    const second = await ask(waiting('twice'))
    expect(second.statusCodeNo).toBe(569)
    expect(await platform.row(second)).toMatchObject({
      declineStage: 'USER',
      attemptCount: 0,
      info: `Transaction ${first.txId} is identical and was open when this one arrived`,
    })
    await sql`update transaction set expires_at = now() - interval '1 second' where id = ${first.txId}`.execute(
      platform.db,
    )
    expect((await ask(waiting('twice'))).statusCodeNo).toBe(301)
  })

  it('is not one with another amount, currency, card, type or user', async () => {
    await ask(waiting('nearly'))
    const others = [
      waiting('nearly', { amount: { amount: '888.06', currency: 'SEK' } }),
      waiting('nearly', { amount: { amount: '888.04', currency: 'EUR' } }),
      waiting('nearly', { card: { pan: '5555555555554444', expiry: '2030-12', cvv: '123' } }),
      waiting('nearly-too'),
    ]
    for (const other of others) expect((await ask(other)).statusCodeNo).not.toBe(569)
  })

  it('is not the same request sent again, which is answered with the same payment', async () => {
    const key = 'the-same-key-569'
    const first = await platform.deposit(waiting('again'), key)
    const again = await platform.deposit(waiting('again'), key)
    expect(again.replayed).toBe(true)
    expect(again.body).toEqual(first.body)
  })

  it('is declined for all but one of several at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => ask(waiting('at-once'))))
    expect(all.map(({ statusCodeNo }) => statusCodeNo).toSorted()).toEqual([301, ...Array(7).fill(569)])
  })

  it.each([
    ['before its turn', sql`clock_timestamp()`],
    ['with a commit that began before it came', sql`created_at + interval '1 millisecond'`],
  ])('is declined when the first, open as it came in, ends %s', async (what, endedAt) => {
    const asked = waiting(`ends ${what}`)
    const first = await ask(asked)
    const second = await platform.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid from counter_gate
        where merchant_id = ${first.merchantId} and scope = 'REQUEST' for update`.execute(tx)
      const ending = sql`update transaction set status_no = 0, next_step = null, completed_at = ${endedAt}
        where id = ${first.txId}`
      const coming = ask(asked)
      await eventually(
        async () =>
          (
            await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
              where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`.execute(platform.db)
          ).rows[0]?.n,
        (n) => n === 1,
        'The second request did not get to the gate',
      )
      await ending.execute(tx)
      return { coming }
    })
    expect((await second.coming).statusCodeNo).toBe(569)
    expect((await ask(asked)).statusCodeNo).toBe(301)
  })

  it('is declined for all but one of several fast ones at the same moment', async () => {
    const fast = { userId: 'fast-at-once', amount: { amount: '12.00', currency: 'EUR' } }
    const all = await Promise.all(Array.from({ length: 10 }, () => ask(fast)))
    expect(all.map(({ statusCodeNo }) => statusCodeNo).toSorted()).toEqual([0, ...Array(9).fill(569)])
    expect((await ask(fast)).statusCodeNo).toBe(0)
  })

  it('is declined while a withdrawal waits for approval, however the account is written', async () => {
    const payout = { userId: 'pays-out-twice', iban: 'SE45 5000 0000 0583 9825 7466' }
    expect((await platform.withdraw(payout)).body.state).toBe('WAITING_APPROVAL')
    const again = await platform.withdraw({ ...payout, iban: 'SE4550000000058398257466' })
    expect(again.body.statusCodeNo).toBe(569)
  })
})

describe('a change of a payment', () => {
  const event = {
    at: '2026-11-16T12:00:00.000Z',
    type: 'NOTIFY',
    step: null,
    fromNo: 0,
    toNo: 0,
    actor: 'system',
    summary: 'Once',
    durationMs: null,
    facts: null,
    decisions: null,
  }
  const log = {
    id: '01900000-0000-7000-8000-00000000f001',
    attemptNo: null,
    direction: 'OUT',
    target: 'acmecards',
    method: 'POST',
    url: 'http://127.0.0.1/',
    requestHeaders: {},
    requestBody: 'a\0b',
    status: 200,
    responseHeaders: {},
    responseBody: 'cut \ud83d',
    at: event.at,
    latencyMs: 1,
  }

  it('is written with all that belongs to it, or not at all where somebody was quicker', async () => {
    const { body } = await platform.deposit()
    const row = await platform.row(body)
    const written = async () => {
      const { rows } = await sql<{ seq: number; summary: string }>`select seq, summary from tx_event
        where merchant_id = ${row.merchantId} and tx_id = ${row.id} order by seq`.execute(platform.db)
      return rows
    }
    const before = await written()
    const rows = { events: [event, { ...event, summary: 'Twice' }], logs: [log] }
    expect(await updatePayment(platform.db, row, { info: 'Changed' }, rows)).toBe(true)
    expect(await updatePayment(platform.db, row, { info: 'Too late' }, rows)).toBe(false)

    expect(await platform.row(body)).toMatchObject({ info: 'Changed', version: row.version + 1 })
    const last = before.at(-1)?.seq ?? 0
    expect((await written()).slice(before.length)).toEqual([
      { seq: last + 1, summary: 'Once' },
      { seq: last + 2, summary: 'Twice' },
    ])
    // Half a character, and the one no text in the database may have, are no reason to lose what was said.
    const { rows: logs } = await sql<{ requestBody: string; responseBody: string }>`
      select request_body, response_body from tx_log where id = ${log.id}`.execute(platform.db)
    expect(logs).toEqual([{ requestBody: 'a\ufffdb', responseBody: 'cut \ufffd' }])
  })
})

describe('what the engine did', () => {
  const merchantId = 100010001
  const group = 100010000
  const verified = async () => (await verifyChains(platform.deps, [group])).chains[0]

  it('is sealed into the audit log, and whoever changes it is found out', async () => {
    const { body } = await platform.deposit()
    const seal = await sealNewEvents(platform.deps, merchantId)
    expect(seal?.payments).toBeGreaterThan(0)
    expect(await sealNewEvents(platform.deps, merchantId)).toBeUndefined()
    const later = await platform.deposit()
    expect(await sealNewEvents(platform.deps, merchantId)).toMatchObject({ no: 2, payments: 1 })
    expect(await verified()).toMatchObject({ ok: true })

    const event = sql`tx_event where tx_id = ${body.txId} and type = 'PSP_RESPONSE'`
    const { rows } = await sql<{ summary: string }>`select summary from ${event}`.execute(platform.db)
    const write = (summary: string) =>
      sql`update tx_event set summary = ${summary} where tx_id = ${body.txId} and type = 'PSP_RESPONSE'`.execute(
        platform.db,
      )
    await write('acmecards: declined')
    expect(await verified()).toMatchObject({ ok: false, fault: 'EVENTS_CHANGED' })
    expect((await verified())?.reason).toContain(String(body.txId))
    await write(rows[0]?.summary ?? '')
    expect(await verified()).toMatchObject({ ok: true })

    await sql`delete from tx_event where tx_id = ${later.body.txId} and seq = 3`.execute(platform.db)
    expect(await verified()).toMatchObject({ ok: false, fault: 'EVENTS_CHANGED' })
  })

  it('may be erased where it says who somebody was', async () => {
    const { body } = await platform.deposit()
    await sealNewEvents(platform.deps, merchantId)
    const before = await verified()
    await sql`update tx_event set facts = null,
      decisions = (select jsonb_agg(d - 'also' - 'draw') from jsonb_array_elements(decisions) d)
      where tx_id = ${body.txId}`.execute(platform.db)
    expect(await verified()).toEqual({ ...before })
  })
})
