import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { RelatedTransaction } from '@signalbox/model/calls/transaction-detail'
import { transactionFields } from '@signalbox/model/entities/transaction'
import type { MouseEvent } from 'react'
import { FieldView, InstantView } from '../../../kit/field/field-view.tsx'
import { StateBadge } from '../transaction-state.tsx'
import styles from './detail.module.css'
import { ScrollBox } from './scroll-box.tsx'
import type { TabProps } from './transaction-drawer.tsx'
import { Part, usePart } from './use-part.tsx'

interface Branch {
  readonly item: RelatedTransaction
  readonly depth: number
}

/** What followed from what, each right below what it came from. */
export function treeOf(items: readonly RelatedTransaction[]): Branch[] {
  const known = new Set(items.map(({ id }) => id))
  const below = (origin: number | null, depth: number): Branch[] =>
    items
      .filter(({ originTxId }) =>
        origin === null ? originTxId === null || !known.has(originTxId) : originTxId === origin,
      )
      .flatMap((item) => [{ item, depth }, ...below(item.id, depth + 1)])
  return below(null, 0)
}

/** The family of a payment: captures, refunds, voids and disputes, with what each of them moved. */
export function RelatedTab({ transaction, list }: TabProps) {
  const query = usePart('GET /transaction/{id}/related', transaction.id)
  const open = (event: MouseEvent, id: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    list.openDialog(null, String(id))
  }
  return (
    <Part query={query}>
      {({ items }) => (
        <div className={styles.sections}>
          {items.length === 1 ? <p className={styles.note}>No related transactions.</p> : null}
          <ScrollBox label="Related transactions">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Transaction</th>
                  <th scope="col">State</th>
                  <th scope="col">Created</th>
                  <th scope="col" className={styles.figure}>
                    Amount
                  </th>
                </tr>
              </thead>
              <tbody>
                {treeOf(items).map(({ item, depth }) => (
                  <tr key={item.id} data-here={item.id === transaction.id || undefined}>
                    <td style={{ paddingLeft: depth * 20 }}>
                      {depth > 0 ? '└ ' : ''}
                      {transactionTypeLabel(item.txType)}
                      <br />
                      {item.id === transaction.id ? (
                        <span className="mono">{item.id}</span>
                      ) : (
                        <a
                          className="mono"
                          href={list.hrefOf({ id: item.id })}
                          onClick={(event) => open(event, item.id)}
                        >
                          {item.id}
                        </a>
                      )}
                    </td>
                    <td>
                      <StateBadge value={item.state} />
                    </td>
                    <td>
                      <InstantView iso={item.created} />
                    </td>
                    <td className={styles.figure}>
                      <FieldView field={transactionFields.amount} value={item.amount} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </div>
      )}
    </Part>
  )
}
