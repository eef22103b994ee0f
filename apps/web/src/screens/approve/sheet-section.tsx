import type { ReactNode } from 'react'
import styles from './decision-sheet.module.css'

/** One kind of evidence. */
export function SheetSection({
  title,
  extra,
  children,
}: {
  readonly title: string
  readonly extra?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section>
      <h3 className={styles.heading}>
        {title}
        {extra}
      </h3>
      {children}
    </section>
  )
}
