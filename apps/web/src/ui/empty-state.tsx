import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './message-panel.module.css'

export interface EmptyStateProps {
  readonly icon?: IconName
  /** One line that says why there is nothing. */
  readonly title: string
  readonly children?: ReactNode
  /** One thing to do about it. */
  readonly action?: ReactNode
}

export function EmptyState({ icon = 'folder', title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.panel}>
      <span className={styles.icon}>
        <Icon name={icon} size={28} />
      </span>
      <p className={styles.title}>{title}</p>
      {children === undefined ? null : <div className={styles.text}>{children}</div>}
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </div>
  )
}
