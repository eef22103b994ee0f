import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import type { Row } from '../../kit/list/listing.ts'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { QueryBoundary, Panel, Section } from '../../kit/record/record-panel.tsx'
import { useSession } from '../../kit/session/session-store.ts'
import { recordKey } from '../../kit/list/use-rows.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Item, ItemList } from '../../ui/item-list.tsx'
import { AccountStatus } from './account-badges.tsx'

/** Who else pays with the same account. Equal masks may be different accounts; this goes by the hash. */
export function SharedTab({ record }: { readonly record: Row }) {
  const id = String(record.id)
  const { merchantId } = useSession()
  const merchantName = useMerchantName()
  const query = useQuery({
    queryKey: [...recordKey('user-account', id), 'shared', merchantId],
    queryFn: ({ signal }) =>
      api('GET /user-account/{id}/shared', { params: { id }, signal, suppressToast: true }),
  })
  const others = query.data?.items ?? []
  return (
    <QueryBoundary query={query}>
      <Panel>
        {others.length === 0 ? (
          <EmptyState icon="users" title="No other user has this account" />
        ) : (
          <Section title="Other users of this account">
            <ItemList>
              {others.map((other) => (
                <Item
                  key={other.id}
                  icon="users"
                  note={
                    <>
                      {merchantName(other.merchantId)}, {other.noSuccessfulTx} successful
                      {other.lastUsed ? (
                        <>
                          , last used <InstantView iso={other.lastUsed} />
                        </>
                      ) : null}
                    </>
                  }
                  action={<AccountStatus value={other.status} />}
                >
                  {other.merchantUserId}
                </Item>
              ))}
            </ItemList>
          </Section>
        )}
      </Panel>
    </QueryBoundary>
  )
}
