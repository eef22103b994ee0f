import { formatInstant } from '@signalbox/model/user-formats'
import { useSyncExternalStore } from 'react'
import { useFormats } from '../kit/session-store.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { toastHistory, type ToastRecord } from '../ui/toast.tsx'
import styles from './message-history.module.css'

const iconOf: Record<ToastRecord['kind'], IconName> = {
  success: 'check-circle',
  info: 'info',
  warning: 'warning',
  error: 'close-circle',
}

/** Notifications that have gone from the corner and may still be wanted. */
export function MessageHistory() {
  const records = useSyncExternalStore(toastHistory.subscribe, toastHistory.current)
  const formats = useFormats()
  return (
    <Dropdown
      kind="panel"
      label="Notifications of this session"
      tooltip="Notifications"
      face={<Icon name="bell" />}
      faceClassName={styles.button}
      widthPx={360}
    >
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
