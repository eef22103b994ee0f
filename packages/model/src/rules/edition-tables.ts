import { alerts } from './tables/alerts.ts'
import { fraudProviderBlock } from './tables/fraud-provider-block.ts'
import { fraudProvider } from './tables/fraud-provider.ts'
import { fraudScore } from './tables/fraud-score.ts'
import { forex } from './tables/forex.ts'
import { generalBlock } from './tables/general-block.ts'
import { kycBlock } from './tables/kyc-block.ts'
import { limit } from './tables/limit.ts'
import { maintenance } from './tables/maintenance.ts'
import { periodLimit } from './tables/period-limit.ts'
import { providerFee } from './tables/provider-fee.ts'
import { pspRouting } from './tables/psp-routing.ts'
import { velocity } from './tables/velocity.ts'

/**
 * A payment keeps the rules it began with. These say what is closed or goes wrong right now, which holds for everybody
 * at once.
 */
export const alwaysNewest: ReadonlySet<string> = new Set([maintenance, alerts].map(({ slug }) => slug))

/** Asked again once a withdrawal is approved, which may be days later: by the rules in force then. */
export const askedAgainOnApproval: ReadonlySet<string> = new Set(
  [
    kycBlock,
    generalBlock,
    limit,
    periodLimit,
    velocity,
    pspRouting,
    fraudProvider,
    fraudScore,
    fraudProviderBlock,
    forex,
    providerFee,
  ].map(({ slug }) => slug),
)
