import type { ChangeSetSummary } from '@signalbox/model/calls/change-set'
import type { SimulatedVersion } from '@signalbox/model/calls/simulator'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'

/** Which rules a payment is decided by: those in effect, with these versions or all drafts of a change set instead. */
export type ChosenRules = { readonly versions: readonly SimulatedVersion[] } | { readonly changeSet: string }

export const rulesInEffect: ChosenRules = { versions: [] }

const changeSetIn = (rules: ChosenRules): string | undefined =>
  'changeSet' in rules ? rules.changeSet : undefined

const draftsOf = async (id: string, signal?: AbortSignal): Promise<SimulatedVersion[]> => {
  const { members } = await api('GET /changeset/{id}', { params: { id }, signal, suppressToast: true })
  return members.map(({ rulesetId, version, revision }) => ({ rulesetId, version, revision }))
}

/** The versions themselves; those of a change set as its drafts are now. */
export const versionsIn = async (rules: ChosenRules): Promise<SimulatedVersion[]> =>
  'versions' in rules ? [...rules.versions] : draftsOf(rules.changeSet)

/** The same, to be shown. */
export function useVersionsIn(rules: ChosenRules): readonly SimulatedVersion[] {
  const { merchantId } = useSession()
  const id = changeSetIn(rules)
  const { data } = useQuery({
    queryKey: ['change-sets', merchantId, id, 'drafts'],
    queryFn: ({ signal }) => draftsOf(id ?? '', signal),
    enabled: id !== undefined,
  })
  return 'versions' in rules ? rules.versions : (data ?? [])
}

const hasDrafts = ({ state }: ChangeSetSummary): boolean => state !== 'ACTIVE' && state !== 'CANCELLED'

/** Change sets that are not released, and the chosen one whatever became of it. */
export function useTrialSets(rules: ChosenRules): readonly ChangeSetSummary[] {
  const { merchantId } = useSession()
  const chosen = changeSetIn(rules)
  const { data } = useQuery({
    queryKey: ['change-sets', merchantId, 'simulator'],
    queryFn: ({ signal }) =>
      api('GET /changeset', { query: { start: 0, limit: 100 }, signal, suppressToast: true }),
  })
  return (data?.items ?? []).filter((set) => hasDrafts(set) || set.id === chosen)
}
