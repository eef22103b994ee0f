import { InstantView } from '../field/instant-view.tsx'
import styles from './analytics.module.css'
import type { ControlsInUse } from './controls.ts'
import { useAnalytics } from './use-widget-reply.ts'

/** How new the figures are. */
export function Freshness({ controls }: { readonly controls: ControlsInUse }) {
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
        ? ` · ${data.withoutRate} payments without an exchange rate are missing in amounts`
        : ''}
    </p>
  )
}
