import type { DashboardId } from './titles.ts'
import type { Dashboard } from '../widget.ts'
import { approvalRate } from './approval-rate.ts'
import { bin } from './bin.ts'
import { cost } from './cost.ts'
import { declines } from './declines.ts'
import { fallback } from './fallback.ts'
import { fraudKyc } from './fraud-kyc.ts'
import { funnel } from './funnel.ts'
import { geo } from './geo.ts'
import { operations } from './operations.ts'
import { overview } from './overview.ts'
import { pspPerformance } from './psp-performance.ts'
import { schemeTokens } from './scheme-tokens.ts'
import { settlement } from './settlement.ts'
import { threeDs } from './three-ds.ts'
import { withdrawals } from './withdrawals.ts'

/** The dashboards that come with the platform. */
export const dashboards: Readonly<Record<DashboardId, Dashboard>> = {
  overview,
  'approval-rate': approvalRate,
  'psp-performance': pspPerformance,
  declines,
  bin,
  geo,
  funnel,
  fallback,
  withdrawals,
  'three-ds': threeDs,
  'fraud-kyc': fraudKyc,
  cost,
  settlement,
  operations,
  'scheme-tokens': schemeTokens,
}
