import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChains } from '../features/audit/read-model.ts'
import { updatePayment } from './transactions/payment-write-store.ts'
import { sealNewEvents } from './transactions/seal-events.ts'
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
