import { schemeToken } from '@signalbox/model/entities/scheme-token'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { NetworkAnswer, Rollout, State, TestOutcome } from './onboarding-cells.tsx'
import { OnboardingAbout } from './onboarding-about.tsx'
import { inputsOf, operationRefusal } from './onboarding-operations.ts'
import { OnboardingTools } from './onboarding-tools.tsx'

const MetricsPage = loadable(async () => (await import('./metrics-page.tsx')).MetricsPage)
const StartDialog = loadable(async () => (await import('./start-dialog.tsx')).StartDialog)

export default resourceScreen({
  entity: schemeToken,
  purpose:
    'Enrol merchants with card networks, so that deposits are sent with a token instead of the card number.',
  columns: ['title', 'state', 'rollout', 'legalName', 'mcc', 'trid', 'updatedAt'],
  cells: { state: State, rollout: Rollout, networkResult: NetworkAnswer, testResult: TestOutcome },
  about: OnboardingAbout,
  // Merchants are begun at several networks at once, with the data they have.
  operations: { refusal: operationRefusal, asks: inputsOf, without: ['create'] },
  around: { Tools: OnboardingTools, Overlay: StartDialog, pages: { metrics: MetricsPage } },
})
