import type { WireMoney } from '@signalbox/model/money/money-schema'
import { useFormats } from '../../../kit/session/session-store.ts'
import { none } from '../../../kit/rule-figures.ts'
import { moneyText } from './figure-text.ts'
import styles from './performance.module.css'

/** Amounts of several currencies, one under the other. */
export function MoneyLines({ money }: { readonly money: readonly WireMoney[] }) {
  const formats = useFormats()
  if (money.length === 0) return none
  return money.map((amount) => (
    <span key={amount.currency} className={styles.money}>
      {moneyText([amount], formats)}
    </span>
  ))
}
