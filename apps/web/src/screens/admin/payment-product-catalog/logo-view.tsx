import type { Row } from '../../../kit/list/listing.ts'
import styles from './psp-parts.module.css'

export function LogoView({ value }: { readonly value: unknown }) {
  return typeof value === 'string' && value !== '' ? <img className={styles.logo} src={value} alt="" /> : '–'
}

/** The name with the logo in front of it, where there is one. */
export function NamedLogo({ row, value }: { readonly row: Row; readonly value: unknown }) {
  const { logo } = row
  return (
    <span className={styles.named}>
      {typeof logo === 'string' && logo !== '' ? <img className={styles.small} src={logo} alt="" /> : null}
      {String(value)}
    </span>
  )
}
