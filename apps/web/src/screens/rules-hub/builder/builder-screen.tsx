import { useSession } from '../../../kit/session/session-store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { useCellLanguage } from '../../decision-tables/for-other-screens.ts'
import { useBuilderAddress } from './builder-address.ts'
import { BuilderSteps } from './builder-steps.tsx'
import { useOpenedRuleset } from './use-opened-ruleset.ts'

/** Five steps from an idea to a ruleset that waits for approval. */
export default function BuilderScreen() {
  const { merchantId } = useSession()
  const { ruleset } = useBuilderAddress()
  const language = useCellLanguage()
  const { isReady, problem } = useOpenedRuleset(ruleset, language.data)
  if (language.data && isReady) return <BuilderSteps key={merchantId} language={language.data} />
  return (
    <Page title="Rule builder">
      {problem ? (
        <EmptyState icon="rules" title={problem} />
      ) : language.isError ? (
        <ErrorPanel title="The builder could not be loaded." onRetry={() => void language.refetch()} />
      ) : (
        <Skeleton>
          <SkeletonLines lines={8} />
        </Skeleton>
      )}
    </Page>
  )
}
