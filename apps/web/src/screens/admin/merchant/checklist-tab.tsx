import { merchant } from '@signalbox/model/entities/merchant'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../kit/api.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { QueryBoundary, Panel, Section } from '../../../kit/record/record-panel.tsx'
import { Item, ItemList } from '../../../ui/item-list.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { IntegrationTest } from './integration-test.tsx'

/** What is there and what is missing before real payments. */
export function ChecklistTab({ record }: { readonly record: Row }) {
  const id = String(record.id)
  const mayTry = useMay(merchant.access.edit)
  const query = useQuery({
    queryKey: ['merchant', 'checklist', id, record.version],
    queryFn: ({ signal }) =>
      api('GET /merchant/{id}/checklist', { params: { id }, signal, suppressToast: true }),
  })
  const items = query.data?.items ?? []
  const open = items.filter(({ ok }) => !ok).length
  return (
    <QueryBoundary query={query}>
      <Panel>
        <Section title={open === 0 ? 'Ready to go live' : `${open} of ${items.length} missing`}>
          <ItemList>
            {items.map(({ key, label, ok, detail, route }) => (
              <Item
                key={key}
                icon={ok ? 'check-circle' : 'warning'}
                note={detail}
                action={
                  ok ? (
                    <StatusBadge tone="positive">Done</StatusBadge>
                  ) : (
                    <StatusBadge tone="attention">Missing</StatusBadge>
                  )
                }
              >
                <Link to={route}>{label}</Link>
              </Item>
            ))}
          </ItemList>
        </Section>
        {mayTry ? <IntegrationTest id={id} /> : null}
      </Panel>
    </QueryBoundary>
  )
}
