import type { ReactNode } from 'react'
import styles from './detail.module.css'

/** What may be wider or longer than its place. */
export function ScrollBox({
  label,
  className = styles.scroll,
  children,
}: {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={className} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
