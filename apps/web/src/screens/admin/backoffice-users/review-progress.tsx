import { Progress } from '@mantine/core'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { useFormats } from '../../../kit/session/session-store.ts'
import { useReviewSummary } from './role-grants.ts'
import styles from './user-panels.module.css'

/** How far the review of this quarter has come. Grants of this quarter were decided on when they were made. */
export function ReviewProgress() {
  const formats = useFormats()
  const { data } = useReviewSummary()
  if (!data) return null
  const { DUE, NEW, CONFIRMED } = data.counts
  const toReview = DUE + CONFIRMED
  const share = toReview === 0 ? 100 : Math.round((CONFIRMED / toReview) * 100)
  const figure = (value: number) => formatNumber(value, formats)
  const reviewed =
    toReview === 0 ? 'Nothing to review' : `${figure(CONFIRMED)} of ${figure(toReview)} confirmed`
  return (
    <div className={styles.progress}>
      <strong>{data.period.name}</strong>
      <Progress className={styles.bar} value={share} aria-label={`Access review of ${data.period.name}`} />
      <span>
        {reviewed}
        {NEW > 0 ? `, ${figure(NEW)} granted this quarter` : ''}
      </span>
    </div>
  )
}
