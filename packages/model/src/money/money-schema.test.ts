import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { moneyCodec, signedMoneyCodec, toWire } from './money-schema.ts'

const problems = (value: unknown, codec: typeof moneyCodec = moneyCodec) =>
  z.safeParse(codec, value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('the wire form becomes money and money the wire form', () => {
  const wire = { amount: '12.00', currency: 'EUR' }
  const money = { minor: 1200n, currency: 'EUR' }
  expect(z.decode(moneyCodec, wire)).toEqual(money)
  expect(z.parse(moneyCodec, wire)).toEqual(money)
  expect(z.encode(moneyCodec, money)).toEqual(wire)
  expect(toWire(money)).toEqual(wire)
  expect(JSON.stringify(toWire({ minor: -5n, currency: 'KWD' }))).toBe('{"amount":"-0.005","currency":"KWD"}')
})

test('what somebody asks for has no sign, what moved may have one', () => {
  const wire = { amount: '-12.00', currency: 'EUR' }
  expect(problems(wire)).toEqual(['amount: Not an amount of this currency'])
  expect(z.decode(signedMoneyCodec, wire)).toEqual({ minor: -1200n, currency: 'EUR' })
  expect(z.encode(signedMoneyCodec, { minor: -1200n, currency: 'EUR' })).toEqual(wire)
})

test('the member that is wrong is named', () => {
  expect(problems({ amount: '12.345', currency: 'EUR' })).toEqual(['amount: Not an amount of this currency'])
  expect(problems({ amount: '12.00', currency: 'XXX' })).toEqual(['currency: Unknown currency'])
  expect(problems({ amount: '12.00' })).toEqual(['currency: This field is required'])
  expect(problems({ amount: 12, currency: 'EUR' })).toEqual(['amount: Must be text'])
  expect(problems({ amount: '12.00', currency: 'EUR', exponent: 2 })).toHaveLength(1)
  expect(problems('12.00 EUR')).toHaveLength(1)
  expect(problems(null)).toHaveLength(1)
})

test('a list of amounts says which of them is wrong', () => {
  const list = z.object({ lines: z.array(moneyCodec) })
  const result = z.safeParse(list, {
    lines: [
      { amount: '1.00', currency: 'EUR' },
      { amount: '1.00', currency: 'JPY' },
    ],
  })
  expect(result.error?.issues.map((issue) => issue.path)).toEqual([['lines', 1, 'amount']])
})
