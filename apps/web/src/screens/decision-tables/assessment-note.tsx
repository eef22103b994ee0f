import { useQuery } from '@tanstack/react-query'
import type { ChangeDirection } from '@signalbox/model/rules/approval-policy'
import { api } from '../../kit/api.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { directionBadges, policyWords } from './approval-words.ts'
import styles from './approval.module.css'
import { rulesetsKey } from './use-loaded-table.ts'

export function DirectionBadge({ direction }: { readonly direction: ChangeDirection | null }) {
  if (direction === null) return null
  const { word, tone, icon } = directionBadges[direction]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  )
}

function useAssessment(id: string, revision: number | undefined) {
  return useQuery({
    queryKey: [...rulesetsKey, 'assessment', id, revision],
    queryFn: ({ signal }) =>
      api('GET /ruleset/{id}/assessment', { params: { id }, signal, suppressToast: true }),
  })
}

/** What a draft does to payments and who has to agree, before it is submitted. */
export function AssessmentNote({ id, revision }: { readonly id: string; readonly revision?: number }) {
  const { data } = useAssessment(id, revision)
  return (
    <p className={styles.assessment} aria-live="polite">
      {data ? (
        <>
          <DirectionBadge direction={data.direction} /> <strong>{policyWords[data.policy]}.</strong>{' '}
          {data.reason}
        </>
      ) : (
        'Checking what the change does to payments…'
      )}
    </p>
  )
}
