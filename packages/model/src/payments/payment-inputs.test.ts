import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transactionTypes } from '../reference/transaction-types.ts'
import { inputOf, inputsOf, isFit, type InputName } from './payment-inputs.ts'
import { depositRequestSchema, withdrawalRequestSchema, type PaymentRequest } from './payment-request.ts'
import { requestProblem } from './request-problem.ts'

const right: Readonly<Record<InputName, readonly string[]>> = {
  'card.pan': ['4111111111111111', '5555555555554444'],
  'card.expiry': ['2030-12'],
  'card.cvv': ['123', '1234'],
  'card.holder': ['Ada Lindberg'],
  iban: ['DE89370400440532013000', 'de89 3704 0044 0532 0130 00'],
  bic: ['NDEASESS', 'NDEASESSXXX'],
  accountNumber: ['5491 000 0003', '1234', '123-456-789'],
  clearingNumber: ['5000', '8327-9', '20-00-00'],
  walletAccount: ['ada@wallet.example'],
  voucherCode: ['7Q2K-9M4T-XW3A-5H8N'],
  accountHolder: ['Ada Lindberg'],
}

/** What people type: right, nearly right, or anything. */
const anyValue = (name: InputName) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...right[name]) },
    { weight: 1, arbitrary: fc.string({ maxLength: 45 }) },
    { weight: 1, arbitrary: fc.constantFrom('12a4', '4111111111111112', 'DE89370400440532013001', '1', ' ') },
  )

const anyRequest = fc.constantFrom(...transactionTypes).chain((type) =>
  fc
    .tuple(...inputsOf(type.name).map(({ name }) => fc.option(anyValue(name), { nil: undefined, freq: 6 })))
    .map((values) => ({
      type,
      given: inputsOf(type.name).flatMap(({ name }, index) => {
        const value = values[index]
        return value === undefined ? [] : [[name, value] as const]
      }),
    })),
)

/** As a form that asks for these inputs would send it. */
function bodyOf(txType: string, given: readonly (readonly [InputName, string])[]) {
  const body: Record<string, unknown> = {
    merchantId: 100010001,
    userId: 'user_1',
    sessionId: 's-1',
    txType,
    amount: { amount: '12.00', currency: 'EUR' },
  }
  for (const [name, value] of given) {
    const [place = '', member] = name.split('.')
    body[place] = member ? { ...(body[place] as object | undefined), [member]: value } : value
  }
  return body
}

function isAccepted(direction: string, body: Record<string, unknown>): boolean {
  const schema = direction === 'DEPOSIT' ? depositRequestSchema : withdrawalRequestSchema
  const read = schema.safeParse(body)
  return read.success && requestProblem(read.data as PaymentRequest) === undefined
}

describe('the inputs of a payment', () => {
  it('are taken exactly where the declaration says that they fit', () => {
    fc.assert(
      fc.property(anyRequest, ({ type, given }) => {
        const names = given.map(([name]) => name)
        const isComplete = inputsOf(type.name).every(
          ({ name, required }) => !required || names.includes(name),
        )
        // A card is one thing: whoever gives a part of it gives the whole.
        const isWholeCard = !names.some((name) => name.startsWith('card.')) || names.includes('card.pan')
        const fits = given.every(([name, value]) => isFit(name, value))
        expect(isAccepted(type.direction, bodyOf(type.name, given))).toBe(isComplete && isWholeCard && fits)
      }),
      { numRuns: 1000 },
    )
  })

  it.each(transactionTypes.map(({ name, direction }) => [name, direction]))(
    '%s is taken as a form would send it, and with nothing else',
    (name, direction) => {
      const given = inputsOf(name).map((input) => [input.name, right[input.name][0] ?? ''] as const)
      expect(isAccepted(direction, bodyOf(name, given))).toBe(true)
      const foreign = (['iban', 'walletAccount', 'voucherCode', 'accountNumber'] as const).find(
        (each) => !inputsOf(name).some((input) => input.name === each),
      )
      if (foreign)
        expect(isAccepted(direction, bodyOf(name, [[foreign, right[foreign][0] ?? '']]))).toBe(false)
    },
  )

  it('have patterns that hold for the whole text', () => {
    for (const name of Object.keys(right) as InputName[])
      expect(inputOf(name).pattern.source).toMatch(/^\^.*\$$/)
  })
})
