import type { Rule } from '@signalbox/model/rules/rule'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { onlyFor, rulePublisher } from '../testing/publish-rules.ts'

const merchantId = 100010001
let platform: PaymentPlatform
let publish: Awaited<ReturnType<typeof rulePublisher>>

beforeAll(async () => {
  platform = await paymentPlatform()
  publish = await rulePublisher(platform)
})
afterAll(() => platform.close())

interface Method {
  readonly method: string
  readonly service: string | null
  readonly available: boolean
}

const methodsFor = async (userId: string, query: Record<string, string> = {}) => {
  const asked = new URLSearchParams({
    merchantId: String(merchantId),
    userId,
    sessionId: 's-1',
    method: 'DEPOSIT',
    currency: 'EUR',
    ...query,
  })
  const { status, body } = await platform.call<{ methods: Method[] }>(
    'GET',
    `/payment-methods?${asked.toString()}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const names = async (userId: string, query?: Record<string, string>) =>
  (await methodsFor(userId, query)).methods.map(({ method }) => method)

const deposits = { method: { op: 'in', values: ['DEPOSIT'] } } as const
const offer = (
  userId: string,
  conditions: Rule['conditions'],
  outputs: Rule['outputs'],
): Pick<Rule, 'conditions' | 'outputs'> => ({
  conditions: { ...onlyFor(userId), ...deposits, ...conditions },
  outputs,
})
const byCard = (userId: string) => platform.deposit({ userId })
const bySkrill = (userId: string) =>
  platform.deposit({ userId, txType: 'SkrillDeposit', card: undefined, walletAccount: 'ada@wallet.example' })

describe('what the cashier offers is what is accepted', () => {
  it('on the first deposit, which is known once the history was read', async () => {
    const userId = 'first-by-wallet'
    await publish(
      'payment-methods',
      offer(userId, { firstDeposit: { op: 'is', value: true } }, { depositMethods: ['SKRILL'] }),
    )
    expect(await names(userId)).toEqual(['SKRILL'])
    const { body: refused } = await byCard(userId)
    expect(refused.statusCodeNo).toBe(511)
    expect((await platform.row(refused)).ruleRefs.some((ref) => ref.includes('_PM_'))).toBe(true)
    expect((await bySkrill(userId)).body.state).toBe('SUCCESSFUL')
    expect(await names(userId)).toContain('CREDITCARD')
    expect((await byCard(userId)).body.state).toBe('SUCCESSFUL')
  })

  it('by what the merchant says of the user', async () => {
    const userId = 'lives-in-sweden'
    await publish(
      'payment-methods',
      offer(userId, { userCountry: { op: 'in', values: ['SWE'] } }, { depositMethods: ['SKRILL', 'BANK'] }),
    )
    expect(await names(userId)).toEqual(['SKRILL', 'BANK'])
    expect((await byCard(userId)).body.statusCodeNo).toBe(511)
    expect((await bySkrill(userId)).body.state).toBe('SUCCESSFUL')
  })

  it('by what is known of who the user is', async () => {
    const userId = 'unknown-to-kyc'
    await publish(
      'payment-methods',
      offer(userId, { internalKycStatus: { op: 'in', values: ['UNKNOWN'] } }, { depositMethods: ['SKRILL'] }),
    )
    expect(await names(userId)).toEqual(['SKRILL'])
    expect((await byCard(userId)).body.statusCodeNo).toBe(511)
    await platform.call('POST', '/kyc/checks', { merchantId, userId, provider: 'kyc-sim', country: 'SWE' })
    expect(await names(userId)).toContain('CREDITCARD')
    expect((await byCard(userId)).body.state).toBe('SUCCESSFUL')
  })
})
