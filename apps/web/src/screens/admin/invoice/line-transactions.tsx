import { Button, Group, Stack } from '@mantine/core'
import type { InvoiceLine } from '@signalbox/model/billing/invoice-line'
import { counted } from '@signalbox/model/text/counted'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, type ReplyOf } from '../../../kit/api.ts'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { TableFooter } from '../../../kit/list/list-footer.tsx'
import { usePaging } from '../../../kit/list/use-paging.ts'
import { usePspName } from '../../../kit/psp-names.ts'
import { QueryBoundary } from '../../../kit/record/record-panel.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Amount } from './amount.tsx'
import styles from './invoice.module.css'

interface Props {
  readonly id: string
  readonly line: InvoiceLine
  readonly onClose: () => void
}

type Counted = ReplyOf<'GET /invoice/{id}/transactions'>['items']

function Rows({ items, maySee }: { readonly items: Counted; readonly maySee: boolean }) {
  const pspName = usePspName()
  return (
    <SmallTable
      label="Transactions of the line"
      columns={['Id', 'Completed', 'PSP', 'Amount']}
      figures={['Amount']}
    >
      {items.map((item) => (
        <tr key={item.id}>
          <th scope="row">
            {maySee ? (
              <Link to="/transactions" search={{ id: String(item.id) }}>
                {item.id}
              </Link>
            ) : (
              item.id
            )}
          </th>
          <td>
            <InstantView iso={item.completedAt} />
          </td>
          <td>{item.psp === null ? '–' : pspName(item.psp)}</td>
          <td data-figure>
            <Amount money={item.amount} />
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

/** The payments a line counts, a page at a time. Who sees transactions finds the same ones there. */
export function LineTransactions({ id, line, onClose }: Props) {
  const paging = usePaging()
  const maySee = useMay('transactions.view')
  const query = useQuery({
    queryKey: ['invoice', 'transactions', id, line.code, paging.query],
    queryFn: ({ signal }) =>
      api('GET /invoice/{id}/transactions', {
        params: { id },
        query: { line: line.code, ...paging.query },
        signal,
        suppressToast: true,
      }),
    placeholderData: keepPreviousData,
  })
  const { items = [], total = 0 } = query.data ?? {}
  return (
    <Dialog
      opened
      onClose={onClose}
      title={line.description}
      widthPx={760}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <QueryBoundary query={query}>
        <Stack gap={12}>
          <Group justify="space-between">
            <p className={styles.quiet}>{counted(total, 'transaction')}</p>
            {maySee && line.filter ? (
              <Link to="/transactions" search={line.filter}>
                Open in Transactions
              </Link>
            ) : null}
          </Group>
          <Rows items={items} maySee={maySee} />
          <TableFooter page={query.data} {...paging.footer} />
        </Stack>
      </QueryBoundary>
    </Dialog>
  )
}
