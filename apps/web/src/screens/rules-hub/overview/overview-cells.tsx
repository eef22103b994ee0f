import type { Row } from '../../../kit/list/listing.ts'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { useFormats } from '../../../kit/session/session-store.ts'

const states: Readonly<
  Record<string, { readonly word: string; readonly tone: Tone; readonly icon?: IconName }>
> = {
  DRAFT: { word: 'Draft', tone: 'input', icon: 'edit' },
  PENDING_APPROVAL: { word: 'Waiting for approval', tone: 'attention' },
  SCHEDULED: { word: 'Scheduled', tone: 'active', icon: 'clock' },
  ACTIVE: { word: 'Active', tone: 'positive' },
  ARCHIVED: { word: 'Archived', tone: 'off' },
  REJECTED: { word: 'Denied', tone: 'negative' },
}

const besideActive: Readonly<Record<string, string>> = {
  DRAFT: 'draft',
  PENDING_APPROVAL: 'waiting',
  SCHEDULED: 'scheduled',
  REJECTED: 'denied',
}

/** What decides payments, and beside it what is being prepared. */
function State({ row }: { readonly row: Row }) {
  const state = states[String(row.state)]
  if (!state) return '–'
  const next = besideActive[String(row.openState)]
  return (
    <StatusBadge tone={state.tone} icon={state.icon}>
      {next ? `${state.word} + ${next}` : state.word}
    </StatusBadge>
  )
}

function RulesOn({ row }: { readonly row: Row }) {
  const formats = useFormats()
  return `${formatNumber(Number(row.rulesEnabled), formats)} / ${formatNumber(Number(row.rules), formats)}`
}

function Findings({ row }: { readonly row: Row }) {
  const [errors, warnings] = [Number(row.lintErrors), Number(row.lintWarnings)]
  if (errors > 0) return <StatusBadge tone="negative">{errors}</StatusBadge>
  if (warnings > 0) return <StatusBadge tone="attention">{warnings}</StatusBadge>
  return '–'
}

export const overviewCells = { state: State, rulesEnabled: RulesOn, lintErrors: Findings }
