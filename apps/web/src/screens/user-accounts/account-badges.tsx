import { accountStatuses, verificationStatuses } from '@signalbox/model/entities/user-psp-account'
import type { IconName } from '../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
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

export const AccountStatus = badge(statusLooks, accountStatuses)
export const Verification = badge(verificationLooks, verificationStatuses)

/** Reasons payments give themselves have no words of their own. */
export function BlockReason({ value }: { readonly value: unknown }) {
  return typeof value === 'string' ? blockReasonText(value) : null
}
