import type { CaseOutcomePreview } from '@signalbox/model/calls/case-sheet'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { statusCodeOf } from '@signalbox/model/status-codes'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { FieldView } from '../../kit/field-view.tsx'
import { useSession } from '../../kit/session-store.ts'
import { recordKey } from '../../kit/use-rows.ts'
import { accountText, Part, StateBadge } from '../transactions/for-other-screens.ts'
import styles from './investigate.module.css'

/** What each decision would do. It is asked for again with the case. */
export function useOutcomes(id: string) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...recordKey('case', id), merchantId, 'outcomes'],
    queryFn: ({ signal }) => api('GET /case/{id}/outcome', { params: { id }, signal, suppressToast: true }),
    refetchOnWindowFocus: false,
  })
}

const calls = { transfer: 'books', cancel: 'gives up' } as const

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
            The merchant is told ({merchant.call}) and {calls[merchant.call]}{' '}
            <Amount value={merchant.amount} />.
          </>
        ) : (
          'The merchant is not told.'
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

/** Both decisions side by side. */
export function OutcomesTab({ id }: { readonly id: string }) {
  const query = useOutcomes(id)
  return (
    <Part query={query}>
      {({ outcomes }) =>
        outcomes.length === 0 ? (
          <p className={styles.note}>There is nothing to decide about the payment at the moment.</p>
        ) : (
          <div className={styles.outcomes}>
            {outcomes.map((preview) => (
              <OutcomeView key={preview.outcome} preview={preview} />
            ))}
          </div>
        )
      }
    </Part>
  )
}
