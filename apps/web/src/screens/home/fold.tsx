import { useState, type ReactNode } from 'react'
import styles from './home.module.css'

const mostRows = 6

/** The first rows of many, and a button for the rest. One row more is shown at once: its button would be as high. */
export function useFold<T>(rows: readonly T[]): { readonly shown: readonly T[]; readonly button: ReactNode } {
  const [open, setOpen] = useState(false)
  if (rows.length <= mostRows + 1) return { shown: rows, button: null }
  return {
    shown: open ? rows : rows.slice(0, mostRows),
    button: (
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show fewer' : `Show all ${rows.length}`}
      </button>
    ),
  }
}
