import { Button } from '@mantine/core'
import type { Alert } from '@signalbox/model/calls/alert'
import { workKind } from '@signalbox/model/inbox/work-kinds'
import { formatInstant } from '@signalbox/model/text/user-formats'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useFormats, useSession } from '../../kit/session/session-store.ts'
import { useCloseDropdown } from '../../ui/dropdown.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './bell.module.css'
import type { Alerts } from './use-alerts.ts'

const faces: Readonly<Record<Alert['severity'], { kind: string; icon: IconName; word: string }>> = {
  INFO: { kind: 'info', icon: 'info', word: 'Note' },
  WARNING: { kind: 'warning', icon: 'warning', word: 'Warning' },
  CRITICAL: { kind: 'error', icon: 'close-circle', word: 'Critical' },
}

function AlertItem({ alert, decide }: { readonly alert: Alert; readonly decide: Alerts['decide'] }) {
  const formats = useFormats()
  const { merchantId } = useSession()
  const close = useCloseDropdown()
  const [busy, setBusy] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const { kind, icon, word } = faces[alert.severity]
  const place = workKind('alert').place({ record: alert.subject ?? '', part: alert.source })
  const act = async (operation: 'acknowledge' | 'resolve') => {
    const panel = item.current?.closest<HTMLElement>('[role="dialog"]')
    setBusy(true)
    await decide(alert, operation)
    setBusy(false)
    // The button that was pressed is gone; who works with keys goes on from the panel it was in.
    panel?.focus()
  }
  const button = { variant: 'default', size: 'compact-xs', disabled: busy } as const
  return (
    <li ref={item} className={styles.item} data-kind={kind}>
      <Icon name={icon} size={16} />
      <div className={styles.what}>
        {place ? (
          <Link to={place.to} search={place.search as never} onClick={close}>
            {alert.title}
          </Link>
        ) : (
          alert.title
        )}
        <span className={styles.excerpt}>{alert.body}</span>
        <span className={styles.time}>
          {word} · {formatInstant(alert.lastAt, formats)}
          {alert.times > 1 ? ` · ${alert.times} times` : ''}
          {alert.merchantId === merchantId ? '' : ` · ${alert.merchant}`}
        </span>
        <span className={styles.acts}>
          {alert.state === 'OPEN' ? (
            <Button
              {...button}
              aria-label={`Acknowledge: ${alert.title}`}
              onClick={() => void act('acknowledge')}
            >
              Acknowledge
            </Button>
          ) : (
            <span className={styles.taken}>{alert.ackedBy} is looking into it</span>
          )}
          <Button {...button} aria-label={`Resolve: ${alert.title}`} onClick={() => void act('resolve')}>
            Resolve
          </Button>
        </span>
      </div>
    </li>
  )
}

/** Alerts of the selected merchant with what one can do about them, also those a colleague looks into. */
export function AlertList({ alerts }: { readonly alerts: Alerts }) {
  const { items, decide } = alerts
  if (items.length === 0) return null
  return (
    <>
      <h2 className={styles.heading}>Alerts</h2>
      <ul className={styles.list}>
        {items.map((alert) => (
          <AlertItem key={alert.id} alert={alert} decide={decide} />
        ))}
      </ul>
    </>
  )
}
