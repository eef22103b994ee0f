import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { exponentOf } from '@signalbox/model/reference/currencies'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { FieldView } from '../../../kit/field/field-view.tsx'
import styles from './detail.module.css'

interface Line {
  readonly label: string
  readonly money: WireMoney | null
  readonly hint?: string | null
  readonly sum?: boolean
}

const isZero = (money: WireMoney | null): boolean => money === null || !/[1-9]/.test(money.amount)
const percent = (ppm: number | null): string | null => (ppm === null ? null : `${ppm / 10_000} %`)

/** Rates are stored as fractions, so that nothing is lost; six figures are what people compare. */
function rateText(rate: string): string {
  const [numerator = '', denominator] = rate.split('/')
  return denominator === undefined
    ? rate
    : String(Number((Number(numerator) / Number(denominator)).toPrecision(6)))
}

/** Exact, as whole numbers of the smallest unit. */
function minus(from: WireMoney, ...others: readonly (WireMoney | null)[]): WireMoney {
  const exponent = exponentOf(from.currency)
  const minor = (money: WireMoney) => BigInt(money.amount.replace('.', ''))
  const rest = others.reduce((sum, other) => (other ? sum - minor(other) : sum), minor(from))
  const sign = rest < 0n ? '-' : ''
  const digits = String(rest < 0n ? -rest : rest).padStart(exponent + 1, '0')
  const amount = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  return { amount: sign + amount, currency: from.currency }
}

/** From what was asked for to what the PSP moves and takes. */
function linesOf(t: TransactionDetail): Line[] {
  const feeWords = [t.feeMode === 'ADDED' ? 'on top' : t.feeMode === 'DEDUCTED' ? 'out of it' : null]
    .concat(t.feeBillTo === 'MERCHANT' ? 'billed to the merchant' : null)
    .filter(Boolean)
  const rate = t.fxAppliedRate ?? t.fxRate
  return [
    { label: 'Requested', money: t.requestedAmount },
    { label: 'Fee', money: t.fee, hint: feeWords.join(', ') || null },
    {
      label: 'VAT',
      money: t.vatAmount,
      hint: [percent(t.vatRatePpm), t.taxCode].filter(Boolean).join(', ') || null,
    },
    { label: 'Wallet amount', money: t.amount, sum: true },
    { label: 'Charged', money: t.txAmount },
    {
      label: 'PSP amount',
      money: t.pspAmount,
      hint:
        rate === null
          ? null
          : `at ${rateText(rate)}${t.fxMarginPpm ? `, margin ${percent(t.fxMarginPpm)}` : ''}`,
      sum: true,
    },
    { label: 'PSP fee, expected', money: t.pspFee },
    { label: 'PSP fee, actual', money: t.pspFeeActual },
    { label: 'In base currency', money: t.amountBase },
  ]
}

function totalsOf(t: TransactionDetail): Line[] {
  if (isZero(t.authorizedAmount)) return []
  const { authorizedAmount, capturedAmount, refundedAmount, refundingAmount, voidedAmount } = t
  const toCapture = minus(authorizedAmount, capturedAmount, voidedAmount)
  const toRefund = minus(
    capturedAmount,
    refundedAmount,
    refundingAmount,
    t.chargebackAmount,
    t.returnedAmount,
  )
  return [
    { label: 'Authorised', money: authorizedAmount },
    { label: 'Captured', money: capturedAmount },
    { label: 'Voided', money: voidedAmount },
    { label: 'Refunded', money: refundedAmount },
    { label: 'Refunds under way', money: refundingAmount },
    { label: 'Charged back', money: t.chargebackAmount },
    { label: 'Returned', money: t.returnedAmount },
    { label: 'Left to capture', money: toCapture, sum: true },
    { label: 'Left to refund', money: toRefund, sum: true },
  ]
}

function Lines({ lines, caption }: { readonly lines: readonly Line[]; readonly caption: string }) {
  return (
    <table className={styles.table} aria-label={caption}>
      <tbody>
        {lines.map(({ label, money, hint, sum }) => (
          <tr key={label} data-sum={sum || undefined}>
            <td>
              {label}
              {hint ? <span className={styles.muted}> · {hint}</span> : null}
            </td>
            <td className={styles.figure}>
              <FieldView field={transactionFields.amount} value={money} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Every amount of a payment on its way, and what is left of it. Amounts that are nothing are left out. */
export function MoneyWaterfall({ transaction }: { readonly transaction: TransactionDetail }) {
  const lines = linesOf(transaction).filter(({ money, sum }) => sum || !isZero(money))
  const totals = totalsOf(transaction).filter(({ money }) => !isZero(money))
  return (
    <div className={styles.money}>
      <Lines lines={lines.filter(({ money }) => money !== null)} caption="Amounts and fees" />
      {totals.length === 0 ? null : <Lines lines={totals} caption="Running totals" />}
    </div>
  )
}
