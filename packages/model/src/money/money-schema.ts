import * as z from 'zod/mini'
import { currencyOf } from '../reference/currencies.ts'
import { named } from '../field/named.ts'
import { texts } from '../text/texts.ts'
import type { Money } from './money.ts'
import { decimalSignHint, decimalText, parseMoney, parseSignedMoney } from './money-text.ts'
import { expected } from '../text/expected.ts'

/** Money in JSON: `{"amount":"12.00","currency":"EUR"}`. A JSON number would have been a float before we saw it. */
export const wireMoneySchema = named(
  'Money',
  z.strictObject({
    amount: z.string({ error: expected(texts.mustBeText) }),
    currency: z.string({ error: expected(texts.mustBeText) }),
  }),
)
export type WireMoney = Readonly<z.infer<typeof wireMoneySchema>>

export const toWire = (money: Money): WireMoney => ({
  amount: decimalText(money),
  currency: money.currency,
})

/** What is wrong with an amount; a comma is named, as it is the usual reason. */
export const invalidAmount = ({ amount, currency }: WireMoney): string =>
  decimalSignHint(amount, currency) ?? texts.invalidAmount

const codecOf = (parse: typeof parseMoney) =>
  z.codec(wireMoneySchema, z.custom<Money>(), {
    decode: (wire, context): Money => {
      const money = parse(wire.amount, wire.currency)
      if (money) return money
      const problem =
        currencyOf(wire.currency) === undefined
          ? { path: ['currency'], message: texts.unknownCurrency }
          : { path: ['amount'], message: invalidAmount(wire) }
      context.issues.push({ code: 'custom', input: wire, ...problem })
      return z.NEVER
    },
    encode: toWire,
  })

/** An amount somebody asks for: no sign. Reads the wire form into `Money` and writes it back. */
export const moneyCodec = codecOf(parseMoney)

/** An amount with a direction: money that left is negative. */
export const signedMoneyCodec = codecOf(parseSignedMoney)
