import type { Inbox } from '@signalbox/model/calls/inbox'
import { InboxItems } from '../../kit/inbox-items.tsx'
import { useInbox } from '../../kit/use-inbox.ts'
import { Kbd } from '../../ui/kbd.tsx'
import styles from './home.module.css'

const mostShown = 5

/** The first of what waits for the person. The bell asks anew all the time, and both show the same. */
export function InboxWidget({ data }: { readonly data: Inbox }) {
  const { items, total } = useInbox().data ?? data
  if (total === 0) return <p className={styles.quiet}>Nothing is waiting for you.</p>
  return (
    <>
      <div className={styles.inbox}>
        <InboxItems items={items.slice(0, mostShown)} />
      </div>
      {total > mostShown ? (
        <p className={styles.quiet}>
          {mostShown} of {total}
          <span className={styles.keyHint}>
            {' '}
            · <Kbd keys="mod+I" /> opens your inbox
          </span>
        </p>
      ) : null}
    </>
  )
}
