import { codeWords } from '@signalbox/model/text/code-words'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { KnownFacts } from '@signalbox/model/rules/facts-known'
import type { OutputsOf } from '@signalbox/model/rules/outputs-of'
import { kycBlock } from '@signalbox/model/rules/tables/kyc-block'
import { kycFallback } from '@signalbox/model/rules/tables/kyc-fallback'
import { kycRouting } from '@signalbox/model/rules/tables/kyc-routing'
import type { KycFinding, KycOutcome } from '../../../connectors/kyc-client.ts'
import type { Payment } from '../../state/payment.ts'
import type { KycState } from '../../record/step-state.ts'
import { maxTries } from '../check-user.ts'
import { decline } from '../decline.ts'
import { declineBlocked, knowStoredCheck } from '../stored-check.ts'
import { callStep, go, wait, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import type { StoredKyc } from '../user-history.ts'
import { askBlock } from './blocks.ts'

const inProgress = 'VERIFICATION_IN_PROGRESS'
const providerFailed = 'VERIFICATION_EXTERNAL_FAILURE'

const findingFacts = (provider: string, finding: KycFinding): KnownFacts => ({
  kycProvider: provider,
  internalKycStatus: finding.overallStatus,
  kycAgeStatus: finding.ageStatus,
  kycIdStatus: finding.idStatus,
  kycAddressStatus: finding.addressStatus,
  pepsSanctions: finding.pepsSanctions,
  kycScore: finding.score,
})

/** After all checks: what the rules say about what was found. */
async function conclude(payment: Payment, context: StepContext): Promise<Next> {
  const blocked = await askBlock(payment, context, kycBlock, {
    step: 'D5',
    defaultNo: StatusNo.ERR_DECLINED_KYC_BLOCK,
  })
  if (blocked) return blocked
  if ([payment.facts.kycAgeStatus, payment.facts.internalKycStatus].includes('UNDER_AGE'))
    return decline(payment, StatusNo.ERR_DECLINED_KYC_USER_UNDER_AGE, {
      at: 'D5',
      info: 'The KYC check says that the user is under age',
    })
  payment.note('KYC', `KYC status: ${codeWords(payment.tx.kycStatus ?? 'UNKNOWN').toLowerCase()}`)
  return go('limits')
}

const stateOf = (
  { scopes, blocking, kycAccount: account }: OutputsOf<typeof kycRouting>,
  provider: string,
): KycState => ({ provider, scopes, blocking, tries: 1, ...(account && { account }) })

/** Another provider where a row names one; else the result stays, and one the payment waited for fails it. */
async function afterFailure(payment: Payment, context: StepContext, current: KycState): Promise<Next> {
  const { hits } = await context.ask(payment, kycFallback, 'D5', { also: { attemptNo: current.tries } })
  const [hit] = hits
  const provider = hit && !hit.outputs.stop ? hit.outputs.kycFallback : undefined
  if (hit && provider && current.tries < maxTries) {
    const account = hit.outputs.kycAccount
    const { account: _old, providerRef: _ref, ...kept } = current
    payment.patchState({ kyc: { ...kept, provider, tries: current.tries + 1, ...(account && { account }) } })
    return go('kyc')
  }
  const failed = payment.facts.internalKycStatus === providerFailed
  if (failed && current.blocking)
    return decline(payment, StatusNo.ERR_DECLINED_KYC_CHECK_FAILED, {
      at: 'D5',
      info: `The KYC provider ${current.provider} gave no answer (try ${current.tries}), and no other is left to ask`,
    })
  return conclude(payment, context)
}

function noAnswer(
  payment: Payment,
  context: StepContext,
  current: KycState,
  latencyMs?: number,
): Promise<Next> {
  payment.tx.kycStatus = providerFailed
  payment.addFacts({ kycProvider: current.provider, internalKycStatus: providerFailed })
  payment.note('KYC', `${current.provider} gave no answer`, latencyMs)
  return afterFailure(payment, context, current)
}

async function settleCheck(payment: Payment, context: StepContext, outcome: KycOutcome): Promise<Next> {
  const current = payment.state.kyc
  if (!current) throw new Error('A KYC check ended that nobody had begun')
  payment.effect({ kind: 'log', log: outcome.log })
  if (outcome.kind === 'failed') {
    return noAnswer(payment, context, current, outcome.log.latencyMs)
  }
  const { finding } = outcome
  payment.tx.kycStatus = finding.overallStatus
  payment.addFacts(findingFacts(current.provider, finding))
  const { provider, scopes, account = null } = current
  payment.effect({ kind: 'kycCheck', provider, scopes, account, finding })
  payment.note(
    'KYC',
    `${current.provider}: ${codeWords(finding.overallStatus).toLowerCase()}`,
    outcome.log.latencyMs,
  )
  if (finding.overallStatus === inProgress && current.blocking) {
    payment.patchState({ kyc: { ...current, providerRef: finding.providerRef } })
    if (payment.status !== 'WAITING_INPUT')
      payment.move(StatusNo.WAITING_KYC_VERIFICATION, { type: 'KYC', summary: 'Documents are being checked' })
    payment.tx.expiresAt = new Date(context.now.getTime() + context.timings.documentsTtlMs).toISOString()
    payment.tx.pollAt = new Date(context.now.getTime() + (context.timings.pollMs[0] ?? 60_000)).toISOString()
    return wait
  }
  if (payment.status === 'WAITING_INPUT')
    payment.move(StatusNo.PROCESSING_KYC_VERIFICATION, {
      type: 'KYC',
      summary: 'The check of the user has ended',
    })
  const conclusive = finding.overallStatus === 'VERIFIED' || finding.overallStatus === 'UNDER_AGE'
  return conclusive ? conclude(payment, context) : afterFailure(payment, context, current)
}

/**
 * What a person decided holds against a new check, until it is as old as the row lets any check be. A row that wants a
 * new check each time, or says nothing of it, speaks of providers and not of people.
 */
function stillHolds(stored: StoredKyc | undefined, validDays: number | undefined): boolean {
  if (!stored) return false
  if (stored.overriddenDays !== null) return !validDays || stored.overriddenDays <= validDays
  return stored.status === 'VERIFIED' && validDays !== undefined && stored.ageDays <= validDays
}

/** Chooses who checks the user, unless an earlier check still holds. */
export const kyc = callStep<KycOutcome>({
  name: 'kyc',
  prepare: async (payment, context) => {
    if (!payment.state.kyc) {
      const stored = await context.storedKyc(payment)
      const blocked = declineBlocked(payment, stored)
      if (blocked) return blocked
      knowStoredCheck(payment, stored)
      const { hits } = await context.ask(payment, kycRouting, 'D5')
      const [hit] = hits
      const provider = hit?.outputs.kycProvider
      if (!hit || !provider) return conclude(payment, context)
      if (stillHolds(stored, hit.outputs.validDays)) return conclude(payment, context)
      payment.patchState({ kyc: stateOf(hit.outputs, provider) })
    }
    const chosen = payment.state.kyc as KycState
    payment.move(StatusNo.PROCESSING_KYC_VERIFICATION, {
      type: 'KYC',
      summary: `${chosen.provider} checks the user`,
    })
    const service = await context.service(payment.tx.merchantId, 'KYC', chosen.provider, chosen.account)
    if (service && !service.refused) return undefined
    const notConfigured = `${chosen.provider} ${chosen.account ?? ''}`.trim() + ' is not configured'
    payment.addInfo(service?.refused ?? notConfigured)
    return noAnswer(payment, context, chosen)
  },
  call: async (payment, context) => {
    const { tx, state } = payment
    const chosen = state.kyc as KycState
    const { firstName, lastName } = { firstName: tx.firstName, lastName: tx.lastName }
    return context.services.kyc.check({
      provider: await context.service(tx.merchantId, 'KYC', chosen.provider, chosen.account),
      idempotencyKey: `${tx.id}-kyc-${chosen.tries}`,
      userId: tx.userId,
      scopes: chosen.scopes,
      ...(firstName && { firstName }),
      ...(lastName && { lastName }),
      ...(tx.dob && { dob: tx.dob }),
      ...(tx.userCountry && { country: tx.userCountry }),
      ...(tx.city && { city: tx.city }),
    })
  },
  settle: settleCheck,
})

/** Asks how a check that was under way has ended. */
export const kycResult = callStep<KycOutcome>({
  name: 'kyc-result',
  prepare: (payment) => (payment.state.kyc?.providerRef ? undefined : wait),
  call: async (payment, context) => {
    const chosen = payment.state.kyc as KycState
    const provider = await context.service(payment.tx.merchantId, 'KYC', chosen.provider, chosen.account)
    return context.services.kyc.result(provider, chosen.providerRef ?? '')
  },
  settle: settleCheck,
})
