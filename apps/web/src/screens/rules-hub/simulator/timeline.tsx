import type { AskedTable, SimulationResult } from '@signalbox/model/simulator/simulation-result'
import { Card } from '../../../ui/card.tsx'
import styles from './simulator.module.css'
import { TableTraceView, type Repair } from './table-trace.tsx'

const stepNames: Readonly<Record<string, string>> = {
  register: 'Registered',
  verify: 'Merchant verifies the user',
  enrich: 'Account, location and history',
  offer: 'Method offered',
  blocks: 'Blocks',
  kyc: 'KYC',
  'kyc-result': 'KYC result',
  limits: 'Limits',
  route: 'Route',
  fraud: 'Fraud screening',
  price: 'Fee and VAT',
  convert: 'Currency and cost',
  authorize: 'Merchant authorises',
  approval: 'Approval',
  recheck: 'Checked again after approval',
  'three-ds': '3-D Secure',
  'three-ds-result': '3-D Secure result',
  'network-token': 'Network token',
  submit: 'PSP',
  fallback: 'Fallback',
  transfer: 'Merchant is credited',
  cancel: 'Ended',
  finish: 'Finished',
}

const keyOf = ({ table, step }: AskedTable, nth: number): string => `${step} ${table} ${nth}`

/** By which of its questions a table answers otherwise under the other rules. */
function answersOf(result: SimulationResult | null): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    (result?.tables ?? []).map((asked) => {
      const name = `${asked.step} ${asked.table}`
      const nth = counts.get(name) ?? 0
      counts.set(name, nth + 1)
      return [keyOf(asked, nth), asked.hits.join(' ')] as const
    }),
  )
}

function changedTables(result: SimulationResult, other: SimulationResult | null): ReadonlySet<number> {
  if (!other) return new Set()
  const answers = answersOf(other)
  const counts = new Map<string, number>()
  const changed = result.tables.flatMap((asked, place) => {
    const name = `${asked.step} ${asked.table}`
    const nth = counts.get(name) ?? 0
    counts.set(name, nth + 1)
    return answers.get(keyOf(asked, nth)) === asked.hits.join(' ') ? [] : [place]
  })
  return new Set(changed)
}

/** What happens one after the other, with the tables that are asked on the way. */
export function Timeline({
  title,
  result,
  other,
  shownTable,
  onRepair,
}: {
  readonly title: string
  readonly result: SimulationResult
  readonly other: SimulationResult | null
  /** The table somebody came to see. */
  readonly shownTable?: string | undefined
  readonly onRepair: Repair
}) {
  const changed = changedTables(result, other)
  return (
    <Card title={title}>
      <ol className={styles.steps}>
        {result.steps.map(({ step, events, tables }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a payment may take a step several times
          <li key={place} className={styles.step}>
            <h3 className={styles.stepName}>{stepNames[step] ?? step}</h3>
            <ul className={styles.events}>
              {events.map(({ summary }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- events are known by their place
                <li key={at}>{summary}</li>
              ))}
            </ul>
            {tables.map((at) => {
              const asked = result.tables[at]
              return asked ? (
                <TableTraceView
                  key={at}
                  asked={asked}
                  isChanged={changed.has(at)}
                  isShown={asked.table === shownTable}
                  onRepair={onRepair}
                />
              ) : null
            })}
          </li>
        ))}
      </ol>
    </Card>
  )
}
