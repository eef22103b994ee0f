import { Alert, Button, SegmentedControl } from '@mantine/core'
import type { TransactionDecision } from '@signalbox/model/calls/transaction-detail'
import type { RowResult, TraceRow } from '@signalbox/model/rules/trace'
import { formatInstant } from '@signalbox/model/text/user-formats'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMayOpen } from '../../../kit/session/allowed-pages.ts'
import { api } from '../../../kit/api.ts'
import { usePspName } from '../../../kit/psp-names.ts'
import { useFormats, useMay, useSession } from '../../../kit/session/session-store.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import { Icon } from '../../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import own from './decisions.module.css'
import styles from './detail.module.css'
import type { TabProps } from './transaction-drawer.tsx'
import { Part } from './use-part.tsx'
import { whySentence } from './why-sentence.ts'

const results: Record<RowResult, { readonly words: string; readonly tone: Tone }> = {
  HIT: { words: 'Matched', tone: 'positive' },
  MISS: { words: 'Did not match', tone: 'off' },
  PASSED_OVER: { words: 'Matched, not applied', tone: 'neutral' },
  NOT_REACHED: { words: 'Not reached', tone: 'off' },
  DISABLED: { words: 'Switched off', tone: 'off' },
  PRECONDITION_FAILED: { words: 'Ruleset does not apply', tone: 'off' },
  EXPIRED: { words: 'Period is over', tone: 'off' },
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const shownAtFirst = 8

function RuleRow({ row, route }: { readonly row: TraceRow; readonly route: string | null }) {
  const { words, tone } = results[row.result]
  return (
    <li className={own.row} data-hit={row.result === 'HIT' || undefined}>
      <div className={own.head}>
        <StatusBadge tone={tone}>{words}</StatusBadge>
        <span>{row.name || `Row ${row.no}`}</span>
        {route === null ? (
          <span className={`mono ${styles.muted}`}>{row.ref}</span>
        ) : (
          <Link to={route} search={{ filter: row.name || row.ref } as never} className="mono">
            {row.ref}
          </Link>
        )}
      </div>
      {row.failed.length === 0 ? null : (
        <ul className={own.why}>
          {row.failed.map(({ column, sentence }) => (
            <li key={column}>{sentence}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Nobody earns where amounts are only compared. Ten figures are more than any rate has. */
const middle = (buy: string, sell: string): string =>
  String(Number(((Number(buy) + Number(sell)) / 2).toPrecision(10)))

/** What amounts in other currencies were compared by: as it was kept with the payment, whatever the rates say since. */
function Rates({ rates }: { readonly rates: TransactionDecision['rates'] }) {
  const formats = useFormats()
  if (rates.length === 0) return null
  return (
    <ul className={own.rates} aria-label="Exchange rates used">
      {rates.map(({ id, base, quote, buy, sell, source, service, validFrom }) => (
        <li key={id}>
          Amounts were converted at 1 {base} = {middle(buy, sell)} {quote},{' '}
          {source === 'MANUAL' ? 'set by hand' : service}, valid from {formatInstant(validFrom, formats)}.
        </li>
      ))}
    </ul>
  )
}

/** The row that decided first, then those that did not, in their order. */
const ordered = (rows: readonly TraceRow[]): TraceRow[] => [
  ...rows.filter(({ result }) => result === 'HIT'),
  ...rows.filter(({ result }) => result !== 'HIT'),
]

function Rows({
  decision,
  rules,
  route,
}: {
  readonly decision: TransactionDecision
  readonly rules: Rules
  readonly route: string | null
}) {
  const [all, setAll] = useState(false)
  const { trace } = decision
  if (!trace) {
    return (
      <p className={styles.note}>
        {decision.hits.length > 0 ? `Decided by ${decision.hits.join(', ')}. ` : ''}A rule version used at the
        time no longer exists, so its rows cannot be shown.
      </p>
    )
  }
  const rows = ordered(trace.rows)
  const more = rows.length - shownAtFirst
  return (
    <>
      {decision.agrees === false ? (
        <Alert color="yellow" variant="light" mb={8}>
          {rules === 'today'
            ? 'Rows that decided the payment: '
            : 'Recalculated from the stored data, the result differs. Rows that decided the payment: '}
          {decision.hits.join(', ') || 'none'}.
        </Alert>
      ) : null}
      {trace.outcome ? (
        <dl className={own.outcome}>
          {Object.entries(trace.outcome).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{valueText(value)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <Rates rates={decision.rates} />
      {rows.length === 0 ? <p className={styles.note}>The table has no rows.</p> : null}
      <ol className={own.rows}>
        {(all ? rows : rows.slice(0, shownAtFirst)).map((row) => (
          <RuleRow key={row.ref} row={row} route={route} />
        ))}
      </ol>
      {more > 0 && !all ? (
        <Button size="compact-sm" variant="subtle" mt={8} onClick={() => setAll(true)}>
          {more} more rows
        </Button>
      ) : null}
    </>
  )
}

function Decision({ decision, rules }: { readonly decision: TransactionDecision; readonly rules: Rules }) {
  const mayOpen = useMayOpen()
  const { title, step, route } = decision
  const hits = rules === 'today' ? (decision.trace?.hits ?? []) : decision.hits
  return (
    <details className={own.decision}>
      <summary>
        <Icon name={hits.length > 0 ? 'check' : 'minus'} size={16} />
        <span className={own.name}>{title}</span>
        <span className={styles.note}>{hits.length > 0 ? hits.join(', ') : 'no row matched'}</span>
        <span className={own.end}>
          {rules === 'today' && decision.agrees === false ? (
            <StatusBadge tone="attention">Result differs</StatusBadge>
          ) : null}{' '}
          step {step}
        </span>
      </summary>
      <div className={own.body}>
        <Rows decision={decision} rules={rules} route={mayOpen(route) ? route : null} />
      </div>
    </details>
  )
}

type Rules = 'then' | 'today'

const keyOf = ({ seq, table, step }: TransactionDecision): string => `${seq} ${table} ${step}`

/** Tables that said something, in their order; those that said nothing are folded away. */
function Decisions({
  decisions,
  rules,
}: {
  readonly decisions: readonly TransactionDecision[]
  readonly rules: Rules
}) {
  const isSilent = ({ hits, agrees }: TransactionDecision) => hits.length === 0 && agrees !== false
  const silent = decisions.filter(isSilent)
  return (
    <>
      {decisions
        .filter((decision) => !isSilent(decision))
        .map((decision) => (
          <Decision key={keyOf(decision)} decision={decision} rules={rules} />
        ))}
      {silent.length === 0 ? null : (
        <details className={own.silent}>
          <summary>
            {silent.length === 1
              ? '1 table had no matching row'
              : `${silent.length} tables without a matching row`}
          </summary>
          {silent.map((decision) => (
            <Decision key={keyOf(decision)} decision={decision} rules={rules} />
          ))}
        </details>
      )}
    </>
  )
}

function useDecisions(id: number, rules: Rules) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...recordKey('transaction', String(id)), merchantId, 'decision', rules],
    queryFn: ({ signal }) =>
      api('GET /transaction/{id}/decision', {
        params: { id },
        query: { rules },
        signal,
        suppressToast: true,
      }),
    refetchOnWindowFocus: false,
  })
}

const choices = [
  { value: 'then', label: 'Rules at the time' },
  { value: 'today', label: 'Current rules' },
]

/** Each table that was asked, the row that matched, and why the others did not; or how it would end today. */
export function DecisionsTab({ transaction }: TabProps) {
  const [rules, setRules] = useState<Rules>('then')
  const mayMatch = useMay('rules.view')
  const pspName = usePspName()
  const query = useDecisions(transaction.id, rules)
  return (
    <>
      {mayMatch ? (
        <SegmentedControl
          aria-label="Match rules"
          size="xs"
          mb={12}
          data={choices}
          value={rules}
          onChange={(next) => setRules(next as Rules)}
        />
      ) : null}
      <Part query={query}>
        {({ decisions }) =>
          decisions.length === 0 ? (
            <p className={styles.note}>No decision table was used.</p>
          ) : (
            <div>
              {rules === 'today' ? (
                <Today decisions={decisions} />
              ) : (
                <p className={own.sentence}>{whySentence(transaction, decisions, pspName)}</p>
              )}
              <Decisions decisions={decisions} rules={rules} />
            </div>
          )
        }
      </Part>
    </>
  )
}

/** Whether anything would come out differently, said before all the tables. */
function Today({ decisions }: { readonly decisions: readonly TransactionDecision[] }) {
  const others = decisions.filter(({ agrees }) => agrees === false).length
  return (
    <Alert color={others === 0 ? 'green' : 'yellow'} variant="light" mb={12}>
      {others === 0
        ? 'With the data known at the time, the current rules give the same result.'
        : `With the data known at the time, the current rules give a different result in ${others} of ${decisions.length} tables.`}{' '}
      Counters keep the values they had at the time.
    </Alert>
  )
}
