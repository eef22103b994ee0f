import { codeWords } from '@signalbox/model/text/code-words'
import type { TransactionAuditEntry } from '@signalbox/model/calls/transaction-detail'
import type { Field } from '@signalbox/model/field/field'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { InstantView } from '../../../kit/field/field-view.tsx'
import { ChangeList } from '../../../kit/record/value-diff.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import styles from './detail.module.css'
import own from './notes.module.css'
import type { TabProps } from './transaction-drawer.tsx'
import { Part, usePart } from './use-part.tsx'

const fieldsFor = ({ diff }: TransactionAuditEntry): Record<string, Field> => {
  const known: Readonly<Record<string, Field>> = transactionFields
  return Object.fromEntries(diff.map(({ path }) => [path, known[path] ?? { kind: 'json', label: path }]))
}

function Entry({ entry }: { readonly entry: TransactionAuditEntry }) {
  return (
    <li className={own.note}>
      <div className={own.head}>
        <span className={own.author}>{entry.actorName}</span>
        <span>{codeWords(entry.action)}</span>
        {entry.result === 'REFUSED' ? (
          <StatusBadge tone="attention">Refused{entry.errorCode ? `: ${entry.errorCode}` : ''}</StatusBadge>
        ) : null}
        <span className={own.end}>
          <InstantView iso={entry.at} />
        </span>
      </div>
      {entry.note === null ? null : <p className={own.text}>{entry.note}</p>}
      {entry.diff.length === 0 ? null : (
        <ChangeList
          fields={fieldsFor(entry)}
          changes={entry.diff.map(({ path, from, to }) => ({ name: path, from, to }))}
        />
      )}
    </li>
  )
}

/** What people and API clients did to the payment, and who looked at its calls. */
export function HistoryTab({ transaction }: TabProps) {
  const query = usePart('GET /transaction/{id}/audit', transaction.id)
  return (
    <Part query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.note}>No manual changes.</p>
        ) : (
          <ul className={own.notes}>
            {items.map((entry) => (
              <Entry key={`${entry.chainId}-${entry.seq}`} entry={entry} />
            ))}
          </ul>
        )
      }
    </Part>
  )
}
