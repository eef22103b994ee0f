import { accountTokenStates, type AccountToken } from '@signalbox/model/calls/user-account'
import { tokenNetworks } from '@signalbox/model/scheme-tokens/token-network'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import type { Row } from '../../kit/list/listing.ts'
import { recordKey } from '../../kit/list/use-rows.ts'
import { Panel, QueryBoundary, Section } from '../../kit/record/record-panel.tsx'
import { useSession } from '../../kit/session/session-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Item, ItemList } from '../../ui/item-list.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'

const tones: Readonly<Record<AccountToken['state'], Tone>> = {
  ACTIVE: 'positive',
  SUSPENDED: 'attention',
  DELETED: 'off',
}

/** What card networks gave in the place of the card's number, as long as they remember it. */
export function TokensTab({ record }: { readonly record: Row }) {
  const id = String(record.id)
  const { merchantId } = useSession()
  const query = useQuery({
    queryKey: [...recordKey('user-account', id), 'tokens', merchantId],
    queryFn: ({ signal }) =>
      api('GET /user-account/{id}/tokens', { params: { id }, signal, suppressToast: true }),
  })
  const tokens = query.data?.items ?? []
  return (
    <QueryBoundary query={query}>
      <Panel>
        {tokens.length === 0 ? (
          <EmptyState icon="key" title="No network tokens">
            Payments with this account use the stored account data.
          </EmptyState>
        ) : (
          <Section title="Network tokens">
            <ItemList>
              {tokens.map((token) => (
                <Item
                  key={token.id}
                  icon="key"
                  note={
                    <>
                      Expires {token.expiry}, provisioned <InstantView iso={token.provisionedAt} />, changed{' '}
                      <InstantView iso={token.updatedAt} />
                    </>
                  }
                  action={
                    <StatusBadge tone={tones[token.state]}>{accountTokenStates[token.state]}</StatusBadge>
                  }
                >
                  {tokenNetworks[token.network]}, ends in {token.last4}
                </Item>
              ))}
            </ItemList>
          </Section>
        )}
      </Panel>
    </QueryBoundary>
  )
}
