import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../kit/api.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { QueryBoundary, Panel, Section } from '../../../kit/record/record-panel.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import { Item, ItemList } from '../../../ui/item-list.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import styles from './document.module.css'

/** Rules that send payments to the accounts; an account they name cannot be taken away. */
export function UsedByTab({ record }: { readonly record: Row }) {
  const id = String(record.id)
  const { merchantId } = useSession()
  const merchantName = useMerchantName()
  const query = useQuery({
    queryKey: [...recordKey('config', id), 'used-by', merchantId],
    queryFn: ({ signal }) => api('GET /config/{id}/used-by', { params: { id }, signal, suppressToast: true }),
  })
  const uses = query.data?.items ?? []
  const accounts = [...new Set(uses.map(({ account }) => account))]
  return (
    <QueryBoundary query={query}>
      <Panel>
        {uses.length === 0 ? <p className={styles.muted}>No rule uses it.</p> : null}
        {accounts.map((account) => (
          <Section key={account} title={`Account ${account}`}>
            <ItemList>
              {uses
                .filter((use) => use.account === account)
                .map((use) => {
                  const table = tableOfSlug(use.table)
                  return (
                    <Item
                      key={`${use.ref} ${use.active}`}
                      icon="rules"
                      note={`${table?.title ?? use.table} · ${merchantName(use.merchantId)} · ${use.ref}`}
                      action={
                        use.active ? (
                          <StatusBadge tone="positive">In effect</StatusBadge>
                        ) : (
                          <StatusBadge tone="neutral">Not active yet</StatusBadge>
                        )
                      }
                    >
                      {table ? (
                        <Link to={table.route} className={styles.link}>
                          {use.ruleset}: {use.rule}
                        </Link>
                      ) : (
                        `${use.ruleset}: ${use.rule}`
                      )}
                    </Item>
                  )
                })}
            </ItemList>
          </Section>
        ))}
      </Panel>
    </QueryBoundary>
  )
}
