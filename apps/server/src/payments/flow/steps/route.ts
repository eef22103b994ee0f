import type { Step } from '@signalbox/model/rules/fact'
import { pspRouting } from '@signalbox/model/rules/tables/psp-routing'
import type { Payment } from '../../state/payment.ts'
import { decline } from '../decline.ts'
import { closedPsps, findClosed } from '../maintenance.ts'
import { computeStep, go, type Next } from '../step.ts'
import type { World } from '../world.ts'
import { checkLimits } from './limits.ts'

const authTypeOf = (payment: Payment): 'FINAL_AUTH' | 'PRE_AUTH' =>
  payment.tx.authType === 'PRE_AUTH' ? 'PRE_AUTH' : 'FINAL_AUTH'

/** The payment goes to this PSP from here on. */
export function sendTo(payment: Payment, psp: string, pspAccount: string): void {
  const { tx } = payment
  tx.psp = psp
  tx.pspAccount = pspAccount
  payment.know({ psp, pspAccount, attemptNo: tx.attemptCount + 1, authType: authTypeOf(payment) })
}

/** Why a PSP cannot take the payment now: switched off, not configured, or closed. */
export async function whyUnusable(
  payment: Payment,
  world: World,
  target: { readonly psp: string; readonly account: string; readonly step: Step },
): Promise<number | undefined> {
  const { tx } = payment
  const settings = await world.psp(target.psp)
  if (settings?.status !== 'ACTIVE') return 574
  if (!(await world.pspAccount(tx.merchantId, target.psp, target.account))) return 524
  const closed = await findClosed(payment, world, target.psp, target.step)
  if (!closed) return undefined
  tx.maintenanceId = closed.maintenanceId
  payment.tell(`${target.psp} is under maintenance`)
  return closed.statusNo
}

/** What a route that leads nowhere does: another PSP may be tried, as after a decline. */
export function deadEnd(payment: Payment, statusNo: number): Next {
  payment.remember({ result: { statusNo }, failedAt: 'D7' })
  payment.blame(statusNo === 574 || statusNo === 524 ? 'SYSTEM' : 'PSP')
  return go('fallback')
}

/** Where the rules send the payment, unless somebody has chosen. */
async function destination(
  payment: Payment,
  world: World,
): Promise<{ readonly psp: string; readonly account: string; readonly why: string } | undefined> {
  const { chosen } = payment.state
  if (chosen) {
    const { psp, pspAccount: account, by } = chosen
    return { psp, account, why: `, chosen by ${by}` }
  }
  const closed = await closedPsps(payment, world)
  const { hits } = await world.ask(payment, pspRouting, 'D7', {
    unavailable: ({ psp }) => closed(psp ?? ''),
  })
  const [hit] = hits
  const { psp, pspAccount: account } = hit?.outputs ?? {}
  if (!hit || !psp || !account) return undefined
  payment.remember({ routeRef: hit.ref })
  return { psp, account, why: '' }
}

/** Chooses the PSP and the account. */
export const route = computeStep('route', async (payment, world) => {
  const { tx } = payment
  const found = await destination(payment, world)
  if (!found) return decline(payment, 523, { stage: 'RULES' })
  const { psp, account, why } = found
  tx.initiatedPsp = psp
  tx.initiatedPspAccount = account
  payment.know({ initiatedPsp: psp, initiatedPspAccount: account })
  sendTo(payment, psp, account)
  const unusable = await whyUnusable(payment, world, { psp, account, step: 'D7' })
  if (unusable) return deadEnd(payment, unusable)
  if (payment.state.limitsDeferred) {
    const declined = await checkLimits(payment, world, 'D7')
    if (declined) return declined
  }
  payment.note('ROUTE', `To ${psp}, account ${account}${why}`)
  return go('fraud')
})
