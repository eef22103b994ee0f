import type { WireMoney } from '@signalbox/model/money/money-schema'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../../kit/session/session-store.ts'
import { balancePath, postingsSearch } from './balance-address.ts'
import styles from './balance.module.css'

const isZero = (amount: string): boolean => /^-?[0.]*$/.test(amount)

export function MoneyText({ money }: { readonly money: WireMoney }) {
  const formats = useFormats()
  return (
    <span className={styles.figure} data-nothing={isZero(money.amount) || undefined}>
      {formatNumber(money.amount, formats)} <span className={styles.currency}>{money.currency}</span>
    </span>
  )
}

interface MoneyFigureProps {
  readonly money: WireMoney | null
  /** Which postings it is made of. */
  readonly filters: Readonly<Record<string, string | undefined>>
  /** What it is a figure of, for those who hear it. */
  readonly label: string
}

/** A figure that opens the postings it is made of. */
export function MoneyFigure({ money, filters, label }: MoneyFigureProps) {
  if (!money) return null
  return (
    <Link
      to={balancePath}
      search={postingsSearch(filters)}
      className={styles.link}
      aria-label={`${label}: ${money.amount} ${money.currency}, show postings`}
    >
      <MoneyText money={money} />
    </Link>
  )
}
