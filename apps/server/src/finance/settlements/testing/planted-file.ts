import { decimalText } from '@signalbox/model/money/money-text'
import { fileFieldNames } from '@signalbox/model/settlements/import-profile'
import type { PlantedPayment } from './planted-store.ts'

export interface FileLine {
  readonly type: string
  readonly pspRefId: string
  readonly merchantRef: string
  readonly at: string
  readonly minor: bigint
  readonly feeMinor: bigint
  readonly fxRate: string
}

const eur = (minor: bigint) => decimalText({ minor, currency: 'EUR' })

/** The line a PSP without faults sends. */
export const rightLine = (payment: PlantedPayment): FileLine => ({
  type: payment.isPayout ? 'PAYOUT' : 'SETTLED',
  pspRefId: payment.pspRefId,
  merchantRef: payment.reference,
  at: payment.at,
  minor: payment.isPayout ? -payment.minor : payment.minor,
  feeMinor: payment.isPayout ? 0n : payment.feeMinor,
  fxRate: '1',
})

export const header = fileFieldNames.join(';')

export function fileOf(batchRef: string, payoutDate: string, lines: readonly FileLine[]): string {
  const rows = lines.map(({ type, pspRefId, merchantRef, at, minor, feeMinor, fxRate }) =>
    [
      ...[batchRef, payoutDate, type, pspRefId, merchantRef, at, 'EUR', eur(minor), fxRate, 'EUR'],
      ...[eur(minor - feeMinor), eur(feeMinor), '0', '0', '0', 'VISA', '', '', ''],
    ].join(';'),
  )
  return `${[header, ...rows].join('\n')}\n`
}

export interface Planted {
  readonly lines: readonly FileLine[]
  /** What has to be found, by reference. */
  readonly expected: ReadonlyMap<string, string>
  /** The payments as we have them: some failed here that the PSP settled. */
  readonly payments: readonly PlantedPayment[]
  /** What the PSP still holds afterwards: what it left out. */
  readonly heldMinor: bigint
}

/**
 * A right file with so many differences of each of eight kinds, and what they are, said by whoever planted them. The last
 * of them is left for a total that is off.
 */
export function plantDifferences(payments: readonly PlantedPayment[], each: number): Planted {
  const expected = new Map<string, string>()
  const deposits = payments.filter(({ isPayout }) => !isPayout)
  const step = Math.floor(deposits.length / (each * 7))
  const taken = (turn: number) =>
    Array.from({ length: each }, (_, index) => deposits[(turn * each + index) * step])
  const picked = (turn: number, kind: string) => {
    const some = taken(turn).filter((payment) => payment !== undefined)
    for (const { reference } of some) expected.set(reference, kind)
    return new Set(some.map(({ id }) => id))
  }
  const [amount, fee, fx, type] = [
    picked(0, 'AMOUNT_DIFF'),
    picked(1, 'FEE_DIFF'),
    picked(2, 'FX_DIFF'),
    picked(3, 'TYPE_MISMATCH'),
  ]
  const missing = picked(4, 'MISSING_AT_PSP')
  const twice = picked(5, 'DUPLICATE')
  const failed = picked(6, 'STATE_DIFF')
  const lines = payments
    .filter(({ id }) => !missing.has(id))
    .flatMap((payment) => {
      const { id } = payment
      const right = rightLine(payment)
      const off = {
        ...right,
        ...(amount.has(id) && { minor: right.minor + 5n }),
        ...(fee.has(id) && { feeMinor: right.feeMinor + 40n }),
        ...(fx.has(id) && { fxRate: '1.2' }),
        ...(type.has(id) && { type: 'ADJUSTMENT' }),
      }
      return twice.has(id) ? [off, off] : [off]
    })
  for (const { reference, id } of payments)
    if (twice.has(id)) {
      expected.delete(reference)
      expected.set(`${reference} again`, 'DUPLICATE')
    }
  const strangers = Array.from({ length: each - 1 }, (_, index): FileLine => {
    const merchantRef = `999A${index + 1}`
    expected.set(merchantRef, 'UNKNOWN_AT_US')
    const at = payments[0]?.at ?? ''
    return {
      type: 'SETTLED',
      pspRefId: `stranger-${index}`,
      merchantRef,
      at,
      minor: 777_701n + BigInt(index),
      feeMinor: 0n,
      fxRate: '1',
    }
  })
  const heldMinor = payments.reduce((sum, { id, minor }) => (missing.has(id) ? sum + minor : sum), 0n)
  return {
    lines: [...lines, ...strangers],
    expected,
    payments: payments.map((payment) => ({ ...payment, hasFailed: failed.has(payment.id) })),
    heldMinor,
  }
}
