import { invoiceStates, type InvoiceState as State } from '@signalbox/model/billing/invoice-state'
import type { Row } from '../../../kit/list/listing.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import { isRowOverdue } from './invoice-facts.ts'
import styles from './invoice.module.css'

const looks: Readonly<Record<State, { tone: Tone; icon?: IconName }>> = {
  DRAFT: { tone: 'input', icon: 'edit' },
  APPROVED: { tone: 'active', icon: 'approve' },
  ISSUED: { tone: 'active' },
  SENT: { tone: 'active', icon: 'mail' },
  PARTLY_PAID: { tone: 'split' },
  PAID: { tone: 'positive' },
  CREDITED: { tone: 'off', icon: 'undo' },
  WRITTEN_OFF: { tone: 'off' },
  DELETED: { tone: 'off', icon: 'trash' },
}

const isState = (value: unknown): value is State => typeof value === 'string' && Object.hasOwn(looks, value)

/** The state, and beside it that money is late, or a write-off or a credit waits. */
export function InvoiceState({ row, value }: { readonly row: Row; readonly value: unknown }) {
  if (!isState(value)) return String(value)
  const { tone, icon } = looks[value]
  return (
    <span className={styles.badges}>
      <StatusBadge tone={tone} icon={icon}>
        {invoiceStates[value]}
      </StatusBadge>
      {isRowOverdue(row) ? (
        <StatusBadge tone="negative" icon="clock">
          Overdue
        </StatusBadge>
      ) : null}
      {typeof row.creditBy === 'string' ? <StatusBadge tone="attention">Credit</StatusBadge> : null}
      {typeof row.writeOffBy === 'string' ? <StatusBadge tone="attention">Write-off</StatusBadge> : null}
    </span>
  )
}
