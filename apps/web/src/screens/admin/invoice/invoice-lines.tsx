import { Anchor } from '@mantine/core'
import { isVatRounding, priceText, type InvoiceLine } from '@signalbox/model/billing/invoice-line'
import { counted } from '@signalbox/model/text/counted'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { useState } from 'react'
import type { Row } from '../../../kit/list/listing.ts'
import { useFormats } from '../../../kit/session/session-store.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Figure } from './amount.tsx'
import { linesOf } from './invoice-facts.ts'
import { LineTransactions } from './line-transactions.tsx'

interface LineProps {
  readonly line: InvoiceLine
  readonly currency: string
  readonly onOpen: () => void
}

function Line({ line, currency, onOpen }: LineProps) {
  const { description, qty, unitPrice, net, vat, count, filter } = line
  // It stands for no quantity of anything.
  const isCounted = !isVatRounding(line)
  return (
    <tr>
      <th scope="row" data-wrap>
        {description}
        {filter === null || count === null ? null : (
          <>
            <br />
            <Anchor component="button" type="button" size="sm" onClick={onOpen}>
              {counted(count, 'transaction')}
            </Anchor>
          </>
        )}
      </th>
      <td data-figure>{isCounted ? <Figure text={qty} /> : '–'}</td>
      <td data-figure>{isCounted ? <Figure text={priceText(unitPrice, currency)} /> : '–'}</td>
      <td data-figure>
        <Figure text={vat} />
      </td>
      <td data-figure>
        <Figure text={net} />
      </td>
    </tr>
  )
}

/** What is charged for, line by line; what a line counts opens from it. */
export function InvoiceLines({ record }: { readonly record: Row }) {
  const [open, setOpen] = useState<InvoiceLine | null>(null)
  const rate = formatNumber(String(record.vatRate), useFormats())
  const figures = [
    'Quantity',
    'Price',
    record.vatCategory === 'S' ? `VAT ${rate} %` : 'VAT',
    `Net ${String(record.currency)}`,
  ]
  return (
    <>
      <SmallTable label="Lines of the invoice" columns={['Description', ...figures]} figures={figures}>
        {linesOf(record).map((line) => (
          <Line key={line.code} line={line} currency={String(record.currency)} onOpen={() => setOpen(line)} />
        ))}
      </SmallTable>
      {open ? <LineTransactions id={String(record.id)} line={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
