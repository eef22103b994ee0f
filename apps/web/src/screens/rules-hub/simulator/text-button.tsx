import type { ReactNode } from 'react'
import styles from './simulator.module.css'

export function TextButton({
  onClick,
  children,
}: {
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" className={styles.textButton} onClick={onClick}>
      {children}
    </button>
  )
}
