import { describe, expect, it } from 'vitest'
import { depositRequestSchema, withdrawalRequestSchema } from './payment-request.ts'

const deposit = {
  merchantId: 100010001,
  userId: 'user_1',
  sessionId: 's-1',
  txType: 'CreditcardDeposit',
  amount: { amount: '12.00', currency: 'EUR' },
  cardToken: 'ct_1',
}

const problems = (body: unknown): string[] => {
  const result = depositRequestSchema.safeParse(body)
  return result.success ? [] : result.error.issues.map(({ path, code }) => `${path.join('.')}:${code}`)
}

describe('a deposit as it is asked for', () => {
  it('is read', () => {
    const read = depositRequestSchema.parse(deposit)
    expect(read.amount).toEqual({ minor: 1200n, currency: 'EUR' })
  })

  it.each([
    ['a negative amount', { amount: { amount: '-1.00', currency: 'EUR' } }],
    ['a third decimal', { amount: { amount: '1.001', currency: 'EUR' } }],
    ['more money than there is', { amount: { amount: '1e20', currency: 'EUR' } }],
    ['a number instead of a text', { amount: { amount: 12, currency: 'EUR' } }],
    ['an unknown currency', { amount: { amount: '1.00', currency: 'XXQ' } }],
    ['a user id of 51 characters', { userId: 'u'.repeat(51) }],
    ['an unknown field', { colour: 'red' }],
    ['a withdrawal', { txType: 'BankIBANWithdrawal' }],
    ['a return address that runs code', { returnUrls: { success: 'javascript:alert(1)' } }],
    [
      'too many attributes',
      { attributes: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`a${i}`, 'x'])) },
    ],
    ['a card that is none', { card: { pan: '4111', expiry: '2030-12' } }],
    ['no address', { ip: '1.2.3' }],
  ])('refuses %s', (_what, change) => {
    expect(problems({ ...deposit, ...change })).not.toEqual([])
  })

  it('is not a withdrawal', () => {
    expect(withdrawalRequestSchema.safeParse(deposit).success).toBe(false)
    expect(
      withdrawalRequestSchema.safeParse({
        ...deposit,
        cardToken: undefined,
        txType: 'BankIBANWithdrawal',
        iban: 'DE89370400440532013000',
      }).success,
    ).toBe(true)
  })
})
