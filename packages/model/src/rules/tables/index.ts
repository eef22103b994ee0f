import type { DecisionTable } from '../decision-table.ts'
import { threeDsFallback } from './3ds2-fallback.ts'
import { threeDsRouting } from './3ds2-routing.ts'
import { alerts } from './alerts.ts'
import { approval } from './approval.ts'
import { bicBlock } from './bic-block.ts'
import { binBlock } from './bin-block.ts'
import { fee } from './fee.ts'
import { forex } from './forex.ts'
import { fraudProviderBlock } from './fraud-provider-block.ts'
import { fraudProvider } from './fraud-provider.ts'
import { fraudScore } from './fraud-score.ts'
import { generalBlock } from './general-block.ts'
import { ipBlock } from './ip-block.ts'
import { kycBlock } from './kyc-block.ts'
import { kycFallback } from './kyc-fallback.ts'
import { kycRouting } from './kyc-routing.ts'
import { limit } from './limit.ts'
import { maintenance } from './maintenance.ts'
import { notification } from './notification.ts'
import { paymentMethods } from './payment-methods.ts'
import { periodLimit } from './period-limit.ts'
import { providerFee } from './provider-fee.ts'
import { pspFallback } from './psp-fallback.ts'
import { pspRouting } from './psp-routing.ts'
import { statusCode } from './status-code.ts'
import { userPspAccount } from './user-psp-account.ts'
import { vat } from './vat.ts'
import { velocity } from './velocity.ts'
import { voidCapture } from './void-capture.ts'

/** The kinds of decision the platform takes, T1 to T29. */
export const decisionTables: readonly DecisionTable[] = [
  pspRouting,
  pspFallback,
  fee,
  providerFee,
  limit,
  generalBlock,
  ipBlock,
  binBlock,
  velocity,
  userPspAccount,
  fraudProviderBlock,
  forex,
  statusCode,
  paymentMethods,
  alerts,
  notification,
  approval,
  voidCapture,
  kycRouting,
  kycBlock,
  kycFallback,
  maintenance,
  threeDsRouting,
  threeDsFallback,
  fraudProvider,
  vat,
  bicBlock,
  fraudScore,
  periodLimit,
]

const lookUp = (key: 'slug' | 'number' | 'route') => {
  const found = new Map<string, DecisionTable>(decisionTables.map((table) => [table[key], table]))
  return (value: string): DecisionTable | undefined => found.get(value)
}

export const tableOfSlug = lookUp('slug')
/** By the number legacy links carry: `T5`. */
export const tableOfNumber = lookUp('number')
export const tableOfRoute = lookUp('route')
