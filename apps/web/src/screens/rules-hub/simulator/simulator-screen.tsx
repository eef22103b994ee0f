import { FavoriteStar } from '../../../kit/list/favorite-star.tsx'
import { Page } from '../../../ui/page.tsx'
import { simulatorPath } from '../../../kit/simulator-address.ts'
import { useSimulatorAddress } from './simulator-address.ts'
import { SimulatorPanes } from './simulator-panes.tsx'
import { useSimulator } from './use-simulator.ts'

const title = 'Rule simulator'

/** Takes a payment nobody makes through the flow, and tells what every table says to it. */
export default function SimulatorScreen() {
  const simulator = useSimulator(useSimulatorAddress())
  return (
    <Page title={title} titleExtra={<FavoriteStar page={simulatorPath} title={title} />}>
      <SimulatorPanes simulator={simulator} />
    </Page>
  )
}
