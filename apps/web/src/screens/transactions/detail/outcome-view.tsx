import { Alert } from '@mantine/core'
import type { CaseOutcomePreview } from '@signalbox/model/calls/case-sheet'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { Icon } from '../../../ui/icon.tsx'
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

/** Who else has to agree, and to what. */
function SecondPerson({ preview: { takesTwo, asked } }: { readonly preview: CaseOutcomePreview }) {
  if (!takesTwo && !asked) return null
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
      {asked ? (
        <>
          {asked.isOwn ? 'You' : asked.by} asked for this with <Amount value={asked.amount} />
          {asked.reference === null ? '' : `, reference ${asked.reference}`}.{' '}
          {asked.isOwn
            ? 'A second person must confirm it.'
            : 'To confirm it, enter the same amount and reference. Anything else is a new request. To reject it, force the payment failed.'}
        </>
      ) : (
        'The PSP has not confirmed this money. A second person must confirm the same amount and reference.'
      )}
    </Alert>
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
      <SecondPerson preview={preview} />
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
