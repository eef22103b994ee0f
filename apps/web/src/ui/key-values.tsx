import type { ReactNode } from 'react'
import styles from './key-values.module.css'

export interface KeyValue {
  readonly label: string
  readonly value: ReactNode
  /** Takes the whole width, for long texts. */
  readonly wide?: boolean
}

/** Names and values in two columns, or three where there is room, one on small screens. */
export function KeyValues({
  items,
  dense = false,
}: {
  readonly items: readonly KeyValue[]
  readonly dense?: boolean
}) {
  return (
    <dl className={styles.grid} data-dense={dense || undefined}>
      {items.map(({ label, value, wide }) => (
        <div key={label} className={styles.item} data-wide={wide || undefined}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
