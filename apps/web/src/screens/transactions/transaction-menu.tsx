import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { ActionMenu, type MenuEntry } from '../../kit/action/action-menu.tsx'
import { asText, isNothing } from '../../kit/field/display-text.ts'
import { emptyListState } from '../../kit/list/list-state.ts'
import type { Row } from '../../kit/list/listing.ts'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { copyLink } from '../../kit/copy-link.ts'
import { useHistory } from '../../kit/record/use-history.ts'
import { useMayOpen } from '../../kit/session/allowed-pages.ts'
import { useMay } from '../../kit/session/session-store.ts'
import { useStable } from '../../kit/use-stable.ts'
import { toast } from '../../ui/toast.tsx'
import { isOperation } from './operations/operation-texts.ts'
import { isWatched, type Operations } from './operations/use-operations.tsx'

const copy = (what: string, text: string): void =>
  void navigator.clipboard.writeText(text).then(() => toast.success(`${what} copied.`))

const copies = (row: Row): MenuEntry[] =>
  (
    [
      ['Copy id', 'Id', row.id],
      ['Copy reference', 'Reference', row.txRefId],
      ['Copy PSP reference', 'PSP reference', row.pspRefId],
    ] as const
  ).flatMap(([label, what, value]) =>
    isNothing(value) ? [] : [{ label, icon: 'copy' as const, onClick: () => copy(what, asText(value)) }],
  )

function watching(row: TransactionRow, watch: Operations['watch']): MenuEntry[] {
  if (!row.allowedOps.includes('tag')) return []
  return [
    {
      label: isWatched(row) ? 'Stop watching' : 'Watch',
      icon: isWatched(row) ? 'eye-off' : 'eye',
      onClick: () => watch(row),
    },
  ]
}

/** What one can do with a row of the list. */
export function useTransactionMenu(list: ListPageModel, { actionsFor, start, watch }: Operations) {
  const history = useHistory()
  const mayOpen = useMayOpen()
  const mayNote = useMay('transactions.note')
  const only = (filters: Readonly<Record<string, string>>) => list.change({ ...emptyListState, filters })
  const entries = (row: Row): MenuEntry[] => [
    { label: 'Open', icon: 'expand', onClick: () => list.openRow(row) },
    {
      label: 'Open in new tab',
      icon: 'external',
      onClick: () => void window.open(list.hrefOf(row), '_blank', 'noopener'),
    },
    ...copies(row),
    {
      label: 'Copy link',
      icon: 'link',
      onClick: () => void copyLink(window.location.origin + list.hrefOf(row)),
    },
    {
      label: 'Related transactions',
      icon: 'tree',
      onClick: () => only({ id: asText(row.id), includeRelated: 'true' }),
    },
    {
      label: 'All of this user',
      icon: 'user',
      onClick: () => only({ userId: asText(row.userId) }),
    },
    ...(mayOpen('/user-accounts')
      ? [
          {
            label: 'Accounts of this user',
            icon: 'wallet' as const,
            onClick: () => history.push(`/user-accounts?keyword=${encodeURIComponent(asText(row.userId))}`),
          },
        ]
      : []),
    ...(mayNote
      ? [
          {
            label: 'Write a note',
            icon: 'edit' as const,
            onClick: () =>
              list.change((current) => ({ ...current, id: asText(row.id), dialog: null, tab: 'notes' })),
          },
        ]
      : []),
    ...watching(row as TransactionRow, watch),
  ]
  return useStable((row: Row) => (
    <ActionMenu
      label={`Actions for transaction ${asText(row.id)}`}
      row={row}
      entries={entries(row)}
      actions={actionsFor(row)}
      onAction={({ name }, on) => {
        if (isOperation(name)) start(name, on as TransactionRow)
      }}
    />
  ))
}
