import { Link } from '@tanstack/react-router'
import styles from './home.module.css'

export interface FigureProps {
  readonly value: number
  readonly label: string
  readonly to: string
  readonly search?: Record<string, string>
  readonly alarming?: boolean
  /** Nobody counted beyond. */
  readonly most?: number
}

/** A number that leads to the rows behind it. */
export function Figure({ value, label, to, search = {}, alarming = false, most }: FigureProps) {
  return (
    <Link to={to} search={search} className={styles.figure}>
      <span className={styles.number} data-alarming={(alarming && value > 0) || undefined}>
        {most !== undefined && value >= most ? `${most}+` : value}
      </span>
      <span>{label}</span>
    </Link>
  )
}
