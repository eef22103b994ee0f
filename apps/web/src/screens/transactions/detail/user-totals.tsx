import type { UserTotals } from '@signalbox/model/calls/transaction-detail'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { txMethodLabels } from '@signalbox/model/transaction/choices'
import type { TxMethod } from '@signalbox/model/payments/transaction-method'
import { colorAt, type ChartData } from '../../../kit/charts/chart-data.ts'
import { Chart } from '../../../kit/charts/chart.tsx'
import { FieldView, InstantView } from '../../../kit/field/field-view.tsx'
import { Section } from '../../../ui/section.tsx'
import styles from './detail.module.css'
import type { TabProps } from './transaction-drawer.tsx'
import { Part, usePart } from './use-part.tsx'

/** Nobody pays half a time. */
const count = { format: String, axis: (value: number) => (Number.isInteger(value) ? String(value) : '') }

const courseOf = (months: UserTotals['months']): ChartData => ({
  rowTitle: 'Month',
  columns: [
    { ...count, key: 'deposits', label: 'Deposits', color: colorAt(0) },
    { ...count, key: 'withdrawals', label: 'Withdrawals', color: colorAt(1) },
  ],
  rows: months.map(({ month, deposits, withdrawals }) => ({
    key: month,
    label: month,
    cells: { deposits: { value: deposits }, withdrawals: { value: withdrawals } },
  })),
})

/** What the user has done at this merchant, which is how one tells a regular from a stranger. */
export function UserTotalsTable({ transaction }: Pick<TabProps, 'transaction'>) {
  const query = usePart('GET /transaction/{id}/user', transaction.id)
  return (
    <Section title="Payments of this user so far">
      <Part query={query}>
        {({ methods, firstSeen, accounts, capped, months }) => (
          <>
            <p className={styles.note}>
              {firstSeen === null ? null : (
                <>
                  Since <InstantView iso={firstSeen} />
                  {' · '}
                </>
              )}
              {accounts} {accounts === 1 ? 'account' : 'accounts'}
              {capped ? ' · the newest 10,000 payments are counted' : ''}
            </p>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Method</th>
                  <th scope="col" className={styles.figure}>
                    Successful
                  </th>
                  <th scope="col" className={styles.figure}>
                    Failed
                  </th>
                  <th scope="col" className={styles.figure}>
                    Total
                  </th>
                </tr>
              </thead>
              <tbody>
                {methods.map(({ method, currency, successful, failed, total }) => (
                  <tr key={`${method} ${currency}`}>
                    <td>{txMethodLabels[method as TxMethod]}</td>
                    <td className={styles.figure}>{successful}</td>
                    <td className={styles.figure}>{failed}</td>
                    <td className={styles.figure}>
                      <FieldView field={transactionFields.amount} value={total} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {months.length === 0 ? null : (
              <div className={styles.course}>
                <Chart kind="line" label="Successful payments by month" data={courseOf(months)} fills />
              </div>
            )}
          </>
        )}
      </Part>
    </Section>
  )
}
