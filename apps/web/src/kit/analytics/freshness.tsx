import { counted } from '@signalbox/model/text/counted'
import { dimensionOf, type DimensionId } from '@signalbox/model/analytics/dimensions'
import { writeLocalTime } from '@signalbox/model/text/local-time'
import { InstantView } from '../field/instant-view.tsx'
import styles from './analytics.module.css'
import { comparisonLabels, type ControlsInUse } from './controls.ts'
import { useValueName } from './use-value-name.ts'
import { useAnalytics } from './use-widget-reply.ts'

/** On paper the controls are left out, so what they are set to is told. */
function OnPaper({ controls }: { readonly controls: ControlsInUse }) {
  const nameOf = useValueName()
  const { period, timeZone, compare, filters } = controls
  const day = (at: string, beforeMs = 0) => writeLocalTime('YYYY-MM-DD', Date.parse(at) - beforeMs, timeZone)
  const chosen = (Object.entries(filters) as [DimensionId, string[]][]).map(
    ([id, values]) => `${dimensionOf(id).label}: ${values.map((value) => nameOf(id, value)).join(', ')}`,
  )
  const told = [
    `${day(period.from)} to ${day(period.to, 1)}`,
    ...(compare === 'none' ? [] : [`Compared with: ${comparisonLabels[compare].toLowerCase()}`]),
    ...chosen,
  ]
  return <p className={styles.onPaper}>{told.join(' · ')}</p>
}

/** How new the figures are, and on paper what they are about. */
export const Freshness = ({ controls }: { readonly controls: ControlsInUse }) => (
  <>
    <OnPaper controls={controls} />
    <HowFresh controls={controls} />
  </>
)

function HowFresh({ controls }: { readonly controls: ControlsInUse }) {
  const { data } = useAnalytics({
    metrics: ['deposits'],
    dimensions: [],
    filters: {},
    ...controls.period,
    interval: 'none',
    compare: 'none',
  })
  // The line is there from the start: what stands below it does not move.
  if (!data) return <p className={styles.fresh} />
  return (
    <p className={styles.fresh}>
      {data.freshAt === null ? (
        'Figures are being prepared'
      ) : (
        <>
          Up to date as of <InstantView iso={data.freshAt} />
        </>
      )}
      {` · Days in ${data.timeZone} · Money in ${data.currency} · Without test users`}
      {data.withoutRate > 0
        ? ` · Amounts leave out ${counted(data.withoutRate, 'payment')} without an exchange rate`
        : ''}
    </p>
  )
}
