import { threeDsFallback } from '@signalbox/model/rules/tables/3ds2-fallback'
import { pspFallback } from '@signalbox/model/rules/tables/psp-fallback'
import { fallbackAfter, statusCodeOf } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { describeStatus, type Payment } from '../../state/payment.ts'
import { pspName } from '../refusal-text.ts'
import type { RuleAnswer } from '../rule-answer.ts'
import { computeStep, go, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { sendTo, unusablePsps, whyUnusable } from './route.ts'

/** Schemes count declines per card and merchant, and fine those who go on. */
const schemeBudgets: Readonly<Record<string, readonly (readonly [max: number, days: number])[]>> = {
  VISA: [[20, 30]],
  MASTERCARD: [
    [10, 1],
    [35, 30],
  ],
}

async function schemeForbids(payment: Payment, context: StepContext): Promise<boolean> {
  // The decline that asks is written with what is decided now.
  const unwritten = payment.effects.filter(({ kind }) => kind === 'schemeDecline').length
  for (const [max, days] of schemeBudgets[payment.tx.cardBrand ?? ''] ?? [])
    if ((await context.schemeDeclines(payment, days)) + unwritten >= max) return true
  return false
}

type Fallback = RuleAnswer<typeof pspFallback>

/** Whether the row that matched says so about this very code, rather than about anything. */
const namesCode = ({ hits }: Fallback, code: string): boolean => {
  const cell = hits[0]?.rule.conditions.txStatusCode
  return cell !== undefined && JSON.stringify(cell).includes(`"${code}"`)
}

/** Proof made by the PSP itself does not go to another one; then the user must authenticate again, or nobody tries. */
function authenticationForbids({ tx, state }: Payment): boolean {
  return tx.threeDsType === 'PROVIDER_MANAGED' && state.redirectTarget !== undefined
}

/** Why no other PSP may try, whatever a row says. */
export async function whyNot(
  payment: Payment,
  context: StepContext,
  answer: Fallback,
  statusNo: number,
): Promise<string | undefined> {
  const { tx, state } = payment
  const outputs = answer.hits[0]?.outputs
  if (!outputs) return 'no row names another PSP'
  if (outputs.stop) return 'a rule forbids it'
  const fallback = fallbackAfter(statusNo, state.failedAt ?? 'D15')
  if (fallback !== 'ALLOWED' && fallback !== 'NAMED') return 'the code forbids it'
  if (
    fallback === 'NAMED' &&
    !namesCode(answer, statusCodeOf(statusNo)?.code ?? '') &&
    state.retryClass !== 'TECH'
  )
    return 'no row names the code'
  if (Math.max(1, tx.attemptCount) >= outputs.maxAttempts) return 'no attempts are left'
  const ageMs = context.now.getTime() - Date.parse(tx.created)
  if (payment.direction === 'DEPOSIT' && ageMs > context.timings.interactiveMs)
    return 'the user no longer waits'
  if (tx.bin && (await schemeForbids(payment, context))) return 'retry budget'
  if (authenticationForbids(payment)) return 'the user would have to authenticate again'
  return undefined
}

/** The issuer wants the user to authenticate: the same PSP once more, with a challenge. */
async function stepUp(payment: Payment, context: StepContext): Promise<Next | undefined> {
  const { tx, state } = payment
  // Once: an issuer that is not content with a challenge will not be content with a second one.
  const wasTried = state.attemptReason === 'SCA_RETRY' || state.threeDs?.result === 'CHALLENGED'
  if (state.result?.statusNo !== StatusNo.ERR_DECLINED_SCA_REQUIRED_BY_ISSUER || wasTried) return undefined
  const { hits } = await context.ask(payment, threeDsFallback, 'D13', { also: { scaRequired: true } })
  if (hits[0]?.outputs.outcome !== 'STEP_UP') return undefined
  const settings = await context.psp(tx.psp ?? '')
  if (!settings?.threeDsType || settings.threeDsType === 'PROVIDER_MANAGED') return undefined
  const { result: _result, proof: _proof, transId: _id, ...kept } = state.threeDs ?? { tries: 0 }
  payment.patchState({ threeDs: { ...kept, stepUp: true }, attemptReason: 'SCA_RETRY' })
  payment.move(StatusNo.REPROCESSING_PROVIDER, {
    type: 'FALLBACK',
    summary: 'The issuer wants the user to authenticate',
  })
  payment.clearState('result', 'failedAt')
  return go('three-ds')
}

/**
 * The token was refused, not the card: the same PSP once more, with the card number. Only after a clear refusal, and only
 * while the user still waits for the payment.
 */
async function withCardNumber(payment: Payment, context: StepContext): Promise<Next | undefined> {
  const { tx, state } = payment
  const { tokenRefusedNo } = state
  if (tokenRefusedNo === undefined || state.cardNumberOnly) return undefined
  payment.patchState({ cardNumberOnly: true })
  const ageMs = context.now.getTime() - Date.parse(tx.created)
  if (ageMs > context.timings.interactiveMs) return undefined
  await context.holdCard(payment)
  if (await schemeForbids(payment, context)) return undefined
  payment.patchState({ attemptReason: 'TOKEN_FALLBACK', retryReserved: true })
  payment.effect({ kind: 'schemeRetry', attemptNo: tx.attemptCount + 1 })
  payment.clearState('result', 'failedAt', 'retryClass', 'redirectTarget', 'redirect', 'messageKey')
  tx.declineStage = null
  const why = tokenRefusedNo === StatusNo.ERR_DECLINED_SCHEME_TOKEN_EXPIRED ? 'has expired' : 'is not valid'
  payment.move(StatusNo.REPROCESSING_PROVIDER, {
    type: 'FALLBACK',
    summary: `${await pspName(payment, context)} says the network token ${why}. Nothing was charged. Trying once with the card number`,
  })
  return go('submit')
}

/** May another PSP try, and which? Money must surely not have moved; everything else is asked of rules and schemes. */
export const fallback = computeStep('fallback', async (payment, context) => {
  const { tx, state } = payment
  const statusNo = state.result?.statusNo ?? StatusNo.ERR_SYSTEM_ERROR
  const why = state.result?.info ?? describeStatus(statusNo)
  const again = (await withCardNumber(payment, context)) ?? (await stepUp(payment, context))
  if (again) return again
  payment.addFacts({ txStatusCode: statusCodeOf(statusNo)?.code ?? '', txState: 'FAILED' })
  const unusable = await unusablePsps(payment, context)
  const tried = new Set(state.tried ?? [])
  const answer = await context.ask(payment, pspFallback, 'D16', {
    closed: (next, account) => (tried.has(`${next}/${account}`) ? 'tried already' : unusable(next)),
  })
  if (tx.bin) await context.holdCard(payment)
  const refusal = await whyNot(payment, context, answer, statusNo)
  const outputs = answer.hits[0]?.outputs
  const { pspFallback: psp, pspFallbackAccount: account } = outputs ?? {}
  const usable =
    !refusal && psp && account && !tried.has(`${psp}/${account}`)
      ? (await whyUnusable(payment, context, { psp, account, step: 'D16' })) === undefined
      : false
  if (!psp || !account || !usable) {
    payment.addCause('FAILURE', why)
    if (refusal === 'retry budget') payment.addCause('FAILURE', refusal)
    return go('cancel')
  }
  payment.clearState(
    'result',
    'failedAt',
    'retryClass',
    'redirectTarget',
    'redirect',
    'messageKey',
    'fallbackTo',
  )
  payment.patchState({ attemptReason: 'FALLBACK', routeRef: answer.hits[0]?.ref ?? '' })
  if (outputs && !outputs.reverseForex) payment.patchState({ keepForex: true })
  else payment.clearState('keepForex')
  if (tx.bin) {
    payment.effect({ kind: 'schemeRetry', attemptNo: tx.attemptCount + 1 })
    payment.patchState({ retryReserved: true })
  }
  tx.fallbackUsed = true
  tx.declineStage = null
  sendTo(payment, psp, account)
  if (payment.status !== 'REPROCESSING')
    payment.move(StatusNo.REPROCESSING_PROVIDER, {
      type: 'FALLBACK',
      summary: `New attempt at ${psp}, account ${account}`,
    })
  else payment.note('FALLBACK', `New attempt at ${psp}, account ${account}`)
  if (outputs?.reassignApproval && tx.method === 'WITHDRAWAL') {
    payment.effect({ kind: 'forgetApprovals' })
    // Approvers see it a second time, and have to know what for.
    const news = `${why}. Approve it again: it goes to ${await pspName(payment, context, psp)} now`
    payment.addCause('FAILURE', news)
    payment.note('APPROVAL', `${news}. Earlier approvals no longer count`)
    payment.patchState({ fallbackTo: { psp, pspAccount: account } })
    return go('approval')
  }
  return go(state.authCode === undefined && tx.feeMode === null ? 'fraud' : 'convert')
})
