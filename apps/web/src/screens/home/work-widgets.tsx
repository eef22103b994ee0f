import type {
  BooksWidgetData,
  DecisionsWidgetData,
  InvoicesWidgetData,
  KycWidgetData,
  SettlementsWidgetData,
  StoreWidgetData,
} from '@signalbox/model/calls/home-areas'
import {
  invoiceFigures,
  kycFigures,
  settlementFigures,
  storeFigures,
  withoutFileFigure,
} from '@signalbox/model/home/figures'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { counted } from '@signalbox/model/text/counted'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useFormats } from '../../kit/session/session-store.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Figures } from './figure.tsx'
import { useFold } from './fold.tsx'
import { HomeLink } from './home-link.tsx'
import styles from './home.module.css'

const decisionWords = {
  APPROVE: { tone: 'positive', word: 'Approved' },
  DENY: { tone: 'negative', word: 'Denied' },
} as const

export function Decisions({ data: { items } }: { readonly data: DecisionsWidgetData }) {
  const formats = useFormats()
  const { shown, button } = useFold(items)
  if (items.length === 0) return <p className={styles.quiet}>You have not decided any payments yet.</p>
  return (
    <>
      <ul className={styles.list}>
        {shown.map(({ txId, level, decision, at, amount }) => (
          <li key={`${txId} ${level}`} className={styles.row}>
            <span className={styles.grow}>
              <HomeLink to="/approve" search={{ queue: 'mine', id: String(txId) }}>
                {txId}
              </HomeLink>
              <span className={styles.quiet}>
                {' '}
                · {formatNumber(amount.amount, formats)} {amount.currency}
              </span>
            </span>
            <span className={styles.quiet}>
              <InstantView iso={at} as="distance" />
            </span>
            <StatusBadge tone={decisionWords[decision].tone}>{decisionWords[decision].word}</StatusBadge>
          </li>
        ))}
      </ul>
      {button}
    </>
  )
}

export function Kyc({ data }: { readonly data: KycWidgetData }) {
  return <Figures of={kycFigures(data)} />
}

export function Settlements({ data }: { readonly data: SettlementsWidgetData }) {
  return <Figures of={settlementFigures(data)} />
}

export function Invoices({ data }: { readonly data: InvoicesWidgetData }) {
  return <Figures of={invoiceFigures(data)} />
}

export function Store({ data }: { readonly data: StoreWidgetData }) {
  return <Figures of={storeFigures(data)} />
}

function Amount({ of: { amount } }: { readonly of: WireMoney }) {
  const formats = useFormats()
  return <>{formatNumber(amount, formats)}</>
}

/** The trial balance in short, and whether PSPs still say what they pay. */
export function Books({ data }: { readonly data: BooksWidgetData }) {
  const { balances, findings, checkedAt } = data
  const { shown, button } = useFold(balances)
  return (
    <>
      {balances.length === 0 ? (
        <p className={styles.quiet}>Nothing is booked yet.</p>
      ) : (
        <table className={styles.table} data-figures>
          <thead>
            <tr>
              <th scope="col">Currency</th>
              <th scope="col">Debit</th>
              <th scope="col">Credit</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ debit, credit, balanced }) => (
              <tr key={debit.currency}>
                <th scope="row">{debit.currency}</th>
                <td>
                  <Amount of={debit} />
                </td>
                <td>
                  <Amount of={credit} />
                </td>
                <td>
                  <StatusBadge tone={balanced ? 'positive' : 'negative'}>
                    {balanced ? 'Balanced' : 'Not balanced'}
                  </StatusBadge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {button}
      <p className={styles.quiet}>
        {findings === 0 ? 'No findings' : <span className={styles.late}>{counted(findings, 'finding')}</span>}
        {checkedAt === null ? (
          ', not checked yet'
        ) : (
          <>
            , last checked <InstantView iso={checkedAt} as="distance" />
          </>
        )}
      </p>
      <div className={styles.below}>
        <Figures of={[withoutFileFigure(data)]} />
      </div>
    </>
  )
}
