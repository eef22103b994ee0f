import { exponentOf } from '@signalbox/model/reference/currencies'
import type { SettlementLine } from '../../psp/settlement-lines.ts'
import type { PastMovement } from './demo-settlement-store.ts'

const types: Readonly<Record<string, string>> = {
  DEPOSIT: 'SETTLED',
  CAPTURE: 'SETTLED',
  REFUND: 'REFUNDED',
  WITHDRAWAL: 'PAYOUT',
  CHARGEBACK: 'CHARGEBACK',
  CHARGEBACK_WON: 'CHARGEBACK_REVERSED',
  REVERSAL: 'ADJUSTMENT',
}

const scale = 10_000_000_000n

/** `0.0914230000` as an integer of ten decimals. */
function scaled(rate: string): bigint {
  const [whole = '0', decimals = ''] = rate.split('.')
  return BigInt(whole + decimals.padEnd(10, '0').slice(0, 10))
}

/** So much of a currency in euro cents, the half rounded away from zero. */
function inEuro(minor: bigint, currency: string, rate: string): bigint {
  const unit = 10n ** BigInt(exponentOf(currency))
  const amount = minor < 0n ? -minor : minor
  const cents = (amount * scaled(rate) * 100n * 2n + unit * scale) / (unit * scale * 2n)
  return minor < 0n ? -cents : cents
}

/**
 * The line of a payment of the past. Everything is paid out in euro; undefined where nobody knows what its currency is
 * worth.
 */
export function pastLine(
  movement: PastMovement,
  rates: ReadonlyMap<string, string>,
): SettlementLine | undefined {
  const { merchantId, id, method, pspRefId, at, currency, feeCurrency } = movement
  const gross = { minor: BigInt(movement.minor), currency }
  const about = {
    type: types[method] ?? 'ADJUSTMENT',
    pspRefId: pspRefId ?? '',
    merchantRef: `${merchantId}A${id}`,
    at: new Date(at).toISOString(),
    gross,
  }
  const fee = BigInt(movement.feeMinor)
  if (currency === 'EUR') return feeCurrency === null || feeCurrency === 'EUR' ? { ...about, fee } : undefined
  const rate = rates.get(currency)
  if (rate === undefined || (feeCurrency !== null && feeCurrency !== currency)) return undefined
  const feeInEuro = inEuro(fee, currency, rate)
  const net = { minor: inEuro(gross.minor, currency, rate) - feeInEuro, currency: 'EUR' }
  return { ...about, fee: feeInEuro, fxRate: rate, net }
}
