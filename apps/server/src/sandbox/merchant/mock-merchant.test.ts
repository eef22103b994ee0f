import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MerchantCall } from '../../payments/connectors/merchant-client.ts'
import { sandboxMerchantSecret } from '../../payments/connectors/sandbox-accounts.ts'
import { euro, openTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

let nextTxId = 27_023_107

const newCall = (requested = '10.00', changes: Partial<MerchantCall> = {}): MerchantCall => ({
  endpoint: { merchantId: 100010001, signingSecret: sandboxMerchantSecret },
  txId: nextTxId++,
  tryNo: 1,
  requestedAmount: euro(requested),
  ...changes,
})

const verify = (call: MerchantCall, userId = 'user_1') =>
  sandbox.services.merchant.verifyUser(call, { sessionId: 's-1', userId })

const movement = (text: string, userId: string) => {
  const negative = text.startsWith('-')
  const { minor, currency } = euro(text.replace('-', ''))
  return {
    userId,
    txAmount: { minor: negative ? -minor : minor, currency },
    txTypeId: 100,
    txName: 'CreditcardDeposit',
    provider: 'acmecards',
  }
}

const authorize = (call: MerchantCall, amount: string, userId = 'user_1') =>
  sandbox.services.merchant.authorize(call, movement(amount, userId))

const transfer = (call: MerchantCall, amount: string, userId = 'user_1', decisionNo = 1) =>
  sandbox.services.merchant.transfer(call, {
    ...movement(amount, userId),
    authCode: `auth-${call.txId}`,
    decisionNo,
    txPspAmount: euro('10.00'),
    txRefId: `100010001A${call.txId}`,
  })

const cancel = (call: MerchantCall, amount: string, userId = 'user_1', decisionNo = 1) =>
  sandbox.services.merchant.cancel(call, {
    ...movement(amount, userId),
    authCode: `auth-${call.txId}`,
    decisionNo,
    statusCode: 'ERR_DECLINED_NO_FUNDS',
  })

const wallet = (userId: string) =>
  sandbox.read<{ balance: string; reserved: string }>(`/merchant/100010001/wallets/${userId}/EUR`)

describe('users', () => {
  it('are who they are, in the currency of the payment', async () => {
    const outcome = await verify(newCall())
    expect(outcome).toMatchObject({
      kind: 'accepted',
      answer: { userId: 'user_1', country: 'SWE', balance: { currency: 'EUR' } },
    })
    expect(await verify(newCall())).toMatchObject({
      answer: outcome.kind === 'accepted' ? outcome.answer : {},
    })
    expect(await sandbox.services.merchant.lookupUser(newCall(), { userId: 'user_1' })).toMatchObject({
      kind: 'accepted',
    })
  })

  it('may be blocked', async () => {
    expect(await verify(newCall(), 'user_blocked')).toMatchObject({ kind: 'refused', statusNo: 547 })
  })
})

describe('wallets', () => {
  it('take deposits once, whatever is repeated', async () => {
    const call = newCall()
    expect(await authorize(call, '10.00', 'user_2')).toMatchObject({ kind: 'accepted' })
    for (const tryNo of [1, 2, 3])
      expect(await transfer({ ...call, tryNo }, '10.00', 'user_2')).toMatchObject({ kind: 'accepted' })
    expect(await wallet('user_2')).toMatchObject({ balance: '100010.00', reserved: '0.00' })
  })

  it('hold back what is on its way out, and let go of it', async () => {
    const call = newCall()
    await authorize(call, '-300.00', 'user_3')
    await authorize(call, '-300.00', 'user_3')
    expect(await wallet('user_3')).toMatchObject({ balance: '100000.00', reserved: '300.00' })
    await cancel(call, '-300.00', 'user_3')
    await cancel(call, '-300.00', 'user_3')
    expect(await wallet('user_3')).toMatchObject({ balance: '100000.00', reserved: '0.00' })
    const second = newCall()
    await authorize(second, '-300.00', 'user_3')
    await transfer(second, '-300.00', 'user_3')
    expect(await wallet('user_3')).toMatchObject({ balance: '99700.00', reserved: '0.00' })
  })

  it('hold what was decided last, whatever is repeated or comes late', async () => {
    const call = newCall()
    const balance = async () => (await wallet('user_9')).balance
    await authorize(call, '10.00', 'user_9')
    await transfer(call, '10.00', 'user_9', 1)
    await cancel(call, '10.00', 'user_9', 2)
    await cancel(call, '10.00', 'user_9', 2)
    expect(await balance()).toBe('100000.00')
    await transfer(call, '10.00', 'user_9', 1)
    expect(await balance()).toBe('100000.00')
    await transfer(call, '10.00', 'user_9', 3)
    expect(await balance()).toBe('100010.00')
    await cancel(call, '10.00', 'user_9', 2)
    expect(await balance()).toBe('100010.00')
    const other = newCall()
    await authorize(other, '10.00', 'user_9')
    await cancel(other, '10.00', 'user_9', 2)
    await transfer(other, '10.00', 'user_9', 1)
    expect(await balance()).toBe('100010.00')
  })

  it('do not reserve more than there is', async () => {
    expect(await authorize(newCall(), '-100000.01', 'user_4')).toMatchObject({
      kind: 'refused',
      statusNo: 522,
      errCode: 'INSUFFICIENT_FUNDS',
    })
  })
})

describe('amounts of 999', () => {
  it('.01 the session is over', async () => {
    expect(await verify(newCall('999.01'))).toMatchObject({ kind: 'refused', statusNo: 548 })
  })
  it('.02 the payment is not authorised', async () => {
    const call = newCall('999.02')
    expect(await verify(call)).toMatchObject({ kind: 'accepted' })
    expect(await authorize(call, '999.02')).toMatchObject({ kind: 'refused', statusNo: 522 })
  })
  it('.03 the merchant is away', async () => {
    expect(await verify(newCall('999.03'))).toMatchObject({ kind: 'noAnswer', statusNo: 520 })
  })
  it('.04 the transfer is refused, however often', async () => {
    const call = newCall('999.04')
    expect(await authorize(call, '999.04')).toMatchObject({ kind: 'accepted' })
    for (const tryNo of [1, 2])
      expect(await transfer({ ...call, tryNo }, '999.04')).toMatchObject({ kind: 'refused' })
  })
  it('.05 the merchant speaks nonsense', async () => {
    expect(await verify(newCall('999.05'))).toMatchObject({ kind: 'invalid', statusNo: 525 })
  })
  it('.06 a gaming limit is reached', async () => {
    const call = newCall('999.06')
    expect(await verify(call)).toMatchObject({ kind: 'accepted' })
    expect(await authorize(call, '999.06')).toMatchObject({ kind: 'refused', statusNo: 546 })
  })
  it('.07 the transfer is taken at the third try, once', async () => {
    const call = newCall('999.07')
    await authorize(call, '999.07', 'user_5')
    const kinds = []
    for (const tryNo of [1, 2, 3, 4])
      kinds.push((await transfer({ ...call, tryNo }, '999.07', 'user_5')).kind)
    expect(kinds).toEqual(['noAnswer', 'noAnswer', 'accepted', 'accepted'])
    expect(await wallet('user_5')).toMatchObject({ balance: '100999.07' })
  })
})

describe('calls', () => {
  it('are told apart and signed; a wrong signature is turned away', async () => {
    const call = newCall()
    const { log } = await verify(call)
    expect(log.requestHeaders['x-request-id']).toBe(`${call.txId}-verifyuser-1`)
    const wrong = { merchantId: 100010001, signingSecret: 'another secret' }
    expect(await verify({ ...call, endpoint: wrong })).toMatchObject({ kind: 'invalid' })
  })

  it('find nobody where no sandbox and no address are given', async () => {
    const endpoint = { merchantId: 1, url: 'http://127.0.0.1:9/{action}' }
    expect(await verify({ ...newCall(), endpoint })).toMatchObject({ kind: 'noAnswer', statusNo: 520 })
  })

  it.each([
    ['DisputeFiled', '100000.00'],
    ['Notification', '99990.00'],
  ] as const)(
    'tell of what a PSP did, which moves the wallet if it was a reversal: %s',
    async (txName, left) => {
      const userId = `told-${txName}`
      const call = newCall()
      const tell = () =>
        sandbox.services.merchant.notify(call, {
          userId,
          txTypeId: 900,
          txName,
          originTxId: 1,
          txAmount: { minor: -1000n, currency: 'EUR' },
          txPspAmount: euro('10.00'),
          txRefId: '100010001A1',
          reason: 'acmecards reports it.',
        })
      expect(await tell()).toMatchObject({ kind: 'accepted' })
      expect(await tell(), 'the same again').toMatchObject({ kind: 'accepted' })
      expect((await wallet(userId)).balance).toBe(left)
    },
  )
})
