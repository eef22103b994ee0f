import { StatusNo } from '@signalbox/model/reference/status-no'
import { fraudProvider } from '@signalbox/model/rules/tables/fraud-provider'
import { fraudProviderBlock } from '@signalbox/model/rules/tables/fraud-provider-block'
import { fraudScore } from '@signalbox/model/rules/tables/fraud-score'
import type { FraudOutcome } from '../../../connectors/fraud-client.ts'
import type { Payment } from '../../state/payment.ts'
import type { FraudState } from '../../record/step-state.ts'
import { decline, declineNo } from '../decline.ts'
import type { RuleHit } from '../rule-answer.ts'
import type { CallContext } from '../call-context.ts'
import { callStep, go, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { sendTo, whyUnusable, deadEnd } from './route.ts'

/** Withdrawals are screened before somebody approves them, and once more when they go out. */
function afterScreening(payment: Payment): Next {
  if (payment.tx.method !== 'WITHDRAWAL') return go('price')
  return go(payment.state.authCode === undefined ? 'authorize' : 'convert')
}

function review(payment: Payment, why: string): void {
  payment.patchState({ review: [...(payment.state.review ?? []), why] })
}

type ScreeningHit = RuleHit<typeof fraudScore | typeof fraudProviderBlock>

/** What follows from an answer. */
export type Verdict =
  | {
      readonly action: 'DECLINE'
      readonly statusNo: number
      readonly info: string
      readonly pspStatusCode?: string
    }
  | { readonly action: 'REVIEW'; readonly why: string }
  | { readonly action: 'FORCE_3DS' }
  | { readonly action: 'REROUTE'; readonly psp: string; readonly account: string }

function verdictOf(hit: ScreeningHit | undefined, defaultNo: number): Verdict[] {
  if (!hit) return []
  const { outputs, rule } = hit
  switch (outputs.action) {
    case 'DECLINE':
      return [
        {
          action: 'DECLINE',
          statusNo: declineNo(outputs.failedStatusCode, defaultNo),
          info: `Declined by the rule “${rule.name}” after the fraud screening`,
          ...(outputs.pspStatusCode && { pspStatusCode: outputs.pspStatusCode }),
        },
      ]
    case 'REVIEW':
      return [{ action: 'REVIEW', why: rule.name }]
    case 'FORCE_3DS':
      return [{ action: 'FORCE_3DS' }]
    case 'REROUTE': {
      const { reRoutePsp: psp, reRouteAccount: account } = outputs
      return psp && account ? [{ action: 'REROUTE', psp, account }] : []
    }
    default:
      return []
  }
}

/** What the rules say about the answer that stands on the payment; nothing lets it pass. */
export async function verdictsOf(
  payment: Payment,
  context: StepContext,
  chosen: FraudState,
): Promise<Verdict[]> {
  const { fraudScore: score } = payment.tx
  const { provider, onTimeout, threshold } = chosen
  if (score === null && onTimeout === 'DECLINE')
    return [
      {
        action: 'DECLINE',
        statusNo: StatusNo.ERR_DECLINED_FRAUD,
        info: `${provider} gave no answer to the fraud screening`,
      },
    ]
  if (score !== null && threshold !== undefined && score > threshold)
    return [
      {
        action: 'DECLINE',
        statusNo: StatusNo.ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED,
        info: `The fraud score ${score} of ${provider} is above the threshold of ${threshold}`,
      },
    ]
  const byScore = await context.ask(payment, fraudScore, 'D8')
  const byProvider = await context.ask(payment, fraudProviderBlock, 'D8')
  return [
    ...(score === null && onTimeout === 'REVIEW'
      ? [{ action: 'REVIEW', why: 'No answer from the fraud screening' } as const]
      : []),
    ...verdictOf(byScore.hits[0], StatusNo.ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED),
    ...verdictOf(byProvider.hits[0], StatusNo.ERR_DECLINED_FRAUD),
  ]
}

/** What one of them does to a payment that has not been sent; `undefined` lets it go on. */
export async function act(
  payment: Payment,
  context: StepContext,
  verdict: Verdict,
): Promise<Next | undefined> {
  switch (verdict.action) {
    case 'DECLINE': {
      const { statusNo, action: _decline, ...why } = verdict
      return decline(payment, statusNo, { at: 'D8', ...why })
    }
    case 'REVIEW':
      review(payment, verdict.why)
      return undefined
    case 'FORCE_3DS':
      payment.patchState({ force3ds: true })
      return undefined
    case 'REROUTE':
      return reroute(payment, context, verdict)
  }
}

async function reroute(
  payment: Payment,
  context: StepContext,
  { psp, account }: { readonly psp: string; readonly account: string },
): Promise<Next | undefined> {
  const unusable = await whyUnusable(payment, context, { psp, account, step: 'D7' })
  if (unusable) return deadEnd(payment, unusable)
  payment.tx.initiatedPsp = psp
  payment.tx.initiatedPspAccount = account
  payment.addFacts({ initiatedPsp: psp, initiatedPspAccount: account })
  sendTo(payment, psp, account)
  payment.note('ROUTE', `To ${psp}, account ${account}, because of the fraud screening`)
  return undefined
}

async function goOn(payment: Payment, context: StepContext, chosen: FraudState): Promise<Next> {
  for (const verdict of await verdictsOf(payment, context, chosen)) {
    const next = await act(payment, context, verdict)
    if (next) return next
  }
  return afterScreening(payment)
}

/** The answer of the provider, or that there is none, stands on the payment and is known to the tables from here on. */
export function recordAnswer(payment: Payment, { provider }: FraudState, outcome: FraudOutcome): void {
  const { tx } = payment
  payment.effect({ kind: 'log', log: outcome.log })
  tx.fraudProvider = provider
  tx.fraudDecision = outcome.kind === 'scored' ? outcome.decision : 'TIMEOUT'
  tx.fraudScore = outcome.kind === 'scored' ? Math.round(outcome.score) : null
  payment.addFacts({
    fraudProvider: provider,
    fraudDecision: tx.fraudDecision,
    ...(tx.fraudScore !== null && { fraudScore: tx.fraudScore }),
  })
  payment.note(
    'FRAUD',
    `${provider}: ${tx.fraudDecision} ${tx.fraudScore ?? ''}`.trim(),
    outcome.log.latencyMs,
  )
}

/**
 * Nobody waits for this provider: it is asked once the payment is at rest. A payment that comes here again goes by the
 * answer, where there is one by then.
 */
async function screenLater(payment: Payment, context: StepContext, chosen: FraudState): Promise<Next> {
  const before = payment.state.fraud
  const isSame = before?.provider === chosen.provider && before.account === chosen.account
  if (isSame && before.late === 'ANSWERED') return goOn(payment, context, { ...chosen, late: 'ANSWERED' })
  if (isSame && before.late === 'QUEUED') return afterScreening(payment)
  payment.patchState({ fraud: { ...chosen, late: 'QUEUED' } })
  payment.effect({ kind: 'screenLater' })
  payment.note('FRAUD', `${chosen.provider} screens the payment, which does not wait for the answer`)
  return afterScreening(payment)
}

/** Asks the provider the row chose. The same question twice gets the same answer. */
export async function screen(payment: Payment, context: CallContext): Promise<FraudOutcome> {
  const { tx, state } = payment
  const chosen = state.fraud as FraudState
  return context.services.fraud.screen({
    provider: await context.service(tx.merchantId, 'FRAUD', chosen.provider, chosen.account),
    reference: `${tx.merchantId}A${tx.id}`,
    userId: tx.userId,
    txType: tx.txType,
    amount: payment.requested,
    timeoutMs: chosen.timeoutMs,
    ...(tx.ipAddr && { ip: tx.ipAddr }),
    ...(tx.email && { email: tx.email }),
    ...(tx.userCountry && { country: tx.userCountry }),
    ...(tx.bin && { bin: tx.bin }),
    ...(tx.accountHash && { accountHash: tx.accountHash }),
  })
}

export const fraud = callStep<FraudOutcome>({
  name: 'fraud',
  prepare: async (payment, context) => {
    const { tx } = payment
    const { hits } = await context.ask(payment, fraudProvider, 'D8')
    const outputs = hits[0]?.outputs
    const { fraudProvider: provider, fraudAccount: account } = outputs ?? {}
    if (!outputs || !provider || !account) {
      payment.note('FRAUD', 'Not screened')
      return afterScreening(payment)
    }
    const service = await context.service(tx.merchantId, 'FRAUD', provider, account)
    const notConfigured = `The fraud provider ${provider}, account ${account}, is not configured for the merchant`
    const unusable = service ? service.refused : notConfigured
    if (unusable)
      return decline(payment, StatusNo.ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR, {
        at: 'D8',
        info: unusable,
      })
    const { mode, timeoutMs, onTimeout, threshold } = outputs
    const chosen = {
      provider,
      account,
      timeoutMs,
      onTimeout,
      ...(threshold !== undefined && { threshold }),
    }
    if (mode === 'ASYNC') return screenLater(payment, context, chosen)
    payment.patchState({ fraud: chosen })
    payment.note('FRAUD', `${provider} screens the payment`)
    return undefined
  },
  call: screen,
  settle: (payment, context, outcome) => {
    const chosen = payment.state.fraud as FraudState
    recordAnswer(payment, chosen, outcome)
    return goOn(payment, context, chosen)
  },
})
