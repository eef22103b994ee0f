import { Button } from '@mantine/core'
import type { PspMaintenance } from '@signalbox/model/calls/maintenance'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../kit/api.ts'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { live } from '../../../kit/live.ts'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { QueryBoundary } from '../../../kit/record/record-panel.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import styles from './maintenance.module.css'
import { ModeOf } from './window-views.tsx'

function ProviderLine({
  provider: { psp, name, window },
  onOpen,
}: {
  readonly provider: PspMaintenance
  readonly onOpen: (id: string) => void
}) {
  const { merchantId } = useSession()
  const merchantName = useMerchantName()
  return (
    <tr>
      <th scope="row">
        {name} <span className="mono">{psp}</span>
      </th>
      <td>
        {window ? (
          <ModeOf window={window} />
        ) : (
          <StatusBadge tone="positive">No planned maintenance</StatusBadge>
        )}
      </td>
      <td>
        {window === null ? '–' : null}
        {window && window.merchantId === merchantId ? (
          <Button variant="subtle" size="compact-sm" onClick={() => onOpen(window.id)}>
            {window.title}
          </Button>
        ) : null}
        {window && window.merchantId !== merchantId
          ? `${window.title} (${merchantName(window.merchantId)})`
          : null}
      </td>
      <td>{window ? <InstantView iso={window.startAt} /> : '–'}</td>
      <td>{window ? window.endAt ? <InstantView iso={window.endAt} /> : 'Indefinite' : '–'}</td>
    </tr>
  )
}

/** Every PSP and how it stands for the selected merchant. */
export function ProvidersPage({ list }: { readonly list: ListPageModel }) {
  const { merchantId } = useSession()
  const query = useQuery({
    queryKey: ['maintenance', 'overview', merchantId],
    queryFn: ({ signal }) => api('GET /maintenance/overview', { signal, suppressToast: true }),
  })
  const { refetch } = query
  useEffect(() => live.on('maintenance', () => void refetch()), [refetch])
  return (
    <QueryBoundary query={query}>
      <div className={styles.providers}>
        <SmallTable label="PSPs and their maintenance" columns={['PSP', 'Mode', 'Window', 'From', 'Until']}>
          {(query.data?.items ?? []).map((provider) => (
            <ProviderLine key={provider.psp} provider={provider} onOpen={(id) => list.openDialog(null, id)} />
          ))}
        </SmallTable>
      </div>
    </QueryBoundary>
  )
}
