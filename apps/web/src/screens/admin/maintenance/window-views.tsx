import { maintenanceModes, modeAt, type MaintenanceMode } from '@signalbox/model/entities/maintenance'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { useNow } from '../../../kit/use-now.ts'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import styles from './maintenance.module.css'

const lateMs = 30_000

const tones: Record<MaintenanceMode, Tone> = {
  MAINTENANCE: 'attention',
  PLANNED_MAINTENANCE: 'input',
  DONE: 'off',
}

export function ModeOf({
  window,
}: {
  readonly window: { readonly startAt: string; readonly endAt: string | null }
}) {
  // The clock of the page is half a minute late at most; a window that was just begun must not seem planned.
  const now = new Date(Date.parse(useNow()) + lateMs)
  const mode = modeAt(window, now)
  return <StatusBadge tone={tones[mode]}>{maintenanceModes[mode]}</StatusBadge>
}

const windowOf = (row: Row) => row as { startAt: string; endAt: string | null }

/** Where the window stands comes before what it is called. */
export const WindowTitle = ({ row, value }: { readonly row: Row; readonly value: unknown }) => (
  <span className={styles.title}>
    <ModeOf window={windowOf(row)} /> <span>{String(value)}</span>
  </span>
)

export const ModeBadge = ({ record }: { readonly record: Row }) => (
  <p className={styles.mode}>
    <ModeOf window={windowOf(record)} />
  </p>
)

export const EndView = ({ value }: { readonly value: unknown }) =>
  typeof value === 'string' ? (
    <InstantView iso={value} />
  ) : (
    <StatusBadge tone="neutral">Indefinite</StatusBadge>
  )
