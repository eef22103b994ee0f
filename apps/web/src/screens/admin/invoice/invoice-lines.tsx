import { priceText, type InvoiceLine } from '@signalbox/model/billing/invoice-line'
import { useState } from 'react'
import type { Row } from '../../../kit/list/listing.ts'
import { Figure } from './amount.tsx'
import { linesOf } from './invoice-facts.ts'
import styles from './invoice.module.css'
import { LineTransactions } from './line-transactions.tsx'
import { Anchor } from '@mantine/core'

interface LineProps {
  readonly line: InvoiceLine
  readonly currency: string
  readonly onOpen: () => void
}

function Line({ line, currency, onOpen }: LineProps) {
  const { description, qty, unitPrice, net, vatRate, count, filter } = line
  return (
    <tr>
      <td>
        {description}
        {filter === null || count === null ? null : (
          <>
            <br />
            <Anchor component="button" type="button" size="sm" onClick={onOpen}>
              {count === 1 ? '1 transaction' : `${count} transactions`}
            </Anchor>
          </>
        )}
      </td>
      <td className={styles.figure}>
        <Figure text={qty} />
      </td>
      <td className={styles.figure}>
        <Figure text={priceText(unitPrice, currency)} />
      </td>
      <td className={styles.figure}>
        <Figure text={vatRate} /> %
      </td>
      <td className={styles.figure}>
        <Figure text={net} />
      </td>
    </tr>
  )
}

/** What is charged for, line by line; what a line counts opens from it. */
export function InvoiceLines({ record }: { readonly record: Row }) {
  const [open, setOpen] = useState<InvoiceLine | null>(null)
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">Description</th>
              <th scope="col" className={styles.figure}>
                Quantity
              </th>
              <th scope="col" className={styles.figure}>
                Price
              </th>
              <th scope="col" className={styles.figure}>
                VAT
              </th>
              <th scope="col" className={styles.figure}>
                Net {String(record.currency)}
              </th>
            </tr>
          </thead>
          <tbody>
            {linesOf(record).map((line) => (
              <Line
                key={line.code}
                line={line}
                currency={String(record.currency)}
                onOpen={() => setOpen(line)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {open ? <LineTransactions id={String(record.id)} line={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
