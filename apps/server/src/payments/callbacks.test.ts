import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '../kit/audit.ts'
import { decline } from './core/flow/decline.ts'
import { purgeExpired } from '../kit/purge-expired.ts'
import { expiredRejections } from './core/record/rejected-callback-store.ts'
import { checkBooks } from './ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { eventually } from '../testing/eventually.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform({ pollMs: [3_600_000], notificationTtlMs: 60_000 }, 0.03)
})
afterAll(async () => {
  await platform.close()
})

let users = 0
const somebody = () => `user_${++users}`
const pay = (amount: string) => platform.deposit({ userId: somebody(), amount: { amount, currency: 'EUR' } })

interface Heard {
  readonly outcome: string
  readonly signatureOk: boolean
}

const heardOf = async (txId: number): Promise<Heard[]> => {
  const { rows } =
    await sql<Heard>`select outcome, signature_ok from callback where tx_id = ${txId} order by received_at`.execute(
      platform.db,
    )
  return rows
}

describe('what PSPs tell us', () => {
  it('three times counts once', async () => {
    const { body } = await pay('777.08')
    const ended = await platform.until(body, 'SUCCESSFUL')
    expect(ended.statusCodeNo).toBe(0)
    const heard = await eventually(
      () => heardOf(body.txId),
      (all) => all.length > 0,
    )
    expect(heard.length).toBe(1)
    const { rows } =
      await sql`select 1 from journal_entry where source_id = ${String(body.txId)} and event_type = 'DEPOSIT_SUCCESS'`.execute(
        platform.db,
      )
    expect(rows.length).toBe(1)
  })

  it('about another amount is not believed', async () => {
    const { body } = await pay('777.05')
    const ended = await platform.until(body, 'INCONSISTENT')
    expect(ended.statusCodeNo).toBe(407)
    const { rows } = await sql<{
      type: string
      state: string
    }>`select type, state from investigation_case where tx_id = ${body.txId}`.execute(platform.db)
    expect(rows).toEqual([{ type: 'INCONSISTENT', state: 'OPEN' }])
  })

  it('with a wrong signature is kept and changes nothing', async () => {
    const { body } = await pay('777.06')
    const heard = await eventually(
      () => heardOf(body.txId),
      (all) => all.length > 0,
    )
    expect(heard.map(({ outcome, signatureOk }) => [outcome, signatureOk])).toEqual([['REJECTED', false]])
    expect((await platform.row(body)).statusNo).toBe(303)
  })

  it('about nobody we know becomes a case', async () => {
    await pay('777.07')
    const unknown = async () =>
      (
        await sql<{
          type: string
        }>`select type from investigation_case where type = 'UNKNOWN_CALLBACK'`.execute(platform.db)
      ).rows
    expect((await eventually(unknown, (all) => all.length > 0)).length).toBeGreaterThan(0)
  })

  it('before they answered waits for the answer', async () => {
    const { body } = await pay('777.14')
    const ended = await platform.until(body, 'SUCCESSFUL')
    expect(ended.statusCodeNo).toBe(0)
    const heard = await eventually(
      () => heardOf(body.txId),
      (all) => all.every(({ outcome }) => outcome !== 'PARKED'),
    )
    expect(heard.every(({ outcome }) => outcome === 'IGNORED_DUPLICATE' || outcome === 'APPLIED')).toBe(true)
  })

  it('that a finished payment was taken back is a transaction of its own', async () => {
    const { body } = await pay('777.10')
    await platform.until(body, 'SUCCESSFUL')
    const children = async () =>
      (
        await sql<{
          txType: string
          statusNo: number
        }>`select tx_type, status_no from transaction where origin_tx_id = ${body.txId}`.execute(platform.db)
      ).rows
    expect(await eventually(children, (all) => all.length > 0)).toEqual([{ txType: 'Reversal', statusNo: 0 }])
    expect((await platform.row(body)).statusNo).toBe(0)
  })

  it('too late about a payment that was given up opens it again', async () => {
    const { body } = await pay('777.09')
    expect(body.statusCodeNo).toBe(303)
    await sql`update transaction set expires_at = now() - interval '1 second', psp_ref_id = null where id = ${body.txId}`.execute(
      platform.db,
    )
    await platform.app.payments.machine.change(
      { merchantId: body.merchantId, id: body.txId },
      systemActor,
      (payment) => decline(payment, 568, { at: 'EXPIRY', info: 'Expired for a test' }),
    )
    const operations = await fetch(`${platform.sandboxUrl}/admin/operations?reference=${body.txRefId}`)
    const { items } = (await operations.json()) as { items: { id: string }[] }
    await fetch(`${platform.sandboxUrl}/admin/operations/${items[0]?.id}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accepted: true }),
    })
    const ended = await eventually(
      () => platform.row(body),
      ({ statusNo }) => statusNo === 403,
    )
    expect({ no: ended.statusNo, held: ended.stepState.suspense }).toEqual({ no: 403, held: true })
  })
})

describe('messages nobody signed', () => {
  const send = async (remoteAddress: string, payload: string) => {
    const { statusCode } = await platform.app.inject({
      method: 'POST',
      url: '/signalbox/psp/acmecards/callback/3DS',
      headers: { 'content-type': 'text/plain' },
      remoteAddress,
      payload,
    })
    return statusCode
  }
  const keptOf = async (address: string) => {
    const { rows } = await sql<{ outcome: string; length: number }>`select outcome, length(body) as length
      from callback where source_ip = ${address}`.execute(platform.db)
    return rows
  }

  it('are all turned away alike, and the beginnings of sixty of one address are kept in a minute', async () => {
    const answers: number[] = []
    for (let sent = 0; sent < 63; sent++) answers.push(await send('203.0.113.7', 'forged '.repeat(5_000)))
    expect([answers.length, new Set(answers)]).toEqual([63, new Set([401])])
    const kept = await keptOf('203.0.113.7')
    expect(kept).toEqual(Array.from({ length: 60 }, () => ({ outcome: 'REJECTED', length: 4_096 })))
    expect(await send('203.0.113.8', 'forged')).toBe(401)
    expect(await keptOf('203.0.113.8')).toEqual([{ outcome: 'REJECTED', length: 6 }])
  })

  it('are kept a thousand in an hour, however many addresses they come from', async () => {
    await sql`insert into callback (merchant_id, id, psp, psp_account, dedupe_key, received_at, source_ip, signature_ok,
        reading, body, outcome)
      select 1000, gen_random_uuid(), 'acmecards', '3DS', 'rejected many ' || no, now() - interval '30 minutes',
        'many ' || no, false, '{}', '', 'REJECTED' from generate_series(1, 1000) no`.execute(platform.db)
    expect(await send('203.0.113.9', 'forged')).toBe(401)
    expect(await keptOf('203.0.113.9')).toEqual([])
    await sql`update callback set received_at = now() - interval '61 minutes' where source_ip like 'many %'`.execute(
      platform.db,
    )
    expect(await send('203.0.113.9', 'forged')).toBe(401)
    expect(await keptOf('203.0.113.9')).toHaveLength(1)
  })

  it('are removed after a month, and nothing that was signed is', async () => {
    await sql`insert into callback (merchant_id, id, psp, psp_account, dedupe_key, received_at, source_ip, signature_ok,
        reading, body, outcome)
      values (1000, gen_random_uuid(), 'acmecards', '3DS', 'signed long ago', now() - interval '90 days', '203.0.113.1',
        true, '{}', '', 'UNKNOWN')`.execute(platform.db)
    await send('203.0.113.10', 'forged')
    const countOf = async (signed: boolean) => {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count from callback
        where signature_ok = ${signed}`.execute(platform.db)
      return rows[0]?.count
    }
    const purgeAfter = async (days: number) => {
      const later = new Date(Date.now() + days * 86_400_000)
      for (const rows of expiredRejections(later)) await purgeExpired(platform.db, rows)
    }
    const [signed, forged] = [await countOf(true), await countOf(false)]
    await purgeAfter(29)
    expect([await countOf(true), await countOf(false)]).toEqual([signed, forged])
    await purgeAfter(31)
    expect([await countOf(true), await countOf(false)]).toEqual([signed, 0])
    expect(signed).toBeGreaterThan(0)
    expect(forged).toBeGreaterThan(0)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })
})
