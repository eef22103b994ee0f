import { Button } from '@mantine/core'
import { dimensionOf } from '@signalbox/model/analytics/dimensions'
import type { AnalyticsChangePoint } from '@signalbox/model/analytics/query'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ControlsInUse } from '../../kit/analytics/controls.ts'
import { useValueName } from '../../kit/analytics/use-value-name.ts'
import { api } from '../../kit/api.ts'
import { useSession } from '../../kit/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { InstantView } from '../../kit/field/instant-view.tsx'
import styles from './analytics.module.css'

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

function Drop({ point }: { readonly point: AnalyticsChangePoint }) {
  const nameOf = useValueName()
  const slice = [
    ...(point.psp === '' ? [] : [nameOf('psp', point.psp)]),
    ...(point.providerType === '' ? [] : [nameOf('providerType', point.providerType)]),
    ...(point.country === '' ? [] : [nameOf('userCountry', point.country)]),
  ]
  const [cause] = point.causes
  return (
    <li className={styles.drop}>
      <Icon name="warning" size={16} />
      <div>
        <b>{slice.length > 0 ? slice.join(' · ') : 'All payments'}</b>: approval fell from{' '}
        {percent(point.before)} to {percent(point.after)} <InstantView iso={point.beganAt} />
        {point.endedAt === null ? ', and is still low' : ''}.
        {point.carriedBy ? (
          <>
            {' '}
            {percent(point.carriedBy.share)} of the declines: {dimensionOf(point.carriedBy.dimension).label}{' '}
            {nameOf(point.carriedBy.dimension, point.carriedBy.value)}.
          </>
        ) : null}
        {cause ? (
          <>
            {' '}
            Just before: {cause.to === null ? cause.title : <Link to={cause.to}>{cause.title}</Link>}
            {/* Who changed something at a merchant above is not told. */}
            {cause.by === '' ? '' : ` by ${cause.by}`}.
          </>
        ) : null}
      </div>
    </li>
  )
}

const shownFirst = 5

/** Approval rates that fell in the period, with what may have caused it. */
export function ChangePoints({ controls }: { readonly controls: ControlsInUse }) {
  const { merchantId } = useSession()
  const [showsAll, setShowsAll] = useState(false)
  const { data } = useQuery({
    queryKey: ['analytics', 'change-point', merchantId, controls.period],
    queryFn: ({ signal }) =>
      api('GET /analytics/change-point', { query: { ...controls.period }, signal, suppressToast: true }),
    staleTime: 60_000,
  })
  if (!data || data.items.length === 0) return null
  const { items, isCut } = data
  const shown = showsAll ? items : items.slice(0, shownFirst)
  return (
    <section className={styles.drops} aria-label="Drops of the approval rate">
      <h2 className={styles.dropsTitle}>Drops of the approval rate</h2>
      <ul className={styles.dropList}>
        {shown.map((point) => (
          <Drop key={point.id} point={point} />
        ))}
      </ul>
      {shown.length < items.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
          Show all {items.length}
        </Button>
      ) : null}
      {isCut && showsAll ? (
        <p className={styles.cut}>Older drops are not listed. Choose a shorter period to see them.</p>
      ) : null}
    </section>
  )
}
