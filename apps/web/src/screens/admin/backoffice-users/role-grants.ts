import { roleGrant, type ReviewStanding } from '@signalbox/model/entities/role-grant'
import { roleLabel } from '@signalbox/model/entities/user'
import type { RecordOf } from '@signalbox/model/field/entity'
import { reviewPeriodOf, reviewStandingOf } from '@signalbox/model/access/review-period'
import { roleOf, type Role } from '@signalbox/model/access/roles'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { useNow } from '../../../kit/use-now.ts'

export type Grant = RecordOf<typeof roleGrant>

/** A person holds at most all roles there are. */
const mostRoles = 100

/** Everything one person holds. `version` is the person's: another one may hold other roles. */
export function useGrantsOf(userId: string | null, version: number) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [roleGrant.slug, 'of', userId, version, merchantId],
    queryFn: ({ signal }) =>
      api('GET /role-grant', {
        query: { start: 0, limit: mostRoles, userId: userId ?? '', sort: 'role:asc' },
        signal,
        suppressToast: true,
      }),
    enabled: userId !== null,
  })
}

export function useReviewSummary() {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [roleGrant.slug, 'summary', merchantId],
    queryFn: ({ signal }) => api('GET /role-grant/summary', { signal, suppressToast: true }),
  })
}

/** How a grant stands in the running quarter. */
export const useStanding = (grant: Pick<Grant, 'grantedAt' | 'reviewedAt'>): ReviewStanding =>
  reviewStandingOf(grant, reviewPeriodOf(useNow()))

/** A grant where a row of a list is wanted. */
export const rowOf = (grant: Grant): Row => ({ ...grant })

export const roleOfRow = (row: Row): Role | undefined => roleOf(String(row.role))

/** `anna: KYC admin` */
export function grantName(row: Row): string {
  const role = roleOfRow(row)
  return `${String(row.username)}: ${role ? roleLabel(role) : String(row.role)}`
}

/** The person a grant belongs to, from its id. */
export const userIdOf = (grantId: string): string => grantId.split(':', 1)[0] ?? ''
