import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './item-list.module.css'

/** A few things below each other: more than a name each, less than a table. */
export function ItemList({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

export interface ItemProps {
  readonly icon?: IconName
  /** The quiet line below the name. */
  readonly note: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Item({ icon, note, action, children }: ItemProps) {
  return (
    <li className={styles.item}>
      {icon ? <Icon name={icon} /> : null}
      <div className={styles.text}>
        {children}
        <p className={styles.note}>{note}</p>
      </div>
      {action}
    </li>
  )
}
