import { profileLabel } from '@signalbox/model/settlements/import-profile'
import { batchStates, lineDifferences, matchStatuses } from '@signalbox/model/settlements/settlement-words'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import styles from './settlements.module.css'

const stateTones: Readonly<Record<string, Tone>> = {
  IMPORTED: 'neutral',
  MATCHING: 'active',
  MATCHED: 'input',
  WITH_DIFFERENCES: 'attention',
  ACCEPTED: 'positive',
  CLOSED: 'positive',
  REJECTED: 'off',
}
const lineTones: Readonly<Record<string, Tone>> = {
  MATCHED: 'positive',
  MATCHED_WEAK: 'attention',
  DIFFERENCE: 'attention',
  UNMATCHED: 'negative',
  MISSING: 'negative',
  ACCEPTED: 'positive',
  WRITTEN_OFF: 'off',
  SENT_TO_INVESTIGATION: 'input',
  VOID: 'off',
}

const badge =
  (words: Readonly<Record<string, string>>, tones: Readonly<Record<string, Tone>>) =>
  ({ value }: { readonly value: unknown }) =>
    typeof value === 'string' ? (
      <StatusBadge tone={tones[value] ?? 'neutral'}>{words[value] ?? value}</StatusBadge>
    ) : null

export const State = badge(batchStates, stateTones)
export const LineStatus = badge(matchStatuses, lineTones)

/** How the file was read. */
export const Profile = ({ value }: { readonly value: unknown }) =>
  typeof value === 'string' ? profileLabel(value) : null

const differenceWords: Readonly<Record<string, string>> = lineDifferences

/** What is different about a line, each on its own. */
export function Differences({ value }: { readonly value: unknown }) {
  if (!Array.isArray(value) || value.length === 0) return null
  return (
    <span className={styles.badges}>
      {value.map((kind) => (
        <StatusBadge key={String(kind)} tone="attention">
          {differenceWords[String(kind)] ?? String(kind)}
        </StatusBadge>
      ))}
    </span>
  )
}
