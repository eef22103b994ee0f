import { formatInstant } from '@signalbox/model/text/user-formats'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useFormats, useSession } from '../../kit/session/session-store.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './footer.module.css'
import { legacyEntry } from './legacy-links.ts'
import { serverClock } from '../session/server-clock.ts'

function useTick(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

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

function ServerTime() {
  const formats = useFormats()
  const instant = new Date(useTick() + serverClock.aheadMs())
  const iso = instant.toISOString()
  const minutes = formatInstant(iso, { ...formats, dateFormat: 'YYYY-MM-DD HH:MM' })
  const seconds = String(instant.getUTCSeconds()).padStart(2, '0')
  return (
    <Tooltip
      content={`Server time, shown in ${formats.timeZone}. UTC: ${iso.slice(0, 19).replace('T', ' ')}`}
    >
      <span>
        <time dateTime={iso}>
          {minutes}:{seconds}
        </time>{' '}
        {formats.timeZone}
      </span>
    </Tooltip>
  )
}
