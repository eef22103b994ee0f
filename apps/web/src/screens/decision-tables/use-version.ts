import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { rulesetsKey } from './use-loaded-table.ts'

/** One version of a ruleset with its rows; nothing is asked for where there is none. */
export const useVersion = (id: string, version: number | null) =>
  useQuery({
    queryKey: [...rulesetsKey, 'version', id, version],
    enabled: version !== null,
    queryFn: ({ signal }) =>
      api('GET /ruleset/{id}/version/{version}', { params: { id, version: version ?? 0 }, signal }),
  })
