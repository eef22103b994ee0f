import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './page.module.css'

export interface PageProps {
  readonly title: string
  /** Total of what the page lists, already written out: `1,234` or `10,000+`. */
  readonly count?: ReactNode
  /** Beside the title, such as a star. */
  readonly titleExtra?: ReactNode
  /** One primary button at the right, the rest in a menu. */
  readonly actions?: ReactNode
  /** Saved views, filter chips: below the title, above the content. */
  readonly toolbar?: ReactNode
  /** `fill`: the content manages its own scrolling, as tables do. `scroll`: the content area scrolls. */
  readonly content?: 'fill' | 'scroll'
  readonly children: ReactNode
}

/** The window never scrolls; the content below the title row does. */
export function Page({
  title,
  count,
  titleExtra,
  actions,
  toolbar,
  content = 'scroll',
  children,
}: PageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.titleRow}>
        <div className={styles.heading}>
          <Title order={1} className={styles.title} tabIndex={-1} data-page-title>
            {title}
          </Title>
          {count === undefined || count === null ? null : <span className={styles.count}>{count}</span>}
          {titleExtra}
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
      {toolbar === undefined ? null : <div className={styles.toolbar}>{toolbar}</div>}
      <div className={content === 'fill' ? styles.fill : styles.scroll}>{children}</div>
    </div>
  )
}
