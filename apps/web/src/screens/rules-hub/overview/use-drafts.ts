import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'

const open = 'DRAFT,PENDING_APPROVAL,SCHEDULED,REJECTED'

/** Versions that are being prepared, to choose from. */
export function useDrafts(): { readonly value: string; readonly label: string }[] {
  const { merchantId } = useSession()
  const { data } = useQuery({
    queryKey: ['rules-hub', 'drafts', merchantId],
    queryFn: ({ signal }) =>
      api('GET /ruleset-overview', {
        query: { state: open, start: 0, limit: 200 },
        signal,
        suppressToast: true,
      }),
  })
  return (data?.items ?? []).map(({ id, name, category, editedVersion }) => ({
    value: `${id}@${editedVersion}`,
    label: `${tableOfSlug(category)?.title ?? category}: ${name} v${editedVersion}`,
  }))
}
