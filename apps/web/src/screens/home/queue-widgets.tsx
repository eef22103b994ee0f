import type { ApprovalsWidgetData, CasesWidgetData } from '@signalbox/model/calls/home-payments'
import {
  approvalFigures,
  approvedByClock,
  caseFigures,
  inconsistentFigure,
} from '@signalbox/model/home/figures'
import { sumMoney } from '@signalbox/model/money/money'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useFormats } from '../../kit/session/session-store.ts'
import { Figures } from './figure.tsx'
import { HomeLink } from './home-link.tsx'
import styles from './home.module.css'

/** Sums of several currencies, which nobody adds up. */
function Sums({ of: sums }: { readonly of: CasesWidgetData['exposure'] }) {
  const formats = useFormats()
  return <>{sums.map(({ amount, currency }) => `${formatNumber(amount, formats)} ${currency}`).join(' + ')}</>
}

export function Approvals({ data }: { readonly data: ApprovalsWidgetData }) {
  const pressing = data.queues.filter(({ queue }) => queue === 'first' || queue === 'second')
  const oldest = pressing.flatMap((queue) => queue.oldest ?? []).sort()[0]
  const byClock = approvedByClock(data)
  const worth = pressing.flatMap((queue) => queue.worth)
  return (
    <>
      <Figures of={approvalFigures(data)} />
      {byClock.value === 0 ? null : (
        <p className={styles.quiet}>
          <HomeLink to={byClock.to} search={byClock.search}>
            {byClock.value === 1 ? '1 payment' : `${byClock.value} payments`}
          </HomeLink>{' '}
          {byClock.label}
        </p>
      )}
      {oldest === undefined ? null : (
        <p className={styles.quiet}>
          Oldest: <InstantView iso={oldest} as="distance" />
          {worth.length > 0 ? (
            <>
              {' '}
              · <Sums of={added(worth)} /> in all
            </>
          ) : null}
        </p>
      )}
    </>
  )
}

/** Both levels together, per currency. */
function added(worth: CasesWidgetData['exposure']): CasesWidgetData['exposure'] {
  return [...new Set(worth.map(({ currency }) => currency))].map((currency) => {
    const own = worth.filter((money) => money.currency === currency)
    const amounts = own.flatMap(({ amount }) => parseMoney(amount, currency) ?? [])
    return { currency, amount: decimalText(sumMoney(amounts, currency)) }
  })
}

export function Cases({ data }: { readonly data: CasesWidgetData }) {
  const inconsistent = inconsistentFigure(data)
  return (
    <>
      <Figures of={caseFigures(data)} />
      {inconsistent.value === 0 ? null : (
        <p className={styles.quiet}>
          <HomeLink to={inconsistent.to} search={inconsistent.search}>
            {inconsistent.value} {inconsistent.label}
          </HomeLink>
          , <Sums of={data.exposure} />
        </p>
      )}
    </>
  )
}
