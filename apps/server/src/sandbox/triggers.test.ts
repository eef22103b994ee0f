import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PspCall } from '../payments/connectors/connector.ts'
import type { PspOutcome } from '../payments/connectors/psp-outcome.ts'
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

const connector = (psp: string) => {
  const found = sandbox.services.connectorFor(psp)
  if (!found) throw new Error(`No connector for ${psp}`)
  return found
}

const submit = (psp: string, changes: Partial<PspCall> = {}): Promise<PspOutcome> =>
  connector(psp).submit(testCall(psp, sandbox.callbackUrl, changes))

const cardPsps = ['acmecards', 'borealpay', 'kestrelcard'] as const

/** Boreal takes its time; the clock has to be pushed while it does. */
const submitted = (psp: string, changes: Partial<PspCall> = {}): Promise<PspOutcome> =>
  sandbox.whilePushed(submit(psp, changes))

describe('cards', () => {
  it.each(['4111111111111111', '4242424242424242', '5555555555554444', '378282246310005'])(
    'approves %s',
    async (pan) => {
      const instrument = testCard(pan)
      expect(await submitted('acmecards', { instrument })).toMatchObject({ kind: 'approved', statusNo: 0 })
      expect(await submitted('borealpay', { instrument })).toMatchObject({ kind: 'approved', statusNo: 0 })
      expect(await submitted('kestrelcard', { instrument })).toMatchObject({
        kind: 'redirect',
        page: 'threeDs',
        statusNo: 301,
      })
    },
  )

  const refusals: readonly (readonly [pan: string, statusNo: number, isoCode: string])[] = [
    ['4000000000000002', 530, '05'],
    ['4000000000009995', 504, '51'],
    ['4000000000009987', 539, '41'],
    ['4000000000009979', 539, '43'],
    ['4000000000000069', 531, '54'],
    ['4000000000000127', 532, 'N7'],
    ['4000000000000119', 538, '96'],
  ]
  it.each(refusals)('refuses %s with %i', async (pan, statusNo, isoCode) => {
    for (const psp of cardPsps) {
      const outcome = await submitted(psp, { instrument: testCard(pan) })
      expect(outcome, psp).toMatchObject({ kind: 'declined', statusNo })
      if (psp !== 'kestrelcard') expect(outcome).toMatchObject({ pspCode: isoCode })
    }
  })

  it('asks for authentication where a card wants it and nobody was challenged', async () => {
    const proof = { version: '2.2.0', transStatus: 'Y', eci: '05', dsTransId: 'ds-1', challenged: true }
    for (const pan of ['4000000000003220', '4000002760003184']) {
      const instrument = testCard(pan)
      expect(await submitted('acmecards', { instrument })).toMatchObject({ kind: 'declined', statusNo: 589 })
      expect(await submitted('acmecards', { instrument, threeDs: proof })).toMatchObject({ kind: 'approved' })
      expect(await submitted('kestrelcard', { instrument })).toMatchObject({
        kind: 'redirect',
        page: 'threeDs',
      })
    }
  })

  it('lets an exemption pass with one of the two challenge cards only', async () => {
    const exempt = (pan: string) =>
      submitted('acmecards', { instrument: testCard(pan), exemption: 'LOW_VALUE' })
    expect(await exempt('4000000000003220')).toMatchObject({ kind: 'approved' })
    expect(await exempt('4000002760003184')).toMatchObject({ kind: 'declined', statusNo: 589 })
  })

  it('files a dispute two minutes after 4000000000000259 paid', async () => {
    const call = testCall('acmecards', sandbox.callbackUrl, { instrument: testCard('4000000000000259') })
    expect(await connector('acmecards').submit(call)).toMatchObject({ kind: 'approved' })
    await sandbox.clock.advance(119_000)
    expect(sandbox.told(call.reference)).toBe(0)
    await sandbox.clock.advance(1_000)
    const [callback] = await sandbox.callbacks(call.reference, 1)
    expect(connector('acmecards').readCallback(callback!, call.account)).toMatchObject({
      kind: 'read',
      subject: 'disputeFiled',
      reference: call.reference,
    })
  })

  it('stores 4000000000000341 but refuses it when repeated', async () => {
    const instrument = testCard('4000000000000341')
    expect(await submitted('acmecards', { instrument })).toMatchObject({ kind: 'approved' })
    expect(await submitted('acmecards', { instrument, stored: true })).toMatchObject({
      kind: 'declined',
      statusNo: 530,
    })
  })
})

const everyPsp = [
  'acmecards',
  'borealpay',
  'kestrelcard',
  'nordbank',
  'walletx',
  'manualbank',
  'voucherstore',
  'coinsim',
] as const

describe('amounts of 666: what the issuer answers', () => {
  const answers: readonly (readonly [cents: string, statusNo: number])[] = [
    ['05', 530],
    ['12', 502],
    ['13', 535],
    ['14', 519],
    ['15', 536],
    ['41', 539],
    ['43', 539],
    ['51', 504],
    ['54', 531],
    ['57', 540],
    ['59', 503],
    ['61', 521],
    ['62', 540],
    ['65', 543],
    ['91', 538],
    ['96', 538],
    ['77', 514],
  ]
  it.each(answers)('666.%s is %i at every provider', async (cents, statusNo) => {
    for (const psp of everyPsp)
      expect(await submitted(psp, { amount: euro(`666.${cents}`) }), psp).toMatchObject({
        kind: 'declined',
        statusNo,
      })
  })

  it('looks at what was asked for, not at what is left to move', async () => {
    const changes = { amount: euro('640.00'), requestedAmount: euro('666.51') }
    expect(await submitted('acmecards', changes)).toMatchObject({ kind: 'declined', statusNo: 504 })
  })
})

describe('amounts of 777: what goes wrong on the line', () => {
  const endings: readonly (readonly [cents: string, kind: PspOutcome['kind'], statusNo: number])[] = [
    ['01', 'unknown', 400],
    ['02', 'notSent', 501],
    ['03', 'unknown', 405],
    ['04', 'unknown', 401],
    ['05', 'pending', 303],
    ['06', 'pending', 303],
    ['07', 'pending', 303],
    ['08', 'pending', 303],
    ['09', 'pending', 303],
    ['11', 'declined', 589],
    ['12', 'notSent', 512],
    ['13', 'declined', 597],
  ]
  it.each(endings)('777.%s is %s %i at every provider', async (cents, kind, statusNo) => {
    for (const psp of everyPsp) {
      const account = cents === '01' ? impatientAccount(psp) : testAccount(psp)
      const outcome = await submit(psp, { amount: euro(`777.${cents}`), account })
      expect(outcome, psp).toMatchObject({ kind, statusNo })
    }
  })

  const callbacksOf = async (psp: string, amount: string, count: number, afterMs: number) => {
    const call = testCall(psp, sandbox.callbackUrl, { amount: euro(amount) })
    await connector(psp).submit(call)
    await sandbox.clock.advance(afterMs)
    const arrived = await sandbox.callbacks(call.reference, count)
    return { call, readings: arrived.map((raw) => connector(psp).readCallback(raw, call.account)) }
  }

  it.each(everyPsp)('777.05: %s tells another amount', async (psp) => {
    const { call, readings } = await callbacksOf(psp, '777.05', 1, 1_500)
    expect(readings).toMatchObject([{ kind: 'read', statusNo: 0, reference: call.reference }])
    expect(readings[0]).toMatchObject({ amount: { minor: 69_934n, currency: 'EUR' } })
  })

  it.each(everyPsp)('777.06: a forged callback of %s is refused', async (psp) => {
    const { readings } = await callbacksOf(psp, '777.06', 1, 1_500)
    expect(readings).toMatchObject([{ kind: 'rejected', reason: 'signature' }])
  })

  it.each(everyPsp)('777.07: %s tells of a payment nobody knows', async (psp) => {
    const { call, readings } = await callbacksOf(psp, '777.07', 1, 1_500)
    expect(readings).toMatchObject([{ kind: 'read', statusNo: 0, reference: '100010001A1' }])
    expect(call.reference).not.toBe('100010001A1')
  })

  it.each(everyPsp)('777.08: %s tells the same three times', async (psp) => {
    const { readings } = await callbacksOf(psp, '777.08', 3, 1_500)
    const ids = readings.map((reading) => reading.kind === 'read' && reading.eventId)
    expect(new Set(ids).size).toBe(1)
    expect(readings[0]).toMatchObject({ kind: 'read', statusNo: 0 })
  })

  it('777.09: the callback comes after the payment has expired', async () => {
    const expiresAt = new Date(sandbox.clock.now() + 600_000).toISOString()
    const call = testCall('acmecards', sandbox.callbackUrl, { amount: euro('777.09'), expiresAt })
    await connector('acmecards').submit(call)
    await sandbox.clock.advance(600_000)
    expect(sandbox.told(call.reference)).toBe(0)
    await sandbox.clock.advance(5_000)
    await sandbox.callbacks(call.reference, 1)
  })

  it('777.10: success, and a reversal after a minute', async () => {
    const { call, readings } = await callbacksOf('acmecards', '777.10', 1, 60_000)
    expect(readings).toMatchObject([{ kind: 'read', subject: 'reversal', reference: call.reference }])
  })

  it('777.14: the callback overtakes the answer', async () => {
    const call = testCall('acmecards', sandbox.callbackUrl, { amount: euro('777.14') })
    const outcome = connector('acmecards').submit(call)
    while (
      (await sandbox.read<{ items: unknown[] }>(`/admin/operations?reference=${call.reference}`)).items
        .length === 0
    );
    await sandbox.clock.advance(200)
    await sandbox.callbacks(call.reference, 1)
    await sandbox.clock.advance(8_000)
    expect(await outcome).toMatchObject({ kind: 'approved', statusNo: 0 })
  })

  it('passes 777.11 once the payer was challenged', async () => {
    const threeDs = { version: '2.2.0', transStatus: 'Y', eci: '05', dsTransId: 'ds-1', challenged: true }
    expect(await submit('acmecards', { amount: euro('777.11'), threeDs })).toMatchObject({ kind: 'approved' })
  })
})

describe('bank accounts', () => {
  const payout = (iban: string): Partial<PspCall> => ({
    direction: 'WITHDRAWAL',
    txType: 'BankIBANWithdrawal',
    instrument: { kind: 'iban', iban },
  })

  it.each([
    ['DE89370400440532013000', 'pending', 303],
    ['SE4550000000058398257466', 'pending', 303],
    ['FI2112345600000785', 'unknown', 410],
    ['GB29NWBK60161331926819', 'declined', 505],
    ['NO9386011117947', 'declined', 575],
    ['MT84MALT011000012345MTLCAST001S', 'pending', 303],
  ] as const)('%s is %s %i', async (iban, kind, statusNo) => {
    expect(await submit('nordbank', payout(iban))).toMatchObject({ kind, statusNo })
  })

  it('MT84… is paid, and comes back after two minutes', async () => {
    const call = testCall('nordbank', sandbox.callbackUrl, payout('MT84MALT011000012345MTLCAST001S'))
    await connector('nordbank').submit(call)
    await sandbox.clock.advance(1_500)
    await sandbox.callbacks(call.reference, 1)
    await sandbox.clock.advance(120_000)
    const arrived = await sandbox.callbacks(call.reference, 2)
    expect(arrived.map((raw) => connector('nordbank').readCallback(raw, call.account))).toMatchObject([
      { subject: 'payment', statusNo: 0 },
      { subject: 'reversal', reference: call.reference },
    ])
  })
})
