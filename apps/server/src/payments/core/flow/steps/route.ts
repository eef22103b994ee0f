import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Step } from '@signalbox/model/rules/fact'
import { pspRouting } from '@signalbox/model/rules/tables/psp-routing'
import type { Payment } from '../../state/payment.ts'
import { decline, failAtPsp } from '../decline.ts'
import { closedPsps, findClosed, findClosedByNow, type Closed } from '../maintenance.ts'
import { computeStep, go, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { checkLimits } from './limits.ts'

const authTypeOf = (payment: Payment): 'FINAL_AUTH' | 'PRE_AUTH' =>
  payment.tx.authType === 'PRE_AUTH' ? 'PRE_AUTH' : 'FINAL_AUTH'

/** The payment goes to this PSP from here on. */
export function sendTo(payment: Payment, psp: string, pspAccount: string, pspVersion?: string): void {
  const { tx } = payment
  payment.clearState('pspVersion')
  if (pspVersion) payment.patchState({ pspVersion })
  tx.psp = psp
  tx.pspAccount = pspAccount
  payment.addFacts({ psp, pspAccount, attemptNo: tx.attemptCount + 1, authType: authTypeOf(payment) })
}

export interface Unusable {
  readonly statusNo: number
  readonly info: string
}

interface AccountAtPsp {
  readonly psp: string
  readonly account: string
}

/** Why a PSP cannot take the payment at any time: switched off, or not configured. */
async function whyNotTaken(
  { tx }: Payment,
  context: StepContext,
  target: AccountAtPsp,
): Promise<Unusable | undefined> {
  const settings = await context.psp(target.psp)
  const name = settings?.name ?? target.psp
  if (settings?.status !== 'ACTIVE')
    return {
      statusNo: StatusNo.ERR_DECLINED_PROVIDER_NOT_ENABLED,
      info: `${name} is not active in the PSP catalogue`,
    }
  if (!settings.txTypes.includes(tx.txType))
    return {
      statusNo: StatusNo.ERR_DECLINED_PROVIDER_NOT_ENABLED,
      info: `${name} does not support the type ${transactionTypeLabel(tx.txType)}`,
    }
  const account = await context.pspAccount(tx.merchantId, target.psp, target.account)
  if (!account)
    return {
      statusNo: StatusNo.ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR,
      info: `${name} has no enabled account ${target.account} for the merchant`,
    }
  return account.refused
    ? { statusNo: StatusNo.ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR, info: account.refused }
    : undefined
}

async function underMaintenance(
  { tx }: Payment,
  context: StepContext,
  psp: string,
  closed: Closed | undefined,
): Promise<Unusable | undefined> {
  if (!closed) return undefined
  tx.maintenanceId = closed.maintenanceId
  const name = (await context.psp(psp))?.name ?? psp
  return { statusNo: closed.statusNo, info: `${name} is under maintenance` }
}

/** Why a PSP cannot take the payment now: switched off, not configured, or closed. */
export async function whyUnusable(
  payment: Payment,
  context: StepContext,
  target: AccountAtPsp & { readonly step: Step },
): Promise<Unusable | undefined> {
  const why = await whyNotTaken(payment, context, target)
  if (why) return why
  const closed = await findClosed(payment, context, target.psp, target.step)
  return underMaintenance(payment, context, target.psp, closed)
}

/** Why the PSP it was routed to cannot take it any more. A user or an approver may have taken days. */
export async function whyUnusableByNow(
  payment: Payment,
  context: StepContext,
): Promise<Unusable | undefined> {
  const [psp, account] = [payment.tx.psp ?? '', payment.tx.pspAccount ?? '']
  const why = await whyNotTaken(payment, context, { psp, account })
  if (why) return why
  return underMaintenance(payment, context, psp, await findClosedByNow(payment, context, psp))
}

/** Why a PSP has to be left out of a draw: closed, switched off, or not made for this kind of payment. */
export async function unusablePsps(
  payment: Payment,
  context: StepContext,
): Promise<(psp: string) => string | undefined> {
  const { txType } = payment.tx
  const closed = await closedPsps(payment, context)
  const able = await context.pspsFor(txType)
  return (psp) =>
    closed(psp) ?? (able.has(psp) ? undefined : `does not support the type ${transactionTypeLabel(txType)}`)
}

/** What a route that leads nowhere does: another PSP may be tried, as after a decline. */
export const deadEnd = (payment: Payment, { statusNo, info }: Unusable): Next =>
  failAtPsp(payment, statusNo, { at: 'D7', info })

interface Destination {
  readonly psp: string
  readonly account: string
  readonly version?: string | undefined
  readonly why: string
  /** The first PSP stays the one it was: this is another try. */
  readonly isFallback?: boolean
}

/** Where the payment goes whatever the routing rules say: a fallback that was approved, or somebody's choice. */
export function fixedDestination({ state }: Payment): Destination | undefined {
  const { fallbackTo, chosen } = state
  if (fallbackTo)
    return {
      psp: fallbackTo.psp,
      account: fallbackTo.pspAccount,
      why: ', by the fallback that was approved',
      isFallback: true,
    }
  return chosen && { psp: chosen.psp, account: chosen.pspAccount, why: `, chosen by ${chosen.by}` }
}

/** Where the rules send the payment, unless it has been decided. */
async function destination(payment: Payment, context: StepContext): Promise<Destination | undefined> {
  const fixed = fixedDestination(payment)
  if (fixed) return fixed
  const unusable = await unusablePsps(payment, context)
  const { hits } = await context.ask(payment, pspRouting, 'D7', {
    closed: unusable,
  })
  const [hit] = hits
  const { psp, pspAccount: account, pspVersion: version } = hit?.outputs ?? {}
  if (!hit || !psp || !account) return undefined
  payment.patchState({ routeRef: hit.ref })
  return { psp, account, version, why: version ? `, version ${version}` : '' }
}

/** Chooses the PSP and the account. */
export const route = computeStep('route', async (payment, context) => {
  const { tx } = payment
  const found = await destination(payment, context)
  if (!found)
    return decline(payment, StatusNo.ERR_DECLINED_NO_PROVIDER_FOUND, {
      at: 'D7',
      info: 'No routing rule matches the payment',
    })
  const { psp, account, version, why, isFallback } = found
  if (!isFallback) {
    tx.initiatedPsp = psp
    tx.initiatedPspAccount = account
    payment.addFacts({ initiatedPsp: psp, initiatedPspAccount: account })
  }
  sendTo(payment, psp, account, version)
  const unusable = await whyUnusable(payment, context, { psp, account, step: 'D7' })
  if (unusable) return deadEnd(payment, unusable)
  if (payment.state.limitsDeferred) {
    const declined = await checkLimits(payment, context, 'D7')
    if (declined) return declined
  }
  payment.note('ROUTE', `To ${psp}, account ${account}${why}`)
  return go('fraud')
})
