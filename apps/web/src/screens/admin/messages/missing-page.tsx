import { Button, Stack } from '@mantine/core'
import { messageCategories } from '@signalbox/model/entities/message'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../kit/api.ts'
import { live } from '../../../kit/live.ts'
import { QueryBoundary } from '../../../kit/record/record-panel.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { KeyTab } from './key-form.tsx'
import styles from './messages.module.css'

/** Keys that lack a text in some locale, or have one with other placeholders; each opens with all its locales. */
export function MissingPage() {
  const { merchantId } = useSession()
  const [opened, setOpened] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['message', 'missing', merchantId],
    queryFn: ({ signal }) => api('GET /message/missing', { signal, suppressToast: true }),
  })
  const { refetch } = query
  useEffect(() => live.on('message', () => void refetch()), [refetch])
  const items = query.data?.items ?? []
  return (
    <QueryBoundary query={query}>
      {items.length === 0 ? (
        <EmptyState icon="check-circle" title="Every text is translated">
          {`Locales in use: ${(query.data?.locales ?? []).join(', ')}`}
        </EmptyState>
      ) : (
        <div className={styles.scroll}>
          <SmallTable
            label="Missing translations"
            columns={['Key', 'Category', 'Text', 'Missing in', 'Different placeholders in']}
          >
            {items.map(({ key, category, reference, missing, unequal }) => (
              <tr key={key}>
                <th scope="row" aria-label={key}>
                  <Button variant="subtle" size="compact-sm" onClick={() => setOpened(key)}>
                    <span className="mono">{key}</span>
                  </Button>
                </th>
                <td>{messageCategories[category]}</td>
                <td>{reference}</td>
                <td className="mono">{missing.join(', ')}</td>
                <td className="mono">{unequal.join(', ')}</td>
              </tr>
            ))}
          </SmallTable>
        </div>
      )}
      <Drawer opened={opened !== null} onClose={() => setOpened(null)} title={opened ?? ''}>
        <Stack>{opened === null ? null : <KeyTab record={{ key: opened }} />}</Stack>
      </Drawer>
    </QueryBoundary>
  )
}
