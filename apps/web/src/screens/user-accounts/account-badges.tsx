import { accountStatuses, verificationStatuses } from '@signalbox/model/entities/user-psp-account'
import type { Row } from '../../kit/list/listing.ts'
import type { IconName } from '../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import styles from './account-badges.module.css'
import { blockReasonText } from './block-reasons.tsx'

interface Look {
  readonly tone: Tone
  readonly icon?: IconName
}

const statusLooks: Readonly<Record<string, Look>> = {
  NEW: { tone: 'input' },
  ACTIVE: { tone: 'positive' },
  INACTIVE: { tone: 'off', icon: 'pause' },
  BLOCKED: { tone: 'negative' },
  DELETED: { tone: 'off' },
}

const verificationLooks: Readonly<Record<string, Look>> = {
  UNVERIFIED: { tone: 'neutral' },
  REQUESTED: { tone: 'attention' },
  VERIFIED: { tone: 'positive' },
}

const badge =
  (looks: Readonly<Record<string, Look>>, words: Readonly<Record<string, string>>) =>
  ({ value }: { readonly value: unknown }) => {
    const name = String(value)
    const { tone, icon } = looks[name] ?? { tone: 'neutral' }
    return (
      <StatusBadge tone={tone} icon={icon}>
        {words[name] ?? name}
      </StatusBadge>
    )
  }

const Status = badge(statusLooks, accountStatuses)

/** Whose owner is about to be erased, whatever the account itself is. */
export function AccountStatus({ value, row }: { readonly value: unknown; readonly row?: Row }) {
  if (typeof row?.erasureDueAt !== 'string') return <Status value={value} />
  return (
    <span className={styles.badges}>
      <StatusBadge tone="attention" icon="lock">
        Restricted
      </StatusBadge>
      <Status value={value} />
    </span>
  )
}

export const Verification = badge(verificationLooks, verificationStatuses)

/** Reasons payments give themselves have no words of their own. */
export function BlockReason({ value }: { readonly value: unknown }) {
  return typeof value === 'string' ? blockReasonText(value) : null
}
