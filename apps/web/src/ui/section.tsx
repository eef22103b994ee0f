import type { ReactNode } from 'react'
import styles from './section.module.css'

/** One part of what is open, under its heading. Where much stands side by side it is compact. */
export function Section({
  title,
  extra,
  compact = false,
  children,
}: {
  readonly title: string
  readonly extra?: ReactNode
  readonly compact?: boolean
  readonly children: ReactNode
}) {
  return (
    <section>
      <h3 className={styles.heading} data-compact={compact || undefined}>
        {title}
        {extra}
      </h3>
      {children}
    </section>
  )
}
