import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { QueryBoundary, Panel, Section } from '../../../kit/record/record-panel.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import styles from './psp-parts.module.css'

/** Where the PSP is used, which is what keeps it from being deleted, and codes of it nobody has explained. */
export function UseTab({ record }: { readonly record: Row }) {
  const id = String(record.id)
  const query = useQuery({
    queryKey: ['psp', 'use', id],
    queryFn: ({ signal }) => api('GET /psp/{id}/use', { params: { id }, signal, suppressToast: true }),
  })
  const use = query.data
  return (
    <QueryBoundary query={query}>
      {use ? (
        <Panel>
          <Section title="Used by">
            <KeyValues
              items={[
                { label: 'Configurations', value: String(use.configurations) },
                { label: 'Rules', value: String(use.rules) },
                { label: 'Open transactions', value: String(use.openTransactions) },
              ]}
            />
          </Section>
          <Section title="Unmapped codes in the last 30 days">
            {use.unmapped.length === 0 ? (
              <p className={styles.muted}>Every code this PSP sent is mapped.</p>
            ) : (
              <SmallTable
                label="Unmapped codes"
                columns={['PSP code', 'PSP message', 'Times', 'Last']}
                figures={['Times']}
              >
                {use.unmapped.map(({ pspCode, message, count, lastSeen }) => (
                  <tr key={pspCode}>
                    <th scope="row" className="mono">
                      {pspCode}
                    </th>
                    <td data-wrap>{message}</td>
                    <td data-figure>{count}</td>
                    <td>
                      <InstantView iso={lastSeen} />
                    </td>
                  </tr>
                ))}
              </SmallTable>
            )}
          </Section>
        </Panel>
      ) : null}
    </QueryBoundary>
  )
}
