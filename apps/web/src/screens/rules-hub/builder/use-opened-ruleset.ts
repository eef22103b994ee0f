import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import type { CellLanguage } from '../../../kit/decision-grid/core/cell-language.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { rulesetsKey } from '../../decision-tables/for-other-screens.ts'
import { draftOfContent } from './draft-rows.ts'
import { keepDraft, keptDraft } from './kept-draft.ts'

/** Who waits for approval is not changed meanwhile. */
const closedStates: readonly string[] = ['PENDING_APPROVAL', 'SCHEDULED']

/** Why a ruleset cannot be built further; null when it can. */
function refusalFor({ summary, open, active }: RulesetInFull, merchantId: number): string | null {
  if (summary.merchantId !== merchantId) return 'This ruleset belongs to another merchant.'
  if (open && closedStates.includes(open.state))
    return 'This version is waiting for approval. Withdraw it to edit it.'
  return open === null && active === null ? 'This ruleset is archived.' : null
}

/** Takes the ruleset of the address into the builder, unless it is what is built already. */
export function useOpenedRuleset(ruleset: string | null, language: CellLanguage | undefined) {
  const { merchantId } = useSession()
  const isKept = ruleset === null || keptDraft(merchantId).saved?.rulesetId === ruleset
  const opened = useQuery({
    queryKey: [...rulesetsKey, 'builder', merchantId, ruleset],
    queryFn: async ({ signal }) => {
      const found = await api('GET /ruleset/{id}', {
        params: { id: ruleset ?? '' },
        signal,
        suppressToast: true,
      })
      const refusal = refusalFor(found, merchantId)
      const shown = found.open ?? found.active
      const table = tableOfSlug(found.summary.table)
      if (refusal !== null || !shown || !table || !language) return { refusal }
      const { version, revision } = shown
      const draft = draftOfContent(language, table, shown, () => crypto.randomUUID())
      keepDraft(merchantId, { draft, saved: { rulesetId: found.summary.id, version, revision } })
      return { refusal: null }
    },
    enabled: !isKept && language !== undefined,
    gcTime: 0,
  })
  return {
    isReady: isKept || opened.data?.refusal === null,
    problem: opened.data?.refusal ?? (opened.isError ? 'There is no such ruleset in your scope.' : null),
  }
}
