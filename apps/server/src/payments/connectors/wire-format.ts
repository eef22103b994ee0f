import type * as z from 'zod'
import { currencyOf } from '@signalbox/model/reference/currencies'
import type { Money } from '@signalbox/model/money/money'
import { maskLocalAccount } from '@signalbox/model/text/masking'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import type { Instrument } from './connector.ts'
import { blank, maskPan } from './redact.ts'

/** The object a text is JSON of, or nothing when it is neither JSON nor what was expected. */
export function readJson<Shape extends z.ZodType>(text: string, shape: Shape): z.infer<Shape> | undefined {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const readForm = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

/** Absent values are left out. */
export const writeForm = (fields: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()

/** An amount in minor units as a JSON number, exact as far as JSON numbers are. */
export function minorNumber({ minor }: Money): number {
  const value = Number(minor)
  if (!Number.isSafeInteger(value)) throw new RangeError('The amount is too large for this provider')
  return value
}

export const moneyOfMinor = (value: number, currency: string): Money | null =>
  Number.isSafeInteger(value) && currencyOf(currency) ? { minor: BigInt(value), currency } : null

export const moneyOfText = (amount: string | undefined, currency: string | undefined): Money | null =>
  (amount !== undefined && currency !== undefined && parseMoney(amount, currency)) || null

export { decimalText as amountText }

/** The same instrument as the log may show it. */
function maskedInstrument(instrument: Instrument): Instrument {
  switch (instrument.kind) {
    case 'card':
      return { ...instrument, pan: maskPan(instrument.pan), ...(instrument.cvv && { cvv: blank }) }
    case 'networkToken':
      return { ...instrument, token: maskPan(instrument.token), cryptogram: blank }
    case 'voucher':
      return { ...instrument, code: `${blank}${instrument.code.slice(-4)}` }
    case 'localBank':
      return { ...instrument, accountNumber: maskLocalAccount(instrument.accountNumber) }
    case 'iban':
    case 'wallet':
    case 'crypto':
    case 'none':
      return instrument
  }
}

/** A body twice: as it is sent, and as the log shows it. */
export const bodies = (
  instrument: Instrument,
  write: (instrument: Instrument) => string,
): { readonly body: string; readonly logBody: string } => ({
  body: write(instrument),
  logBody: write(maskedInstrument(instrument)),
})
