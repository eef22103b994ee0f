import { loadable } from '../../../ui/loadable.tsx'
import { partOf, useOverviewAddress } from './overview-address.ts'
import { RulesetsPage } from './rulesets-page.tsx'

const MatchPage = loadable(async () => (await import('./match-page.tsx')).MatchPage)

const ChangeSetsPage = loadable(
  async () => (await import('./change-sets/change-sets-page.tsx')).ChangeSetsPage,
)

/** Every ruleset of every table in one list, and which of them decide about payments. */
export default function OverviewScreen() {
  const { search } = useOverviewAddress()
  switch (partOf(search.mode)) {
    case 'match':
      return <MatchPage />
    case 'change-sets':
      return <ChangeSetsPage />
    case 'rulesets':
      return <RulesetsPage />
  }
}
