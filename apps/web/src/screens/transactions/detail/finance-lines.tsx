import { invoice } from '@signalbox/model/entities/invoice'
import { settlementLine } from '@signalbox/model/entities/settlement-line'
import type {
  InvoiceLineOfTransaction,
  SettlementLineOfTransaction,
} from '@signalbox/model/calls/transaction-finance'
import { Link } from '@tanstack/react-router'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import { Section } from '../../../ui/section.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import type { TabProps } from './transaction-drawer.tsx'
import { Part, usePart } from './use-part.tsx'

const line = settlementLine.fields

/** The tab of a batch its line stands in. */
const tabOf = ({ matchStatus, differences }: SettlementLineOfTransaction): string => {
  if (differences.includes('MISSING_AT_PSP')) return 'missing'
  if (matchStatus === 'MATCHED_WEAK' || matchStatus === 'UNMATCHED') return 'unmatched'
  return differences.length > 0 ? 'differences' : 'matched'
}

function SettlementLines({ lines }: { readonly lines: readonly SettlementLineOfTransaction[] }) {
  if (lines.length === 0) return null
  return (
    <Section title="Settlement">
      <SmallTable
        label="Settlement lines"
        columns={['Batch', 'Line', 'Paid out', 'Status', 'Gross', 'Fees', 'Net']}
        figures={['Gross', 'Fees', 'Net']}
      >
        {lines.map((found) => (
          <tr key={found.id}>
            <th scope="row">
              <Link to="/finance/settlements" search={{ id: found.batchId, tab: tabOf(found) }}>
                {found.batchRef}
              </Link>
            </th>
            <td>
              {found.lineNo} · <FieldView field={line.type} value={found.type} />
            </td>
            <td>{found.payoutDate}</td>
            <td>
              <FieldView field={line.matchStatus} value={found.matchStatus} />
              {found.differences.length > 0 ? (
                <>
                  {': '}
                  <FieldView field={line.differences} value={found.differences} />
                </>
              ) : null}
            </td>
            <td data-figure>
              <FieldView field={line.gross} value={found.gross} />
            </td>
            <td data-figure>
              <FieldView field={line.fees} value={found.fees} />
            </td>
            <td data-figure>
              <FieldView field={line.net} value={found.net} />
            </td>
          </tr>
        ))}
      </SmallTable>
    </Section>
  )
}

function InvoiceLines({ lines }: { readonly lines: readonly InvoiceLineOfTransaction[] }) {
  if (lines.length === 0) return null
  return (
    <Section title="Invoiced">
      <SmallTable label="Invoice lines" columns={['Invoice', 'Line', 'State']}>
        {lines.map(({ invoiceId, title, state, code, description }) => (
          <tr key={`${invoiceId} ${code}`}>
            <th scope="row">
              <Link to="/admin/invoice" search={{ id: invoiceId }}>
                {title}
              </Link>
            </th>
            <td>{description}</td>
            <td>
              <FieldView field={invoice.fields.state} value={state} />
            </td>
          </tr>
        ))}
      </SmallTable>
    </Section>
  )
}

function Lines({ transaction }: Pick<TabProps, 'transaction'>) {
  const query = usePart('GET /transaction/{id}/finance', transaction.id)
  return (
    <Part query={query}>
      {({ settlementLines, invoiceLines }) => (
        <>
          <SettlementLines lines={settlementLines} />
          <InvoiceLines lines={invoiceLines} />
        </>
      )}
    </Part>
  )
}

/** Where the PSP settled the payment, and which invoices count it: for those who see these screens. */
export function FinanceLines({ transaction }: Pick<TabProps, 'transaction'>) {
  const [maySettlements, mayInvoices] = [useMay('settlements.view'), useMay('invoice.view')]
  if ((!maySettlements && !mayInvoices) || transaction.completedAt === null) return null
  return <Lines transaction={transaction} />
}
