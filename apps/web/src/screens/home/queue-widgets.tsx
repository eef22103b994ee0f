import type { QueueCount } from '@signalbox/model/calls/approval'
import type { ApprovalsWidgetData, CasesWidgetData } from '@signalbox/model/calls/home-payments'
import { sumMoney } from '@signalbox/model/money/money'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { Link } from '@tanstack/react-router'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useFormats } from '../../kit/session/session-store.ts'
import { Figure } from './figure.tsx'
import styles from './home.module.css'

const queueTitles: Readonly<Record<QueueCount['queue'], string>> = {
  first: 'First level',
  second: 'Second level',
  hold: 'On hold',
  scheduled: 'Scheduled',
}

/** Sums of several currencies, which nobody adds up. */
function Sums({ of: sums }: { readonly of: CasesWidgetData['exposure'] }) {
  const formats = useFormats()
  return <>{sums.map(({ amount, currency }) => `${formatNumber(amount, formats)} ${currency}`).join(' + ')}</>
}

export function Approvals({ data: { queues } }: { readonly data: ApprovalsWidgetData }) {
  const late = queues.reduce((sum, queue) => sum + queue.late, 0)
  const pressing = queues.filter(({ queue }) => queue === 'first' || queue === 'second')
  const oldest = pressing.flatMap((queue) => queue.oldest ?? []).sort()[0]
  const byClock = queues.reduce((sum, queue) => sum + queue.approvedByClock, 0)
  const worth = pressing.flatMap((queue) => queue.worth)
  return (
    <>
      <div className={styles.figures}>
        <Figure
          to="/approve"
          search={{ queue: pressing.find((queue) => queue.late > 0)?.queue ?? 'first', urgency: 'late' }}
          value={late}
          label="Late"
          alarming
        />
        {queues.map(({ queue, waiting }) => (
          <Figure key={queue} to="/approve" search={{ queue }} value={waiting} label={queueTitles[queue]} />
        ))}
      </div>
      {byClock === 0 ? null : (
        <p className={styles.quiet}>
          <Link to="/approve" search={{ queue: 'scheduled' }}>
            {byClock === 1 ? '1 payment' : `${byClock} payments`}
          </Link>{' '}
          will be approved automatically within an hour
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
  return (
    <>
      <div className={styles.figures}>
        <Figure
          to="/investigate"
          search={{ overdue: 'true' }}
          value={data.overdue}
          label="Overdue"
          alarming
        />
        <Figure to="/investigate" search={{ whose: 'you' }} value={data.mine} label="Yours" />
        <Figure to="/investigate" search={{ age: 'hour' }} value={data.hour} label="Under an hour" />
        <Figure to="/investigate" search={{ age: 'day' }} value={data.hour + data.day} label="Under a day" />
        <Figure to="/investigate" search={{ age: 'older' }} value={data.older} label="Older" />
        <Figure
          to="/investigate"
          search={{ desk: 'callbacks' }}
          value={data.unknownCallbacks}
          label="Unknown callbacks"
        />
        <Figure to="/investigate" search={{ type: 'DISPUTE' }} value={data.disputes} label="Disputes" />
      </div>
      {data.inconsistent === 0 ? null : (
        <p className={styles.quiet}>
          <Link to="/transactions" search={{ state: 'INCONSISTENT', created: 'all' }}>
            {data.inconsistent === 1
              ? '1 inconsistent payment'
              : `${data.inconsistent} inconsistent payments`}
          </Link>
          , <Sums of={data.exposure} />
        </p>
      )}
    </>
  )
}
