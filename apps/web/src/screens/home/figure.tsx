import { Link } from '@tanstack/react-router'
import styles from './home.module.css'

export interface FigureProps {
  readonly value: number
  readonly label: string
  readonly to: string
  readonly search?: Record<string, string>
  readonly alarming?: boolean
}

/** A number that leads to the rows behind it. */
export function Figure({ value, label, to, search = {}, alarming = false }: FigureProps) {
  return (
    <Link to={to} search={search} className={styles.figure}>
      <span className={styles.number} data-alarming={(alarming && value > 0) || undefined}>
        {value}
      </span>
      <span>{label}</span>
    </Link>
  )
}
