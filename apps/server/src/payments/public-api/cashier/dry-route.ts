import { pspFallback } from '@signalbox/model/rules/tables/psp-fallback'
import { pspRouting } from '@signalbox/model/rules/tables/psp-routing'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { MaintenanceWindow } from '../../../setup/maintenance/read-model.ts'
import { closingWindows } from '../../core/flow/maintenance.ts'
import { whyNot } from '../../core/flow/steps/fallback.ts'
import { sendTo, unusablePsps } from '../../core/flow/steps/route.ts'
import type { StepContext } from '../../core/flow/step-context.ts'
import type { Payment } from '../../core/state/payment.ts'

const notEnabled = StatusNo.ERR_DECLINED_PROVIDER_NOT_ENABLED
const notConfigured = StatusNo.ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR
const outOfService = StatusNo.ERR_PSP_OUT_OF_SERVICE
const serviceUnderMaintenance = StatusNo.ERR_DECLINED_UNDER_MAINTENANCE

/** Where a payment would go now. */
type DryRoute =
  | { readonly kind: 'open' }
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'closed'; readonly window: MaintenanceWindow }

interface Target {
  readonly psp: string
  readonly account: string
}

type Obstacle = { readonly statusNo: number; readonly window?: MaintenanceWindow } | undefined

/** The other PSP the rules name for a route that leads nowhere. */
async function fallbackOf(
  payment: Payment,
  context: StepContext,
  statusNo: number,
): Promise<Target | undefined> {
  payment.patchState({ failedAt: 'D7', result: { statusNo } })
  payment.addFacts({ txStatusCode: statusCodeOf(statusNo)?.code ?? '', txState: 'FAILED' })
  const unusable = await unusablePsps(payment, context)
  const evaluation = await context.ask(payment, pspFallback, 'D16', {
    closed: unusable,
  })
  if (await whyNot(payment, context, evaluation, statusNo)) return undefined
  const { pspFallback: psp, pspFallbackAccount: account } = evaluation.hits[0]?.outputs ?? {}
  return psp && account ? { psp, account } : undefined
}

/** Asks what routing would say, without taking the turn of a payment that is let through a half-open window. */
export async function dryRoute(payment: Payment, context: StepContext): Promise<DryRoute> {
  const closing = await closingWindows(payment, context)
  const unusable = await unusablePsps(payment, context)
  const able = await context.pspsFor(payment.tx.txType)
  const obstacleAt = async ({ psp, account }: Target): Promise<Obstacle> => {
    if (!able.has(psp)) return { statusNo: notEnabled }
    const found = await context.pspAccount(payment.tx.merchantId, psp, account)
    if (!found || found.refused) return { statusNo: notConfigured }
    const window = closing(psp)
    if (!window) return undefined
    return { statusNo: window.service || window.bank ? serviceUnderMaintenance : outOfService, window }
  }
  const { hits } = await context.ask(payment, pspRouting, 'D7', {
    closed: unusable,
  })
  const { psp, pspAccount: account } = hits[0]?.outputs ?? {}
  if (!psp || !account) return { kind: 'nowhere' }
  payment.addFacts({ initiatedPsp: psp, initiatedPspAccount: account })
  sendTo(payment, psp, account)
  const obstacle = await obstacleAt({ psp, account })
  if (!obstacle) return { kind: 'open' }
  const other = await fallbackOf(payment, context, obstacle.statusNo)
  if (other && !(await obstacleAt(other))) {
    sendTo(payment, other.psp, other.account)
    return { kind: 'open' }
  }
  return obstacle.window ? { kind: 'closed', window: obstacle.window } : { kind: 'nowhere' }
}
