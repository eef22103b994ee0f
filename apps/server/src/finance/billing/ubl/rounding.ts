import type { InvoiceLine } from '@signalbox/model/billing/invoice-line'
import { multiply, parseRational, rational, round } from '@signalbox/model/money/rational'

const exact = (text: string) => parseRational(text) ?? rational(0n)

/**
 * Hundredths by which a line differs from quantity times price. The standard looks at hundredths in every currency
 * (PEPPOL-EN16931-R120), so a currency that has none names what it rounds.
 */
export function roundingOf({ qty, unitPrice, net }: InvoiceLine): bigint {
  const hundredths = (value: ReturnType<typeof exact>) => round(multiply(value, rational(100n)))
  return hundredths(exact(net)) - hundredths(multiply(exact(qty), exact(unitPrice)))
}

export const hundredthsText = (hundredths: bigint): string => {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
