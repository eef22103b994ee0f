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
}

export function Card({ title, description, actions, children, flush = false, headingId }: CardProps) {
  return (
    <section className={styles.card} aria-labelledby={headingId}>
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
      <div className={flush ? undefined : styles.body}>{children}</div>
    </section>
  )
}
