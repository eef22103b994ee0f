import { counted } from '@signalbox/model/text/counted'
import type { ClientUsage } from '@signalbox/model/calls/api-client'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { QueryBoundary, Panel, Section } from '../../../kit/record/record-panel.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import styles from './usage-tab.module.css'

type Day = ClientUsage['days'][number]

/** The table beside it says the same in figures. */
function Bars({ days }: { readonly days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ calls }) => calls))
  return (
    <div className={styles.bars} aria-hidden="true">
      {days.map(({ day, calls, clientErrors, serverErrors }) => {
        const failed = clientErrors + serverErrors
        return (
          <div key={day} className={styles.bar} title={`${day}: ${counted(calls, 'call')}, ${failed} failed`}>
            <div className={styles.good} style={{ height: `${((calls - failed) / most) * 100}%` }} />
            <div className={styles.bad} style={{ height: `${(failed / most) * 100}%` }} />
          </div>
        )
      })}
    </div>
  )
}

function Days({ days }: { readonly days: readonly Day[] }) {
  if (days.length === 0) return <p>No calls in the last 30 days.</p>
  return (
    <>
      <Bars days={days} />
      <SmallTable
        label="Calls per day"
        columns={['Day', 'Calls', '4xx', '5xx']}
        figures={['Calls', '4xx', '5xx']}
        maxHeightPx={260}
      >
        {days.toReversed().map(({ day, calls, clientErrors, serverErrors }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td data-figure>{calls}</td>
            <td data-figure>{clientErrors}</td>
            <td data-figure>{serverErrors}</td>
          </tr>
        ))}
      </SmallTable>
    </>
  )
}

function Calls({ calls }: { readonly calls: ClientUsage['calls'] }) {
  if (calls.length === 0) return <p>No calls yet.</p>
  return (
    <SmallTable
      label="Last calls"
      columns={['When', 'Call', 'Status', 'ms', 'From']}
      figures={['Status', 'ms']}
      maxHeightPx={400}
    >
      {calls.map((call) => (
        <tr key={call.id}>
          <th scope="row">
            <InstantView iso={call.at} />
          </th>
          <td className="mono">
            {call.method} {call.path}
          </td>
          <td data-figure>{call.status}</td>
          <td data-figure>{call.latencyMs}</td>
          <td className="mono">{call.ip}</td>
        </tr>
      ))}
    </SmallTable>
  )
}

/** How much a client calls, and what it called last; never what was in the calls. */
export function UsageTab({ record }: { readonly record: Row }) {
  const id = String(record.id)
  const { merchantId } = useSession()
  const query = useQuery({
    queryKey: [...recordKey('api-client', id), 'usage', merchantId],
    queryFn: ({ signal }) =>
      api('GET /api-client/{id}/usage', { params: { id }, signal, suppressToast: true }),
  })
  return (
    <QueryBoundary query={query}>
      {query.data ? (
        <Panel>
          <Section title="Calls per day, last 30 days (UTC)">
            <Days days={query.data.days} />
          </Section>
          <Section title="Last 50 calls">
            <Calls calls={query.data.calls} />
          </Section>
        </Panel>
      ) : null}
    </QueryBoundary>
  )
}
