import { Loader } from '@mantine/core'
import styles from './splash.module.css'

/** The whole window while nothing can be shown yet. */
export function Splash({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <div className={styles.splash} role="status" aria-label={label}>
      <Loader size="md" />
    </div>
  )
}
