import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, ApiError } from '../../../kit/api.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { Panel, Section } from '../../../kit/record/record-panel.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Item, ItemList } from '../../../ui/item-list.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

function Account({ id, account }: { readonly id: string; readonly account: string }) {
  const test = useMutation({
    mutationFn: () =>
      api('POST /config/{id}/test', { params: { id }, body: { account }, suppressToast: true }),
  })
  const { data, error, isPending } = test
  const refusal = error instanceof ApiError ? error.message : error ? 'No answer from the server' : null
  return (
    <Item
      icon="link"
      note={
        <span role="status">{data ? `${data.message}, ${data.ms} ms` : (refusal ?? 'Not tried yet')}</span>
      }
      action={
        <>
          {data ? (
            <StatusBadge tone={data.ok ? 'positive' : 'negative'}>
              {data.ok ? 'Answers' : 'No answer'}
            </StatusBadge>
          ) : null}
          <Button size="compact-sm" variant="default" loading={isPending} onClick={() => test.mutate()}>
            Test connection
          </Button>
        </>
      }
    >
      <span className="mono">{account}</span>
    </Item>
  )
}

/** Whether the provider answers, with the credentials payments would use. */
export function ConnectionTab({ record }: { readonly record: Row }) {
  const accounts = (record.accounts ?? []) as readonly string[]
  if (record.type !== 'ProviderConfig' || accounts.length === 0)
    return <EmptyState icon="link" title="Only payment provider accounts can be tested" />
  return (
    <Panel>
      <Section title="Accounts">
        <ItemList>
          {accounts.map((account) => (
            <Account key={account} id={String(record.id)} account={account} />
          ))}
        </ItemList>
      </Section>
    </Panel>
  )
}
