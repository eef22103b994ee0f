import type { InboxItem } from '@signalbox/model/calls/inbox'
import { workKind } from '@signalbox/model/inbox/work-kinds'
import type { MerchantNode } from '@signalbox/model/access/session'
import { Link } from '@tanstack/react-router'
import { Icon, isIconName } from '../ui/icon.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import styles from './inbox-items.module.css'
import { InstantView } from './field/instant-view.tsx'
import { useWithPspNames } from './psp-names.ts'
import { sessionStore, useSession } from './session/session-store.ts'

function isWithin(merchants: readonly MerchantNode[], id: number | null, above: number): boolean {
  if (id === null || id === above) return id === above
  const parent = merchants.find((merchant) => merchant.id === id)?.parentId ?? null
  return isWithin(merchants, parent, above)
}

/** Where an item is shows only from a merchant that sees it. */
function selectMerchantOf({ kind, merchantId }: InboxItem): void {
  const session = sessionStore.get()
  if (!session) return
  const isSeen = workKind(kind).ownMerchantOnly
    ? session.merchantId === merchantId
    : isWithin(session.metadata.merchants, merchantId, session.merchantId)
  if (!isSeen) sessionStore.selectMerchant(merchantId)
}

const isOver = (at: string | null): boolean => at !== null && Date.parse(at) <= Date.now()

function Words({ item }: { readonly item: InboxItem }) {
  const { merchantId } = useSession()
  const withPspNames = useWithPspNames()
  return (
    <span className={styles.words}>
      <span className={styles.title}>
        <span className={styles.name}>{withPspNames(item.title)}</span>
        {item.urgent ? (
          <StatusBadge tone="attention">{isOver(item.dueAt) ? 'Late' : 'Urgent'}</StatusBadge>
        ) : null}
      </span>
      {item.detail === '' ? null : <span className={styles.detail}>{item.detail}</span>}
      <span className={styles.meta}>
        {workKind(item.kind).label}
        {item.merchantId === merchantId ? '' : ` · ${item.merchant}`} ·{' '}
        <InstantView iso={item.since} as="distance" />
      </span>
    </span>
  )
}

export interface InboxItemsProps {
  readonly items: readonly InboxItem[]
  readonly onFollow?: () => void
}

/** What waits, each a step away. */
export function InboxItems({ items, onFollow }: InboxItemsProps) {
  return (
    <ul className={styles.list}>
      {items.map((item) => {
        const { icon, place } = workKind(item.kind)
        const to = place(item)
        const face = (
          <>
            <Icon name={isIconName(icon) ? icon : 'file'} size={16} />
            <Words item={item} />
          </>
        )
        return (
          <li key={`${item.kind} ${item.id}`}>
            {to === null ? (
              <span className={styles.item}>{face}</span>
            ) : (
              <Link
                to={to.to}
                search={to.search as never}
                className={styles.item}
                onClick={() => {
                  selectMerchantOf(item)
                  onFollow?.()
                }}
              >
                {face}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
