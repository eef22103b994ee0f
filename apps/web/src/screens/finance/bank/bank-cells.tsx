import { bankEntryStates, type BankEntryState } from '@signalbox/model/bank/bank-states'
import { Link } from '@tanstack/react-router'
import type { Row } from '../../../kit/list/listing.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'

const looks: Readonly<Record<BankEntryState, { readonly tone: Tone; readonly icon?: IconName }>> = {
  CONFIRMED: { tone: 'positive' },
  AMOUNT_DIFFERS: { tone: 'attention', icon: 'warning' },
  PROPOSED: { tone: 'input' },
  UNMATCHED: { tone: 'negative' },
  SET_ASIDE: { tone: 'off' },
}

const isState = (value: unknown): value is BankEntryState =>
  typeof value === 'string' && Object.hasOwn(bankEntryStates, value)

export function EntryState({ value }: { readonly value: unknown }) {
  if (!isState(value)) return null
  const { tone, icon } = looks[value]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {bankEntryStates[value]}
    </StatusBadge>
  )
}

/** Leads to the batch the entry pays, or is proposed to pay. */
export function BatchLink({ value, row }: { readonly value: unknown; readonly row: Row }) {
  if (typeof value !== 'string') return null
  if (typeof row.batchId !== 'string') return value
  return (
    <Link
      to="/finance/settlements"
      search={{ id: row.batchId } as never}
      onClick={(event) => event.stopPropagation()}
    >
      {value}
    </Link>
  )
}

/** Statements are missing before this one. */
export function Gap({ value }: { readonly value: unknown }) {
  if (typeof value !== 'string') return null
  return (
    <StatusBadge tone="attention" icon="warning">
      {value}
    </StatusBadge>
  )
}
