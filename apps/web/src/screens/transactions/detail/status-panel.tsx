import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import { statusCodeOf, type Fallback, type TxStatus } from '@signalbox/model/reference/status-codes'
import { Link } from '@tanstack/react-router'
import { useMayOpen } from '../../../kit/session/allowed-pages.ts'
import { InstantView } from '../../../kit/field/field-view.tsx'
import { linksFor } from '../status-links.ts'
import { isVoided } from '../transaction-state.tsx'
import styles from './detail.module.css'

const tones: Readonly<Partial<Record<TxStatus, string>>> = {
  FAILED: 'negative',
  INCONSISTENT: 'negative',
  WAITING_APPROVAL: 'attention',
  SUCCESSFUL: 'positive',
}

const fallbackWords: Readonly<Record<Fallback, string | null>> = {
  ALLOWED: 'Another PSP may be tried.',
  NAMED: 'Another PSP is tried only if a fallback rule names this code.',
  NEVER: null,
  THREE_DS: 'The 3DS2 fallback rules decide whether to try again.',
  KYC: 'The KYC fallback rules decide whether to check again.',
}

/** What the status means, what caused it, and where to look. */
export function StatusPanel({ transaction }: { readonly transaction: TransactionDetail }) {
  const mayOpen = useMayOpen()
  const { statusCodeNo, state, expiresAt, approvalDueAt, info } = transaction
  const code = statusCodeOf(statusCodeNo)
  if (!code) return null
  const links = linksFor(statusCodeNo, mayOpen)
  const found = mayOpen('/investigate') ? transaction.openCase : null
  const said = [
    ['PSP', transaction.pspStatusCode, transaction.pspStatusMessage],
    ['Merchant', transaction.merchantErrCode, transaction.merchantErrMsg],
  ].filter(([, id, words]) => id !== null || words !== null)
  return (
    <div className={styles.explanation} data-tone={tones[state]}>
      <p>{isVoided(transaction) ? 'The reservation was voided; nothing can be captured.' : code.text}</p>
      <p className={styles.code}>
        <span className="mono">
          {code.no} {code.code}
        </span>
      </p>
      {said.map(([who, id, words]) => (
        <p key={who} className={styles.note}>
          {who}: {[id, words].filter(Boolean).join(' – ')}
        </p>
      ))}
      {info === null || info === transaction.pspStatusMessage ? null : <p className={styles.note}>{info}</p>}
      {state === 'FAILED' && fallbackWords[code.fallback] ? (
        <p className={styles.note}>{fallbackWords[code.fallback]}</p>
      ) : null}
      {expiresAt === null ? null : (
        <p className={styles.note}>
          Expires <InstantView iso={expiresAt} />
        </p>
      )}
      {approvalDueAt === null ? null : (
        <p className={styles.note}>
          Approval due <InstantView iso={approvalDueAt} />
        </p>
      )}
      {links.length === 0 && found === null ? null : (
        <p className={styles.links}>
          {found === null ? null : (
            <Link to="/investigate" search={{ desk: 'cases', id: found.id }}>
              Open the case
              {found.assignee === null ? ', unassigned' : `, assigned to ${found.assignee}`}
            </Link>
          )}
          {links.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}
