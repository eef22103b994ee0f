import { addressStatuses, kycStatuses, kycWarnings, personStatuses } from '@signalbox/model/kyc/kyc-status'
import { Link } from '@tanstack/react-router'
import { nothing } from '../../kit/field/display-text.ts'
import type { Row } from '../../kit/list/listing.ts'
import { useMay } from '../../kit/session/session-store.ts'
import type { IconName } from '../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import styles from './kyc.module.css'
import { documentsOf, overridesOf } from './overrides.ts'

interface Look {
  readonly tone: Tone
  readonly icon?: IconName
}

const statusLooks: Readonly<Record<string, Look>> = {
  VERIFIED: { tone: 'positive' },
  VERIFICATION_IN_PROGRESS: { tone: 'input' },
  VERIFICATION_FAILED: { tone: 'negative' },
  VERIFICATION_EXTERNAL_FAILURE: { tone: 'attention', icon: 'warning' },
  VERIFICATION_FAILED_INVALID_USER_DATA: { tone: 'negative' },
  NOT_VERIFIED: { tone: 'neutral' },
  BLOCKED: { tone: 'negative', icon: 'shield' },
  UNDER_AGE: { tone: 'negative', icon: 'warning' },
  UNKNOWN: { tone: 'off' },
  UNKNOWN_AGE: { tone: 'attention' },
  UNDER_VERIFICATION: { tone: 'input' },
  ERROR: { tone: 'attention', icon: 'warning' },
}

const badge =
  (words: Readonly<Record<string, string>>) =>
  ({ value }: { readonly value: unknown }) => {
    if (typeof value !== 'string') return <>{nothing}</>
    const { tone, icon } = statusLooks[value] ?? { tone: 'neutral' }
    return (
      <StatusBadge tone={tone} icon={icon}>
        {words[value] ?? value}
      </StatusBadge>
    )
  }

export const Status = badge(kycStatuses)
export const PartStatus = badge({ ...addressStatuses, ...personStatuses })

const hitWords: Readonly<Record<string, string>> = kycWarnings

/** What the law may forbid a payment for, one below the other where there is room. */
export function Warnings({ value, row }: { readonly value: unknown; readonly row: Row }) {
  if (!Array.isArray(value) || value.length === 0) return <>{nothing}</>
  return (
    <span className={styles.badges}>
      {value.map((hit) => (
        <StatusBadge key={String(hit)} tone="negative" icon="warning">
          {hitWords[String(hit)] ?? String(hit)}
        </StatusBadge>
      ))}
      {typeof row.waiting === 'string' ? <StatusBadge tone="input">Second person awaited</StatusBadge> : null}
    </span>
  )
}

/** `ID_CARD` as people say it. */
export const inWords = (code: string): string => {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What the provider has seen, and what came of it. */
export const Documents = ({ row }: { readonly row: Row }) =>
  documentsOf(row)
    .map(({ type, state }) => `${inWords(type)} ${state.toLowerCase()}`)
    .join(', ')

export function Overrides({ row }: { readonly row: Row }) {
  const { length } = overridesOf(row)
  return `${length} ${length === 1 ? 'change' : 'changes'}, see Response`
}

export const InResponseTab = () => 'See Response'

/** The payment that asked for the check, for those who may open payments. */
export function TransactionLink({ value }: { readonly value: unknown }) {
  const mayOpen = useMay('transactions.view')
  if (typeof value !== 'number') return <>{nothing}</>
  if (!mayOpen) return <span className="mono">{value}</span>
  return (
    <Link to="/transactions" search={{ id: String(value) }} className="mono">
      {value}
    </Link>
  )
}
