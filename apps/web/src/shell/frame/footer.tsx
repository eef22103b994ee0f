import { Link } from '@tanstack/react-router'
import { useSession } from '../../kit/session/session-store.ts'
import styles from './footer.module.css'
import { legacyEntry } from './legacy-links.ts'
import { ServerTime } from './server-time.tsx'

export function Footer() {
  const { metadata } = useSession()
  return (
    <footer className={styles.footer}>
      <span>Build {metadata.version}</span>
      <Link to={legacyEntry} className={styles.optional}>
        Legacy {metadata.legacyVersion}
      </Link>
      <span className={styles.optional} data-testid="environment">
        {metadata.environment}
      </span>
      <span className={styles.time}>
        <ServerTime />
      </span>
    </footer>
  )
}
