import type { VolumeWidgetData } from '@signalbox/model/calls/home-payments'
import { writeLocalTime } from '@signalbox/model/text/local-time'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { colorAt, otherColor, type ChartCell, type ChartData } from '../../kit/charts/chart-data.ts'
import { Chart } from '../../kit/charts/chart.tsx'
import { useFormats } from '../../kit/session/session-store.ts'
import styles from './home.module.css'

type Hour = VolumeWidgetData['hours'][number]
type Ended = Hour['yesterday']

const share = (value: number): string => `${(value * 100).toFixed(1)} %`
const rate = ({ ended, successful }: Ended): ChartCell => ({
  value: ended === 0 ? null : successful / ended,
  n: ended,
})
const count = ({ successful }: Ended): ChartCell => ({ value: successful })

function useCourse(
  hours: readonly Hour[],
  cellOf: (ended: Ended) => ChartCell,
  { isShare }: { readonly isShare: boolean },
): ChartData {
  const formats = useFormats()
  const format = isShare ? share : (value: number) => formatNumber(value, formats)
  const axis = isShare ? (value: number) => `${Math.round(value * 100)} %` : format
  const column = { format, axis, isShare }
  return {
    rowTitle: 'Hour',
    columns: [
      { ...column, key: 'today', label: 'Today', color: colorAt(0) },
      { ...column, key: 'yesterday', label: 'Yesterday', color: otherColor, isCompared: true },
    ],
    rows: hours.map(({ at, today, yesterday }) => ({
      key: at,
      label: writeLocalTime('HH:MM', Date.parse(at), formats.timeZone),
      cells: { ...(today && { today: cellOf(today) }), yesterday: cellOf(yesterday) },
    })),
  }
}

/** The deposits of the day hour by hour, and how many of them ended well, against the day before. */
export function DayCourse({ hours }: { readonly hours: readonly Hour[] }) {
  const counts = useCourse(hours, count, { isShare: false })
  const rates = useCourse(hours, rate, { isShare: true })
  return (
    <div className={styles.courses}>
      {[
        { title: 'Successful deposits by hour', data: counts },
        { title: 'Share that succeeded', data: rates },
      ].map(({ title, data }) => (
        <div key={title}>
          <h3 className={styles.subheading}>{title}</h3>
          <div className={styles.courseChart}>
            <Chart kind="line" label={title} data={data} fills />
          </div>
        </div>
      ))}
    </div>
  )
}
