import { formatInstant } from '@signalbox/model/text/user-formats'
import type { Inbox } from '@signalbox/model/calls/inbox'
import { workKind } from '@signalbox/model/inbox/work-kinds'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../kit/api.ts'
import { InboxItems } from '../../kit/inbox-items.tsx'
import { useFormats } from '../../kit/session/session-store.ts'
import { useInbox, useInboxUpdates } from '../../kit/use-inbox.ts'
import { Dropdown, useCloseDropdown } from '../../ui/dropdown.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { toastHistory, type ToastRecord } from '../../ui/toast.tsx'
import { AlertList } from './alert-list.tsx'
import styles from './bell.module.css'
import { useAlerts, type Alerts } from './use-alerts.ts'

const iconOf: Record<ToastRecord['kind'], IconName> = {
  success: 'check-circle',
  info: 'info',
  warning: 'warning',
  error: 'close-circle',
}

/** What is not listed is on the pages of its kind. */
function Rest({ inbox: { items, total, counts } }: { readonly inbox: Inbox }) {
  if (total <= items.length) return null
  const all = counts.map(({ kind, count }) => `${count} ${workKind(kind).counted[count === 1 ? 0 : 1]}`)
  return (
    <p className={styles.note}>
      {items.length} of {total} are listed: {all.join(', ')}.
    </p>
  )
}

function Waiting({ inbox, alerts }: { readonly inbox: Inbox; readonly alerts: Alerts }) {
  const close = useCloseDropdown()
  // Those of the selected merchant stand below with what one can do about them.
  const items = inbox.items.filter(
    ({ kind, id }) => kind !== 'alert' || !alerts.items.some((alert) => alert.id === id),
  )
  if (inbox.total === 0) return <p className={styles.empty}>Nothing is waiting for you.</p>
  return (
    <>
      <InboxItems items={items} onFollow={close} />
      <Rest inbox={inbox} />
    </>
  )
}

function InboxPanel({ alerts }: { readonly alerts: Alerts }) {
  const { data, isPending, isError, error, isFetching, refetch } = useInbox()
  const failed = (
    <ErrorPanel
      compact
      title={data ? 'This may be out of date.' : 'Your inbox could not be loaded.'}
      requestId={error instanceof ApiError ? error.body.errorId : undefined}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
  return (
    <>
      <h2 className={styles.heading}>
        Waiting for you{data && data.total > 0 ? <span className={styles.count}>{data.total}</span> : null}
      </h2>
      {isPending ? (
        <div className={styles.loading}>
          <Skeleton label="Loading your inbox">
            <SkeletonLines lines={3} />
          </Skeleton>
        </div>
      ) : null}
      {isError ? failed : null}
      {data ? <Waiting inbox={data} alerts={alerts} /> : null}
      <AlertList alerts={alerts} />
    </>
  )
}

/** Notifications that have gone from the corner and may still be wanted. */
function MessageHistory() {
  const records = useSyncExternalStore(toastHistory.subscribe, toastHistory.current)
  const formats = useFormats()
  return (
    <>
      <h2 className={styles.heading}>Notifications of this session</h2>
      {records.length === 0 ? <p className={styles.empty}>None so far.</p> : null}
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
    </>
  )
}

const opensBy = { keys: 'mod+I', label: 'Open your inbox' }
const mostShown = 99

/** Everything that waits for the person, and what the console said in this session. */
export function Bell() {
  useInboxUpdates()
  const alerts = useAlerts()
  const waiting = useInbox().data?.total ?? 0
  return (
    <Dropdown
      kind="panel"
      label={waiting === 0 ? 'Inbox' : `Inbox, ${waiting} waiting`}
      tooltip="Inbox"
      opensBy={opensBy}
      face={
        <>
          <Icon name="bell" />
          {waiting === 0 ? null : (
            <span className={styles.dot}>{waiting > mostShown ? `${mostShown}+` : waiting}</span>
          )}
        </>
      }
      faceClassName={styles.button}
      widthPx={400}
    >
      <div className={styles.panel}>
        <InboxPanel alerts={alerts} />
        <MessageHistory />
      </div>
    </Dropdown>
  )
}
