import { billedProducts, type Prices } from '@signalbox/model/billing/price-list'
import { usePspName } from '../../../kit/psp-names.ts'
import styles from './prices.module.css'

const single = [
  ['monthlyFee', 'Monthly fee'],
  ['minimumMonthly', 'Minimum a month'],
  ['perRefund', 'Each refund'],
  ['perChargeback', 'Each chargeback'],
  ['schemeTokenFee', 'Each payment with a network token'],
] as const

/** All prices of a list in words. */
export function PricesView({ value }: { readonly value: unknown }) {
  const prices = value as Prices
  const pspName = usePspName()
  const tiers = prices.products.map(
    ({ product, tiers, volumePct }) =>
      `${billedProducts[product]}: ${tiers.map(({ from, fee }) => `from ${from}: ${fee}`).join(', ')}; ${volumePct} % of volume`,
  )
  const premium = prices.premium.map(({ psp, fee }) => `${pspName(psp)}: ${fee}`)
  const all = [...single.map(([name, label]) => `${label}: ${prices[name]}`), ...tiers, ...premium]
  return (
    <ul className={styles.plain}>
      {all.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
