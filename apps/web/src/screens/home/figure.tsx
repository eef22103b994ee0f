import type { HomeFigure } from '@signalbox/model/home/figures'
import { HomeLink } from './home-link.tsx'
import styles from './home.module.css'

/** Numbers that lead to the rows behind them. What each counts and where it leads is declared in the model. */
export function Figures({ of: figures }: { readonly of: readonly HomeFigure[] }) {
  return (
    <div className={styles.figures}>
      {figures.map(({ value, label, to, search, alarming = false, most }) => (
        <HomeLink key={label} to={to} search={search} className={styles.figure}>
          <span className={styles.number} data-alarming={(alarming && value > 0) || undefined}>
            {most !== undefined && value >= most ? `${most}+` : value}
          </span>
          <span>{label}</span>
        </HomeLink>
      ))}
    </div>
  )
}
