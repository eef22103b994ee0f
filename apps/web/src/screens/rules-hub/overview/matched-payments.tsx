import type { MatchedPayment, MatchedRow, MatchedTable } from '@signalbox/model/calls/rules-hub'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { StateBadge } from '../../transactions/for-other-screens.ts'
import styles from './match.module.css'

const problems: Readonly<Record<NonNullable<MatchedPayment['problem']>, string>> = {
  NOT_FOUND: 'not found',
  NOT_AN_ID: 'not a payment id or reference',
  NO_DECISIONS: 'no recorded decisions',
}

const outputText = ({ outputs }: MatchedRow): string =>
  Object.entries(outputs)
    .filter(([key]) => key !== 'weight')
    .slice(0, 3)
    .map(([, value]) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(' · ')

interface CellProps {
  readonly route: string
  readonly cell: MatchedTable['now']
  /** Whose payment it is; rules of another merchant name theirs. */
  readonly merchantId: number | null
}

function RowLinks({ route, cell, merchantId }: CellProps) {
  const nameOf = useMerchantName()
  if (cell === null) return <span className={styles.none}>not kept</span>
  if (cell.rows.length === 0) return <span className={styles.none}>no row</span>
  return cell.rows.map((row) => (
    <div key={row.ref} className={styles.row}>
      <Link to={route} search={{ merchant: String(row.merchantId), ruleset: row.rulesetId }}>
        {row.name || `Row ${row.no}`}
      </Link>
      <span className={styles.ref}>{row.ref}</span>
      {row.merchantId === merchantId ? null : (
        <span className={styles.owner}>
          <Icon name="inherit" size={12} /> {nameOf(row.merchantId)}
        </span>
      )}
      <span className={styles.outputs}>{outputText(row)}</span>
    </div>
  ))
}

function Cell(props: CellProps) {
  const differs = props.cell?.differs ?? false
  return (
    <td data-differs={differs || undefined} className={styles.cell}>
      {differs ? (
        <span className={styles.differs}>
          <Icon name="split" size={12} /> differs
        </span>
      ) : null}
      <RowLinks {...props} />
    </td>
  )
}

const hasSaid = ({ recorded, now, draft }: MatchedTable): boolean =>
  [recorded, now, draft].some((cell) => cell === null || cell.rows.length > 0)
const isDifferent = ({ now, draft }: MatchedTable): boolean => Boolean(now?.differs || draft?.differs)

function Tables({ payment, withDraft, onlyDifferent }: PaymentProps) {
  const shown = payment.tables.filter(
    onlyDifferent ? isDifferent : (table) => hasSaid({ ...table, draft: table.draft ?? table.now }),
  )
  if (shown.length === 0)
    return (
      <p className={styles.note}>{onlyDifferent ? 'Nothing differs.' : 'No rule applied to this payment.'}</p>
    )
  return (
    <SmallTable
      label={`Rules of ${payment.input}`}
      columns={['Table', 'Then', 'Now', ...(withDraft ? ['Draft'] : [])]}
    >
      {shown.map((table, index) => (
        <tr key={`${table.table} ${table.step} ${index}`}>
          <th scope="row">
            {table.title} <span className={styles.ref}>{table.step}</span>
          </th>
          <Cell route={table.route} cell={table.recorded} merchantId={payment.merchantId} />
          <Cell route={table.route} cell={table.now} merchantId={payment.merchantId} />
          {withDraft ? (
            table.draft ? (
              <Cell route={table.route} cell={table.draft} merchantId={payment.merchantId} />
            ) : (
              <td className={styles.none}>–</td>
            )
          ) : null}
        </tr>
      ))}
    </SmallTable>
  )
}

interface PaymentProps {
  readonly payment: MatchedPayment
  readonly withDraft: boolean
  readonly onlyDifferent: boolean
}

function Payment({ payment, withDraft, onlyDifferent }: PaymentProps) {
  const nameOf = useMerchantName()
  const { txId, merchantId, created, statusNo } = payment
  if (txId === null || merchantId === null) return null
  const differing = payment.tables.filter(isDifferent).length
  return (
    <Card
      title={
        <Link to="/transactions" search={{ id: String(txId), tab: 'decisions' }}>
          {txId}
        </Link>
      }
      description={
        <span className={styles.about}>
          {statusNo === null ? null : <StateBadge value={stateOfNumber(statusNo)} />}
          {nameOf(merchantId)}
          {created ? <InstantView iso={created} /> : null}
          {differing > 0
            ? `${differing} ${differing === 1 ? 'table differs' : 'tables differ'}`
            : 'no differences'}
        </span>
      }
      actions={
        <Link to="/rules-hub/simulator" search={{ payment: String(txId) }} className={styles.link}>
          Open in simulator
        </Link>
      }
    >
      {payment.problem === 'NO_DECISIONS' ? (
        <p className={styles.note}>This payment has no recorded decisions.</p>
      ) : (
        <Tables payment={payment} withDraft={withDraft} onlyDifferent={onlyDifferent} />
      )}
    </Card>
  )
}

/** One card per payment; ids without one are named first. */
export function MatchedPayments({
  items,
  withDraft,
}: {
  readonly items: readonly MatchedPayment[]
  readonly withDraft: boolean
}) {
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const unknown = items.filter(({ txId }) => txId === null)
  return (
    <>
      {unknown.length > 0 ? (
        <ul className={styles.unknown} aria-label="Payments without a result">
          {unknown.map(({ input, problem }) => (
            <li key={input}>
              <code>{input}</code>: {problem ? problems[problem] : ''}
            </li>
          ))}
        </ul>
      ) : null}
      {items.length > unknown.length ? (
        <Switch
          label="Only differences"
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.currentTarget.checked)}
        />
      ) : null}
      {items.map((payment) => (
        <Payment key={payment.input} payment={payment} withDraft={withDraft} onlyDifferent={onlyDifferent} />
      ))}
    </>
  )
}
