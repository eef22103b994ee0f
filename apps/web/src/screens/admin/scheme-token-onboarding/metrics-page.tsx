import { SegmentedControl, Select } from '@mantine/core'
import type { TokenMetrics } from '@signalbox/model/calls/scheme-token'
import { tokenNetworks, type TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { QueryBoundary } from '../../../kit/record/record-panel.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Figures } from './metrics-figures.tsx'
import { percent } from './metrics-text.ts'
import styles from './scheme-token-onboarding.module.css'

const periods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

function Days({ byDay }: Pick<TokenMetrics, 'byDay'>) {
  if (byDay.length === 0) return <p>No card deposits in this period.</p>
  const most = Math.max(1, ...byDay.map(({ cards }) => cards))
  return (
    <>
      <div className={styles.bars} aria-hidden="true">
        {byDay.map(({ day, cards, tokens }) => (
          <div key={day} className={styles.bar} title={`${day}: ${tokens} of ${cards}`}>
            <div className={styles.cards} style={{ height: `${((cards - tokens) / most) * 100}%` }} />
            <div className={styles.tokens} style={{ height: `${(tokens / most) * 100}%` }} />
          </div>
        ))}
      </div>
      <SmallTable
        label="Card deposits per day"
        columns={['Day (UTC)', 'Card deposits', 'With token', 'Share']}
        figures={['Card deposits', 'With token', 'Share']}
        maxHeightPx={280}
      >
        {byDay.toReversed().map(({ day, cards, tokens }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td data-figure>{cards}</td>
            <td data-figure>{tokens}</td>
            <td data-figure>{percent(tokens, cards)}</td>
          </tr>
        ))}
      </SmallTable>
    </>
  )
}

const lifecycleNames: Readonly<Record<keyof TokenMetrics['lifecycle'], string>> = {
  SUSPENDED: 'Tokens suspended by the network',
  RESUMED: 'Tokens resumed by the network',
  DELETED: 'Tokens deleted by the network',
  CARD_REPLACED: 'Cards replaced',
}

function Lifecycle({ lifecycle }: Pick<TokenMetrics, 'lifecycle'>) {
  return (
    <SmallTable label="Lifecycle updates" columns={['Update', 'Received']} figures={['Received']}>
      {Object.entries(lifecycleNames).map(([event, name]) => (
        <tr key={event}>
          <th scope="row">{name}</th>
          <td data-figure>{lifecycle[event as keyof typeof lifecycle]}</td>
        </tr>
      ))}
    </SmallTable>
  )
}

const everyNetwork = 'ALL'
const networks = [
  { value: everyNetwork, label: 'All networks' },
  ...Object.entries(tokenNetworks).map(([value, label]) => ({ value, label })),
]

/** What tokens bring, from the payments of the merchant and those below. */
export function MetricsPage() {
  const { merchantId } = useSession()
  const [days, setDays] = useState('30')
  const [network, setNetwork] = useState(everyNetwork)
  const asked = { days, ...(network !== everyNetwork && { network: network as TokenNetwork }) }
  const query = useQuery({
    queryKey: ['scheme-token', 'metrics', merchantId, days, network],
    queryFn: ({ signal }) =>
      api('GET /scheme-token/metrics', {
        query: { ...asked, days: Number(days) },
        signal,
        suppressToast: true,
      }),
  })
  const { data } = query
  return (
    <div className={styles.metrics}>
      <div className={styles.controls}>
        <SegmentedControl size="xs" aria-label="Period" value={days} data={periods} onChange={setDays} />
        <Select
          size="xs"
          aria-label="Network"
          data={networks}
          value={network}
          allowDeselect={false}
          onChange={(value) => setNetwork(value ?? everyNetwork)}
        />
      </div>
      <QueryBoundary query={query}>
        {data ? (
          <>
            <Figures data={data} />
            <div className={styles.tables}>
              <Card title="Card deposits per day">
                <Days byDay={data.byDay} />
              </Card>
              <Card title="Lifecycle updates">
                <Lifecycle lifecycle={data.lifecycle} />
              </Card>
            </div>
          </>
        ) : null}
      </QueryBoundary>
    </div>
  )
}
