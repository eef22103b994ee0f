import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './status-badge.module.css'
import type { Tone } from './theme.ts'

export type { Tone }

const iconOf: Record<Tone, IconName> = {
  positive: 'check',
  active: 'arc',
  neutral: 'dot',
  input: 'hourglass',
  attention: 'hand',
  negative: 'close',
  split: 'split',
  off: 'slash',
}

export interface StatusBadgeProps {
  readonly tone: Tone
  readonly children: ReactNode
  readonly icon?: IconName
}

/** Icon and word; the colour only repeats them. */
export function StatusBadge({ tone, children, icon = iconOf[tone] }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon name={icon} size={12} />
      {children}
    </span>
  )
}
