import { Text } from '@mantine/core'
import { accountLabels } from '@signalbox/model/balance/account-words'
import { settlementBatch } from '@signalbox/model/entities/settlement-batch'
import { parseAccountKey } from '@signalbox/model/ledger/account'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { useWithPspNames } from '../../../kit/psp-names.ts'
import { Panel, QueryBoundary, Section } from '../../../kit/record/record-panel.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'

const money = settlementBatch.fields.net

/** An account in words: what it is, and of which PSP, bank or pair. */
function Account({ account }: { readonly account: string }) {
  const withNames = useWithPspNames()
  const key = parseAccountKey(account)
  if (!key) return <span className="mono">{account}</span>
  return (
    <>
      {accountLabels[key.type]}
      {key.dimension === '' ? null : (
        <Text size="xs" c="dimmed">
          {withNames(key.dimension)}
        </Text>
      )}
    </>
  )
}

/** What the batch posted to the ledger, reversals too. */
export function PostingsTab({ record }: { readonly record: Row }) {
  const id = String(record.id)
  const withNames = useWithPspNames()
  const query = useQuery({
    queryKey: ['settlement-batch', id, 'postings', record.version],
    queryFn: () => api('GET /settlement-batch/{id}/posting', { params: { id } }),
  })
  const entries = query.data?.items ?? []
  if (query.data && entries.length === 0)
    return (
      <EmptyState icon="scale" title="Nothing posted yet">
        The batch is posted to the ledger when it is accepted.
      </EmptyState>
    )
  return (
    <QueryBoundary query={query}>
      <Panel>
        {entries.map((entry) => (
          <Section key={entry.id} title={withNames(entry.description)}>
            <p>
              {entry.createdBy}, <InstantView iso={entry.at} />, value date {entry.valueDate}
            </p>
            <SmallTable
              label={withNames(entry.description)}
              columns={['Account', 'Debit', 'Credit']}
              figures={['Debit', 'Credit']}
            >
              {entry.lines.map((line) => (
                <tr key={line.account}>
                  <th scope="row">
                    <Account account={line.account} />
                  </th>
                  <td data-figure>{line.debit ? <FieldView field={money} value={line.debit} /> : null}</td>
                  <td data-figure>{line.credit ? <FieldView field={money} value={line.credit} /> : null}</td>
                </tr>
              ))}
            </SmallTable>
          </Section>
        ))}
      </Panel>
    </QueryBoundary>
  )
}
