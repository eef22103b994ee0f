import type { ReactNode } from 'react'
import styles from './card.module.css'

export interface CardProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Without inner padding, for tables and lists that reach the border. */
  readonly flush?: boolean
  /** Id of the heading, to name a region by it. */
  readonly headingId?: string
  /** As high as the place it stands in, whatever comes into it; what does not fit scrolls. */
  readonly fixedHeight?: boolean
}

export function Card({
  title,
  description,
  actions,
  children,
  flush = false,
  headingId,
  fixedHeight = false,
}: CardProps) {
  return (
    <section className={styles.card} data-fixed-height={fixedHeight || undefined} aria-labelledby={headingId}>
      {title === undefined ? null : (
        <header className={styles.header}>
          <div>
            <h2 className={styles.title} id={headingId}>
              {title}
            </h2>
            {description === undefined ? null : <p className={styles.description}>{description}</p>}
          </div>
          {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div
        className={flush ? undefined : styles.body}
        // What scrolls must be reachable by keyboard.
        tabIndex={fixedHeight ? 0 : undefined}
        role={fixedHeight ? 'group' : undefined}
        aria-labelledby={fixedHeight ? headingId : undefined}
      >
        {children}
      </div>
    </section>
  )
}
