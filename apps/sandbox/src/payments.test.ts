import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallbackReading, PspCall, PspFollowUp } from '@signalbox/server/payments/connectors/connector'
import type { PspOutcome } from '@signalbox/server/payments/connectors/psp-outcome'
import { pastReference } from '@signalbox/server/payments/connectors/sandbox-past'
import {
  euro,
  impatientAccount,
  openTestSandbox,
  testAccount,
  testCall,
  testCard,
  type TestSandbox,
} from './testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const connector = (psp: string) => sandbox.services.connectorFor(psp)!
const newCall = (psp: string, changes: Partial<PspCall> = {}): PspCall =>
  testCall(psp, sandbox.callbackUrl, changes)

interface Totals {
  readonly psp: string
  readonly reference: string
  readonly authorized: string
  readonly captured: string
  readonly voided: string
  readonly refunded: string
  readonly paidOut: string
  readonly returned: string
}

const totals = async (reference: string): Promise<Totals> => {
  const { items } = await sandbox.read<{ items: Totals[] }>('/admin/totals')
  const found = items.filter((item) => item.reference === reference)
  expect(found).toHaveLength(1)
  return found[0]!
}

let nextFollowUp = 1
const followUp = (
  call: PspCall,
  origin: PspOutcome,
  amount: string,
  changes: Partial<PspFollowUp> = {},
): PspFollowUp => {
  const no = nextFollowUp++
  return {
    account: call.account,
    reference: `100010001A9${no}`,
    idempotencyKey: `100010001A9${no}-1`,
    originReference: call.reference,
    originPspRefId: 'pspRefId' in origin ? origin.pspRefId : null,
    amount: euro(amount),
    requestedAmount: euro(amount),
    callbackUrl: call.callbackUrl,
    ...changes,
  }
}

const query = (call: PspCall) => connector(call.account.psp).query({ ...call, expectedAmount: call.amount })

async function readings(call: PspCall, count: number): Promise<CallbackReading[]> {
  const arrived = await sandbox.callbacks(call.reference, count)
  return arrived.map((raw) => connector(call.account.psp).readCallback(raw, call.account))
}

describe('the same key', () => {
  it('moves money once, however often it is sent', async () => {
    const call = newCall('acmecards', { amount: euro('25.00') })
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => connector('acmecards').submit(call)))
    const references = outcomes.map((outcome) =>
      outcome.kind === 'approved' ? outcome.pspRefId : outcome.kind,
    )
    expect(new Set(references).size).toBe(1)
    expect(await totals(call.reference)).toMatchObject({ captured: '2500' })
  })

  it('refunds once too', async () => {
    const call = newCall('acmecards', { amount: euro('25.00') })
    const refund = followUp(call, await connector('acmecards').submit(call), '10.00')
    for (const _ of [1, 2, 3])
      expect(await connector('acmecards').refund(refund)).toMatchObject({ kind: 'approved' })
    expect(await totals(call.reference)).toMatchObject({ captured: '2500', refunded: '1000' })
  })

  it('tells what became of a request that was never answered', async () => {
    const call = newCall('acmecards', { amount: euro('777.01'), account: impatientAccount('acmecards') })
    expect(await connector('acmecards').submit(call)).toMatchObject({ kind: 'unknown', statusNo: 400 })
    const patient = { ...call, account: testAccount('acmecards') }
    expect(await query(patient)).toMatchObject({ kind: 'pending' })
    expect(await connector('acmecards').submit(patient)).toMatchObject({ kind: 'pending' })
    // Its book knows better than it answers, and says for how long.
    const { items } = await sandbox.read<{ items: { state: string; unclearUntil: string }[] }>(
      `/admin/operations?reference=${call.reference}`,
    )
    const unclearUntil = new Date(sandbox.clock.now() + 900_000).toISOString()
    expect(items).toMatchObject([{ state: 'approved', unclearUntil }])
    await sandbox.clock.advance(900_000)
    expect(await query(patient)).toMatchObject({ kind: 'approved', amount: euro('777.01') })
    expect(await totals(call.reference)).toMatchObject({ captured: '77701' })
  })
})

describe('reserve now, take later', () => {
  const reserved = async (amount: string) => {
    const call = newCall('acmecards', { amount: euro(amount), authorizeOnly: true })
    const outcome = await connector('acmecards').submit(call)
    expect(outcome).toMatchObject({ kind: 'approved', captured: false, statusNo: 3 })
    return { call, outcome }
  }

  it('captures in parts up to what was reserved', async () => {
    const { call, outcome } = await reserved('100.00')
    expect(await totals(call.reference)).toMatchObject({ authorized: '10000', captured: '0' })
    expect(await connector('acmecards').capture(followUp(call, outcome, '60.00'))).toMatchObject({
      kind: 'approved',
    })
    expect(await connector('acmecards').capture(followUp(call, outcome, '40.01'))).toMatchObject({
      kind: 'declined',
      statusNo: 535,
    })
    expect(await connector('acmecards').capture(followUp(call, outcome, '40.00'))).toMatchObject({
      kind: 'approved',
    })
    expect(await totals(call.reference)).toMatchObject({ captured: '10000' })
  })

  it('voids what was not taken, and then nothing can be taken', async () => {
    const { call, outcome } = await reserved('100.00')
    expect(await connector('acmecards').void(followUp(call, outcome, '100.00'))).toMatchObject({
      kind: 'approved',
    })
    expect(await connector('acmecards').capture(followUp(call, outcome, '1.00'))).toMatchObject({
      kind: 'declined',
    })
    expect(await totals(call.reference)).toMatchObject({ captured: '0', voided: '10000' })
  })

  it('does not give back what was not taken', async () => {
    const { call, outcome } = await reserved('100.00')
    expect(await connector('acmecards').refund(followUp(call, outcome, '1.00'))).toMatchObject({
      kind: 'declined',
      statusNo: 535,
    })
  })

  it('knows nothing of payments it never saw', async () => {
    const { call, outcome } = await reserved('1.00')
    const strange = { originReference: '100010001A404', originPspRefId: null }
    expect(await connector('acmecards').refund(followUp(call, outcome, '1.00', strange))).toMatchObject({
      kind: 'notFound',
      statusNo: 577,
    })
    for (const psp of [
      'acmecards',
      'borealpay',
      'kestrelcard',
      'nordbank',
      'walletx',
      'manualbank',
      'voucherstore',
      'coinsim',
    ])
      expect(await query(newCall(psp)), psp).toMatchObject({ kind: 'notFound' })
  })
})

/** Sends a form as a browser does and says where it leads. */
async function press(
  url: string,
  fields: Record<string, string>,
): Promise<{ status: number; to: string | null }> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  return { status: answer.status, to: answer.headers.get('location') }
}

async function page(call: PspCall): Promise<string> {
  const outcome = await connector(call.account.psp).submit(call)
  if (outcome.kind !== 'redirect') throw new Error(`${outcome.kind} instead of a page`)
  return outcome.url
}

describe('pages of providers', () => {
  const challenged = { instrument: testCard('4000000000003220') }

  it('kestrelcard: the right code pays and leads back', async () => {
    const call = newCall('kestrelcard', challenged)
    const url = await page(call)
    expect(await (await fetch(url)).text()).toContain('Code sent to your phone')
    expect(await press(url, { otp: '5555' })).toMatchObject({ status: 200 })
    expect(await press(url, { otp: '1234' })).toEqual({ status: 303, to: call.returnUrl })
    expect(await query(call)).toMatchObject({ kind: 'approved' })
    await sandbox.clock.advance(0)
    expect(await readings(call, 1)).toMatchObject([{ kind: 'read', statusNo: 0, reference: call.reference }])
    expect(await press(url, { otp: '1234' })).toMatchObject({ status: 404 })
    expect(await totals(call.reference)).toMatchObject({ captured: '10000' })
  })

  it.each([
    ['9999', {}, 529],
    ['1234', { action: 'cancel' }, 600],
  ])('kestrelcard: code %s with %o ends in %i', async (otp, fields, statusNo) => {
    const call = newCall('kestrelcard', challenged)
    await press(await page(call), { otp, ...fields })
    expect(await query(call)).toMatchObject({ kind: 'declined', statusNo })
    expect(await totals(call.reference)).toMatchObject({ captured: '0' })
  })

  it.each([
    ['888.01', 'approved', 0],
    ['888.02', 'declined', 529],
    ['888.03', 'approved', 0],
  ])('kestrelcard: %s needs no page', async (amount, kind, statusNo) => {
    expect(
      await connector('kestrelcard').submit(newCall('kestrelcard', { amount: euro(amount) })),
    ).toMatchObject({
      kind,
      statusNo,
    })
  })

  it.each([
    ['888.04', 'approved', 0],
    ['888.05', 'declined', 529],
    ['888.07', 'declined', 551],
    ['888.08', 'declined', 550],
  ])('kestrelcard: the page of %s decides by itself', async (amount, kind, statusNo) => {
    const call = newCall('kestrelcard', { amount: euro(amount) })
    const answer = await fetch(await page(call), { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(call.returnUrl)
    expect(await query(call)).toMatchObject({ kind, statusNo })
  })

  it('nordbank: agreed on the page, known between 5 and 60 seconds later', async () => {
    const call = newCall('nordbank', { instrument: { kind: 'none' } })
    const url = await page(call)
    expect(await press(url, { action: 'pay' })).toMatchObject({ status: 303 })
    expect(await query(call)).toMatchObject({ kind: 'pending', statusNo: 303 })
    await sandbox.clock.advance(4_999)
    expect(await query(call)).toMatchObject({ kind: 'pending' })
    await sandbox.clock.advance(55_001)
    expect(await readings(call, 1)).toMatchObject([{ kind: 'read', statusNo: 0 }])
    expect(await query(call)).toMatchObject({ kind: 'approved' })
  })

  it.each([
    ['kestrelcard', challenged],
    ['nordbank', { instrument: { kind: 'none' } }],
    ['walletx', { instrument: { kind: 'none' } }],
  ])('%s: speaks the language of the payment, and stays with it when it is over', async (psp, changes) => {
    const call = newCall(psp, changes as Partial<PspCall>)
    const url = await page({ ...call, user: { ...call.user, locale: 'sv_SE' } })
    const german = { headers: { 'accept-language': 'de' } }
    expect(await (await fetch(url, german)).text()).toContain('testsida')
    await press(url, { action: 'cancel' })
    expect(await (await fetch(url, german)).text()).toContain('Betalningen väntar inte på dig längre.')
  })

  it('says nothing a stranger could use', async () => {
    const call = newCall('nordbank', { instrument: { kind: 'none' }, reference: '100010001A<script>' })
    expect(await (await fetch(await page(call))).text()).not.toContain('<script>')
  })
})

describe('manners of the other providers', () => {
  const payout = (changes: Partial<PspCall> = {}): Partial<PspCall> => ({
    direction: 'WITHDRAWAL',
    ...changes,
  })

  it('walletx: deposits at once, payouts once the holder confirms', async () => {
    const wallet = { kind: 'wallet', account: 'alva@wallet.example' } as const
    const deposit = newCall('walletx', { instrument: wallet, account: testAccount('walletx', 'UK') })
    expect(await connector('walletx').submit(deposit)).toMatchObject({ kind: 'approved' })
    const call = newCall('walletx', payout({ instrument: wallet }))
    expect(await connector('walletx').submit(call)).toMatchObject({
      kind: 'pending',
      waitsFor: 'confirmation',
      statusNo: 304,
    })
    await sandbox.clock.advance(5_000)
    expect(await readings(call, 1)).toMatchObject([{ kind: 'read', statusNo: 0 }])
    expect(await totals(call.reference)).toMatchObject({ paidOut: '10000', captured: '0' })
  })

  it('walletx: without an account the user goes to its page', async () => {
    const call = newCall('walletx', { instrument: { kind: 'none' } })
    await press(await page(call), { action: 'pay' })
    expect(await query(call)).toMatchObject({ kind: 'approved' })
  })

  it('kestrelcard: pays out to cards at once', async () => {
    const call = newCall('kestrelcard', payout())
    expect(await connector('kestrelcard').submit(call)).toMatchObject({ kind: 'approved' })
    expect(await totals(call.reference)).toMatchObject({ paidOut: '10000' })
  })

  it('manualbank: somebody confirms or refuses', async () => {
    for (const accepted of [true, false]) {
      const call = newCall('manualbank', { instrument: { kind: 'none' } })
      const outcome = await connector('manualbank').submit(call)
      expect(outcome).toMatchObject({ kind: 'pending', waitsFor: 'confirmation', statusNo: 302 })
      expect(outcome).toHaveProperty('instructions.message')
      const { items } = await sandbox.read<{ items: { id: string }[] }>(
        `/admin/operations?reference=${call.reference}`,
      )
      const answer = await sandbox.write('POST', `/admin/operations/${items[0]!.id}/confirm`, { accepted })
      expect(answer.status).toBe(200)
      await sandbox.clock.advance(0)
      expect(await readings(call, 1)).toMatchObject([{ kind: 'read', statusNo: accepted ? 0 : 530 }])
    }
  })

  it('voucherstore: codes of the right shape, once each was not spoilt', async () => {
    const redeem = (code: string) =>
      connector('voucherstore').submit(newCall('voucherstore', { instrument: { kind: 'voucher', code } }))
    expect(await redeem('7Q2K-9M4T-XW3A-5H8N')).toMatchObject({ kind: 'approved' })
    expect(await redeem('7q2k 9m4t xw3a 5h8n')).toMatchObject({ kind: 'declined', statusNo: 518 })
    expect(await redeem('no')).toMatchObject({ kind: 'declined', statusNo: 519 })
    expect(await redeem('USED-9M4T-XW3A-5H8N')).toMatchObject({ kind: 'declined', statusNo: 518 })
    expect(await redeem('EXPIRED9M4TXW3A')).toMatchObject({ kind: 'declined', statusNo: 568 })
  })

  it('voucherstore: says whether a code is good without redeeming it', async () => {
    const store = connector('voucherstore')
    const askedBy = { clientId: 'shop' }
    const check = (code: string) =>
      store.checkVoucher?.(testAccount('voucherstore'), { merchantId: 100010001, code, askedBy })
    expect(await check('GOOD-9M4T-XW3A')).toEqual({ valid: true, reason: null })
    expect(await check('GOOD-9M4T-XW3A')).toEqual({ valid: true, reason: null })
    expect(await check('USED-9M4T-XW3A')).toEqual({ valid: false, reason: 'already_redeemed' })
    const instrument = { kind: 'voucher', code: 'GOOD9M4TXW3A' } as const
    await store.submit(newCall('voucherstore', { instrument }))
    expect(await check('GOOD-9M4T-XW3A')).toEqual({ valid: false, reason: 'already_redeemed' })
  })

  it('gives back what was paid in a past it has no book of, but nothing it never took', async () => {
    const acme = connector('acmecards')
    const refund = (originPspRefId: string, amount: string) => {
      const call = newCall('acmecards', { amount: euro(amount) })
      return acme.refund({ ...call, originReference: '100010001A1', originPspRefId })
    }
    const past = pastReference('acmecards', euro('50.00'), '123456')
    expect(await refund(past, '30.00')).toMatchObject({ kind: 'approved' })
    expect(await refund(past, '20.01')).toMatchObject({ kind: 'declined', statusNo: 535 })
    expect(await refund(past, '20.00')).toMatchObject({ kind: 'approved' })
    expect(await refund(past.replace('-EUR-', '-SEK-'), '1.00')).toMatchObject({ kind: 'notFound' })
    const reserved = pastReference('acmecards', euro('50.00'), '654321')
    const call = newCall('acmecards', { amount: euro('50.00') })
    expect(
      await acme.capture({ ...call, originReference: '100010001A2', originPspRefId: reserved }),
    ).toMatchObject({ kind: 'approved' })
  })

  it('coinsim: what arrives differs a little from what was asked for', async () => {
    const amounts = new Set<string>()
    for (const _ of Array.from({ length: 10 })) {
      const call = newCall('coinsim', { instrument: { kind: 'none' } })
      expect(await connector('coinsim').submit(call)).toMatchObject({ kind: 'pending', statusNo: 303 })
      await sandbox.clock.advance(4_000)
      const [reading] = await readings(call, 1)
      const { captured } = await totals(call.reference)
      expect(reading).toMatchObject({ kind: 'read', statusNo: 0, amount: { minor: BigInt(captured) } })
      expect(await query(call)).toMatchObject({ kind: 'approved', amount: { minor: BigInt(captured) } })
      amounts.add(captured)
    }
    expect(amounts.size).toBeGreaterThan(1)
  })

  it('a payment that waits can be cancelled, one that is done cannot', async () => {
    const call = newCall('manualbank', { instrument: { kind: 'none' } })
    const waiting = await connector('manualbank').submit(call)
    expect(await connector('manualbank').cancel(followUp(call, waiting, '100.00'))).toMatchObject({
      kind: 'approved',
    })
    expect(await query(call)).toMatchObject({ kind: 'declined', statusNo: 602 })
    const done = newCall('acmecards')
    const outcome = await connector('acmecards').submit(done)
    expect(await connector('acmecards').cancel(followUp(done, outcome, '100.00'))).toMatchObject({
      kind: 'declined',
    })
  })
})

describe('signatures of callbacks', () => {
  it.each([
    'acmecards',
    'borealpay',
    'kestrelcard',
    'nordbank',
    'walletx',
    'manualbank',
    'voucherstore',
    'coinsim',
  ])('%s: one changed character is noticed, another key too', async (psp) => {
    const call = newCall(psp, { amount: euro('777.08') })
    await connector(psp).submit(call)
    await sandbox.clock.advance(1_500)
    const [raw] = await sandbox.callbacks(call.reference, 1)
    const { readCallback } = connector(psp)
    expect(readCallback(raw!, call.account)).toMatchObject({ kind: 'read' })
    const changed = { ...raw!, body: raw!.body.replace('777', '999') }
    expect(
      changed.body === raw!.body
        ? readCallback({ ...raw!, body: raw!.body.replace('77708', '99908') }, call.account)
        : readCallback(changed, call.account),
    ).toMatchObject({
      kind: 'rejected',
      reason: 'signature',
    })
    const others = Object.fromEntries(Object.keys(call.account.secrets).map((name) => [name, 'another key']))
    expect(readCallback(raw!, { ...call.account, secrets: others })).toMatchObject({ kind: 'rejected' })
    expect(readCallback({ headers: {}, body: '' }, call.account)).toMatchObject({ kind: 'rejected' })
  })
})

describe('credentials', () => {
  it.each([
    'acmecards',
    'borealpay',
    'kestrelcard',
    'nordbank',
    'walletx',
    'manualbank',
    'voucherstore',
    'coinsim',
  ])('%s turns away a wrong secret and answers the right one', async (psp) => {
    const account = testAccount(psp)
    const wrong = Object.fromEntries(Object.keys(account.secrets).map((name) => [name, 'wrong-secret']))
    expect(await connector(psp).ping(account)).toMatchObject({ ok: true })
    expect(await connector(psp).ping({ ...account, secrets: wrong })).toMatchObject({ ok: false })
    const call = newCall(psp, { account: { ...account, secrets: wrong } })
    expect(await connector(psp).submit(call)).toMatchObject({ kind: 'declined', statusNo: 508 })
  })
})

describe('while somebody travels in time', () => {
  it('whoever is being answered waits no longer than usual', async () => {
    await sandbox.write('POST', '/admin/time', { minutes: 10_080 })
    const call = newCall('borealpay')
    const answer = connector('borealpay').submit(call)
    const isThere = async () => {
      const { items } = await sandbox.read<{ items: Totals[] }>('/admin/totals')
      return items.some(({ reference }) => reference === call.reference)
    }
    while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 5))
    await sandbox.write('DELETE', '/admin/time')
    expect((await sandbox.whilePushed(answer)).kind).toBe('approved')
  })
})
