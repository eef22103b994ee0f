import { formatInstant } from '@signalbox/model/user-formats'
import { Link } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useFormats } from '../kit/session-store.ts'
import { Dropdown, useCloseDropdown } from '../ui/dropdown.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { toastHistory, type ToastRecord } from '../ui/toast.tsx'
import { AlertList } from './alert-list.tsx'
import styles from './message-history.module.css'
import { useAlerts } from './use-alerts.ts'
import { useMentions, type Mentions } from './use-mentions.ts'

const iconOf: Record<ToastRecord['kind'], IconName> = {
  success: 'check-circle',
  info: 'info',
  warning: 'warning',
  error: 'close-circle',
}

/** Notes of colleagues that name the person, each a step away. Whoever has opened them has seen them. */
function MentionList({ mentions }: { readonly mentions: Mentions }) {
  const formats = useFormats()
  const close = useCloseDropdown()
  const { items, markRead } = mentions
  useEffect(markRead)
  if (items.length === 0) return null
  return (
    <>
      <h2 className={styles.heading}>You were mentioned</h2>
      <ul className={styles.list}>
        {items.map(({ noteId, txId, author, at, text }) => (
          <li key={noteId} className={styles.item} data-kind="info">
            <Icon name="user" size={16} />
            <span>
              <Link to="/transactions" search={{ id: String(txId), tab: 'notes' } as never} onClick={close}>
                {author}, transaction {txId}
              </Link>
              <span className={styles.excerpt}>{text}</span>
              <span className={styles.time}>{formatInstant(at, formats)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Notifications that have gone from the corner and may still be wanted. */
export function MessageHistory() {
  const records = useSyncExternalStore(toastHistory.subscribe, toastHistory.current)
  const formats = useFormats()
  const mentions = useMentions()
  const alerts = useAlerts()
  const fresh = mentions.unread + alerts.open
  return (
    <Dropdown
      kind="panel"
      label={fresh === 0 ? 'Notifications' : `Notifications, ${fresh} new`}
      tooltip="Notifications"
      face={
        <>
          <Icon name="bell" />
          {fresh === 0 ? null : <span className={styles.dot}>{fresh > 99 ? '99+' : fresh}</span>}
        </>
      }
      faceClassName={styles.button}
      widthPx={360}
    >
      <AlertList alerts={alerts} />
      <MentionList mentions={mentions} />
      <h2 className={styles.heading}>Notifications of this session</h2>
      {records.length === 0 ? <p className={styles.empty}>Nothing so far.</p> : null}
      <ul className={styles.list}>
        {records.map((record) => (
          <li key={`${record.at}-${record.text}`} className={styles.item} data-kind={record.kind}>
            <Icon name={iconOf[record.kind]} size={16} />
            <span>
              {record.text}
              <span className={styles.time}>{formatInstant(new Date(record.at).toISOString(), formats)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Dropdown>
  )
}
