import { createHash } from 'node:crypto'
import type { Money } from '@signalbox/model/money/money'

const sealOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/**
 * What a simulated provider calls a payment of a past nobody lived through. Its book knows nothing of it, so the name
 * says what was moved, and carries a mark by which the provider tells its own names from others.
 */
export function pastReference(psp: string, { minor, currency }: Money, serial: string): string {
  const name = `${psp.slice(0, 2).toUpperCase()}-${minor.toString(36)}-${currency}-${serial}`
  return `${name}-${sealOf(`${psp} ${name}`)}`
}

/** What was moved under such a name, or nothing when it is none of the provider's. */
export function readPastReference(psp: string, reference: string): Money | undefined {
  const [, name = '', digits = '', currency = '', seal] =
    /^([A-Z]{2}-([0-9a-z]+)-([A-Z]{3,5})-\w+)-([0-9a-f]{8})$/.exec(reference) ?? []
  if (!seal || seal !== sealOf(`${psp} ${name}`)) return undefined
  const minor = [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  return { minor, currency }
}
