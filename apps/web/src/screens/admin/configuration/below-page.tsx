import { configTypeLabels } from '@signalbox/model/configuration/config-types'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { emptyListState } from '../../../kit/list/list-state.ts'
import { QueryBoundary } from '../../../kit/record/record-panel.tsx'
import { sessionStore, useSession } from '../../../kit/session/session-store.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import styles from './document.module.css'

const labels: Readonly<Record<string, string>> = configTypeLabels

/** What merchants below have set for themselves; each is opened where it counts. */
export function BelowPage({ list }: { readonly list: ListPageModel }) {
  const { merchantId } = useSession()
  const query = useQuery({
    queryKey: ['config', 'below', merchantId],
    queryFn: ({ signal }) => api('GET /config/below', { signal, suppressToast: true }),
  })
  const items = query.data?.items ?? []
  const open = (owner: number, id: string) => {
    sessionStore.selectMerchant(owner)
    list.change({ ...emptyListState, id })
  }
  return (
    <QueryBoundary query={query}>
      {items.length === 0 ? (
        <EmptyState icon="tree" title="No configuration below this merchant" />
      ) : (
        <SmallTable
          label="Documents of merchants below"
          columns={['Merchant', 'Configuration', 'Type', 'Accounts', 'State']}
        >
          {items.map((item) => (
            <tr key={`${item.merchantId} ${item.id}`}>
              <th scope="row">
                {item.merchant} <span className={styles.muted}>{item.merchantId}</span>
              </th>
              <td>
                <button type="button" className={styles.open} onClick={() => open(item.merchantId, item.id)}>
                  {item.name}
                </button>
              </td>
              <td>{labels[item.type] ?? item.type}</td>
              <td data-wrap className="mono">
                {item.accounts.join(', ')}
              </td>
              <td>
                {item.missing.length > 0 ? (
                  <StatusBadge tone="attention">Incomplete</StatusBadge>
                ) : item.enabled ? (
                  <StatusBadge tone="positive">On</StatusBadge>
                ) : (
                  <StatusBadge tone="off">Off</StatusBadge>
                )}
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </QueryBoundary>
  )
}
