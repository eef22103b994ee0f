import styles from './country-tag.module.css'

/** A country's code beside its name. Not a flag: those are pictures of the system's fonts, and many systems have none. */
export function CountryTag({ code }: { readonly code: string }) {
  return (
    <span aria-hidden="true" className={styles.tag}>
      {code}
    </span>
  )
}
