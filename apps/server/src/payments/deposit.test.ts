import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChains } from '../features/audit/read-model.ts'
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
