import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import { rulesetsKey } from './use-loaded-table.ts'

export interface CommentsOf {
  readonly rulesetId: string
  readonly version: number
}

/** Of all comments that are shown. */
export const allCommentsKey = [...rulesetsKey, 'comments'] as const

const commentsKey = ({ rulesetId, version }: CommentsOf) => [...allCommentsKey, rulesetId, version]

/** What was said about a version; none where there is nothing to comment on. */
export function useComments(about: CommentsOf | null) {
  return useQuery({
    queryKey: commentsKey(about ?? { rulesetId: '', version: 0 }),
    enabled: about !== null,
    queryFn: ({ signal }) =>
      api('GET /ruleset/{id}/comment', {
        params: { id: about?.rulesetId ?? '' },
        query: { version: about?.version ?? 0 },
        signal,
        suppressToast: true,
      }),
  })
}

export function useAddComment(about: CommentsOf) {
  const client = useQueryClient()
  const operationId = useOperationId()
  return useMutation({
    mutationFn: (comment: { readonly rowId: string | null; readonly text: string }) =>
      api('POST /ruleset/{id}/comment', {
        params: { id: about.rulesetId },
        body: { version: about.version, ...comment },
        operationId: operationId([about, comment]),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: commentsKey(about) }),
  })
}
