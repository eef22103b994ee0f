import type { CaseOutcomePreview } from '@signalbox/model/calls/case-sheet'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { StateBadge } from '../transaction-state.tsx'
import { accountText } from './account-text.ts'
import styles from './outcome.module.css'

const calls = { transfer: 'books', cancel: 'releases' } as const

function Amount({ value }: { readonly value: unknown }) {
  return value ? <FieldView field={transactionFields.amount} value={value} /> : null
}

type Entry = CaseOutcomePreview['entries'][number]

function Lines({ description, lines }: Entry) {
  return (
    <table className={styles.lines}>
      <caption>{description}</caption>
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
        {lines.map(({ account, debit, credit }, index) => (
          <tr key={index}>
            <td>{accountText(account)}</td>
            <td className={styles.figure}>
              <Amount value={debit} />
            </td>
            <td className={styles.figure}>
              <Amount value={credit} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What one decision would book and tell the merchant. */
export function OutcomeView({
  preview,
  tellMerchant = true,
}: {
  readonly preview: CaseOutcomePreview
  readonly tellMerchant?: boolean
}) {
  const { merchant, entries, outcome, statusNo } = preview
  return (
    <section className={styles.outcome} aria-label={`If ${outcome.toLowerCase()}`}>
      <h4 className={styles.outcomeHead}>
        <StateBadge value={outcome} />
        <span className={`mono ${styles.note}`}>
          {statusNo} {statusCodeOf(statusNo)?.code}
        </span>
      </h4>
      <p className={styles.note}>
        {merchant && tellMerchant ? (
          <>
            The merchant is notified ({merchant.call}) and {calls[merchant.call]}{' '}
            <Amount value={merchant.amount} />.
          </>
        ) : (
          'The merchant is not notified.'
        )}
      </p>
      {entries.length === 0 ? (
        <p className={styles.note}>Nothing is booked.</p>
      ) : (
        entries.map((entry) => <Lines key={`${entry.eventType} ${entry.description}`} {...entry} />)
      )}
    </section>
  )
}
