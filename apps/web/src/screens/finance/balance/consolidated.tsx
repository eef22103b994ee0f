import { accountLabels } from '@signalbox/model/balance/account-words'
import type { ReplyOf } from '../../../kit/api.ts'
import { Card } from '../../../ui/card.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import styles from './balance.module.css'
import { MoneyFigure } from './money-figure.tsx'

type ConsolidatedData = NonNullable<ReplyOf<'GET /balance/accounts'>['consolidated']>

/** All merchants below the selected one in its currency. What was converted says so. */
export function Consolidated({ consolidated }: { readonly consolidated: ConsolidatedData }) {
  const { currency, merchants, ratesOf, rows, without } = consolidated
  return (
    <Card
      title={`Consolidated in ${currency}`}
      description={`${merchants} merchants, converted at the middle rates of ${ratesOf}`}
    >
      <SmallTable label="Consolidated" columns={['Account', 'Balance', '']} figures={['Balance']}>
        {rows.map(({ type, balance, converted }) => (
          <tr key={type}>
            <th scope="row">{accountLabels[type]}</th>
            <td data-figure>
              <MoneyFigure money={balance} label={accountLabels[type]} filters={{ accountType: type }} />
            </td>
            <td>{converted ? <StatusBadge tone="neutral">Converted</StatusBadge> : null}</td>
          </tr>
        ))}
      </SmallTable>
      {without.length > 0 ? (
        <p className={styles.warning}>Without a rate, and so not included: {without.join(', ')}.</p>
      ) : null}
    </Card>
  )
}
