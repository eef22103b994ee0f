import {
  caseSeverities,
  caseStates,
  type CaseSeverity,
  type CaseState,
} from '@signalbox/model/investigation/case'
import { asText } from '../../kit/field/display-text.ts'
import { InstantView } from '../../kit/field/field-view.tsx'
import type { Row } from '../../kit/list/listing.ts'
import type { CellView, RowMarks } from '../../kit/list/table-row.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { StateBadge as TransactionState } from '../transactions/for-other-screens.ts'
import { asCase } from './case-listing.ts'

const severityLooks: Record<CaseSeverity, readonly [Tone, IconName]> = {
  HIGH: ['negative', 'arrow-up'],
  MEDIUM: ['attention', 'arrow-right'],
  LOW: ['neutral', 'arrow-down'],
}

export function SeverityBadge({ severity }: { readonly severity: CaseSeverity }) {
  const [tone, icon] = severityLooks[severity]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {caseSeverities[severity]}
    </StatusBadge>
  )
}

const stateTones: Record<CaseState, Tone> = {
  OPEN: 'attention',
  ASSIGNED: 'active',
  WAITING_PSP: 'input',
  WAITING_MERCHANT: 'input',
  RESOLVED: 'positive',
}

export const CaseStateBadge = ({ state }: { readonly state: CaseState }) => (
  <StatusBadge tone={stateTones[state]}>{caseStates[state]}</StatusBadge>
)

/** How much time is left, or how long it has been missing. */
export function DueText({ iso, overdue, done }: { iso: string; overdue: boolean; done: boolean }) {
  if (done) return <InstantView iso={iso} />
  if (!overdue) return <InstantView iso={iso} as="distance" />
  return (
    <StatusBadge tone="negative" icon="clock">
      <InstantView iso={iso} as="distance" />
    </StatusBadge>
  )
}

export const caseCells: Readonly<Record<string, CellView>> = {
  severity: ({ row }) => <SeverityBadge severity={asCase(row).severity} />,
  state: ({ row }) => <CaseStateBadge state={asCase(row).state} />,
  dueAt: ({ row }) => {
    const { dueAt, overdue, state } = asCase(row)
    return <DueText iso={dueAt} overdue={overdue} done={state === 'RESOLVED'} />
  },
  openedAt: ({ value }) => <InstantView iso={asText(value)} as="distance" />,
  txState: ({ value }) => <TransactionState value={value} />,
}

export function marksOf(row: Row): RowMarks {
  const { overdue, state } = asCase(row)
  if (overdue) return { tint: 'red-edge' }
  return state === 'WAITING_PSP' || state === 'WAITING_MERCHANT' ? { tint: 'grey-stripe' } : {}
}
