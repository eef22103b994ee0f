import type { PostingEntry } from '@signalbox/model/calls/transaction-detail'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { FieldView, InstantView } from '../../../kit/field/field-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { accountText } from './account-text.ts'
import styles from './detail.module.css'
import type { TabProps } from './transaction-drawer.tsx'
import { Part, usePart } from './use-part.tsx'

function Entry({ entry }: { readonly entry: PostingEntry }) {
  return (
    <Section
      title={entry.description}
      extra={
        <span className={styles.note}>
          <InstantView iso={entry.at} /> · value {entry.valueDate}
          {entry.reversalOf === null ? '' : ' · undoes another entry'}
        </span>
      }
    >
      <table className={`${styles.table} ${styles.ledger}`} aria-label={entry.description}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" className={styles.figure}>
              Debit
            </th>
            <th scope="col" className={styles.figure}>
              Credit
            </th>
          </tr>
        </thead>
        <tbody>
          {entry.lines.map(({ account, debit, credit }) => (
            <tr key={account}>
              <td>{accountText(account)}</td>
              <td className={styles.figure}>
                {debit ? <FieldView field={transactionFields.amount} value={debit} /> : ''}
              </td>
              <td className={styles.figure}>
                {credit ? <FieldView field={transactionFields.amount} value={credit} /> : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** What the payment moved in the books, entry by entry. */
export function BooksTab({ transaction }: TabProps) {
  const query = usePart('GET /transaction/{id}/posting', transaction.id)
  return (
    <Part query={query}>
      {({ entries }) =>
        entries.length === 0 ? (
          <p className={styles.note}>No money was moved.</p>
        ) : (
          <div className={styles.sections}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </div>
        )
      }
    </Part>
  )
}
