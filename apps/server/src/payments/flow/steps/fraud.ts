import { fraudProvider } from '@signalbox/model/rules/tables/fraud-provider'
import { fraudProviderBlock } from '@signalbox/model/rules/tables/fraud-provider-block'
import { fraudScore } from '@signalbox/model/rules/tables/fraud-score'
import type { FraudOutcome } from '../../connectors/fraud-client.ts'
import type { Payment } from '../../state/payment.ts'
import type { FraudState } from '../../transactions/step-state.ts'
import { decline, declineNo } from '../decline.ts'
import type { RuleHit } from '../rule-answer.ts'
import { callStep, go, type Next } from '../step.ts'
import type { World } from '../world.ts'
import { sendTo, whyUnusable, deadEnd } from './route.ts'

/** Withdrawals are screened before somebody approves them, and once more when they go out. */
function afterScreening(payment: Payment): Next {
  if (payment.tx.method !== 'WITHDRAWAL') return go('price')
  return go(payment.state.authCode === undefined ? 'authorize' : 'convert')
}

function review(payment: Payment, why: string): void {
  payment.remember({ review: [...(payment.state.review ?? []), why] })
}

type ScreeningHit = RuleHit<typeof fraudScore | typeof fraudProviderBlock>

/** What a row of the score or provider table does to the payment; `undefined` lets it pass. */
async function act(
  payment: Payment,
  world: World,
  hit: ScreeningHit | undefined,
  defaultNo: number,
): Promise<Next | undefined> {
  if (!hit) return undefined
  switch (hit.outputs.action) {
    case 'DECLINE':
      return decline(payment, declineNo(hit.outputs.failedStatusCode, defaultNo), {
        at: 'D8',
        info: `Declined by the rule “${hit.rule.name}” after the fraud screening`,
        ...(hit.outputs.pspStatusCode && { pspStatusCode: hit.outputs.pspStatusCode }),
      })
    case 'REVIEW':
      review(payment, hit.rule.name)
      return undefined
    case 'FORCE_3DS':
      payment.remember({ force3ds: true })
      return undefined
    case 'REROUTE':
      return reroute(payment, world, hit)
    default:
      return undefined
  }
}

async function reroute(payment: Payment, world: World, { outputs }: ScreeningHit): Promise<Next | undefined> {
  const { reRoutePsp: psp, reRouteAccount: account } = outputs
  if (!psp || !account) return undefined
  const unusable = await whyUnusable(payment, world, { psp, account, step: 'D7' })
  if (unusable) return deadEnd(payment, unusable)
  payment.tx.initiatedPsp = psp
  payment.tx.initiatedPspAccount = account
  payment.know({ initiatedPsp: psp, initiatedPspAccount: account })
  sendTo(payment, psp, account)
  payment.note('ROUTE', `To ${psp}, account ${account}, because of the fraud screening`)
  return undefined
}

async function settleScreening(payment: Payment, world: World, outcome: FraudOutcome): Promise<Next> {
  const chosen = payment.state.fraud as FraudState
  const { tx } = payment
  payment.effect({ kind: 'log', log: outcome.log })
  tx.fraudProvider = chosen.provider
  tx.fraudDecision = outcome.kind === 'scored' ? outcome.decision : 'TIMEOUT'
  tx.fraudScore = outcome.kind === 'scored' ? Math.round(outcome.score) : null
  payment.know({
    fraudProvider: chosen.provider,
    fraudDecision: tx.fraudDecision,
    ...(tx.fraudScore !== null && { fraudScore: tx.fraudScore }),
  })
  payment.note(
    'FRAUD',
    `${chosen.provider}: ${tx.fraudDecision} ${tx.fraudScore ?? ''}`.trim(),
    outcome.log.latencyMs,
  )
  if (outcome.kind !== 'scored') {
    if (chosen.onTimeout === 'DECLINE')
      return decline(payment, 503, {
        at: 'D8',
        info: `${chosen.provider} gave no answer to the fraud screening`,
      })
    if (chosen.onTimeout === 'REVIEW') review(payment, 'No answer from the fraud screening')
  } else if (chosen.threshold !== undefined && outcome.score > chosen.threshold)
    return decline(payment, 571, {
      at: 'D8',
      info: `The fraud score ${tx.fraudScore} of ${chosen.provider} is above the threshold of ${chosen.threshold}`,
    })
  const score = await world.ask(payment, fraudScore, 'D8')
  const provider = await world.ask(payment, fraudProviderBlock, 'D8')
  return (
    (await act(payment, world, score.hits[0], 571)) ??
    (await act(payment, world, provider.hits[0], 503)) ??
    afterScreening(payment)
  )
}

export const fraud = callStep<FraudOutcome>({
  name: 'fraud',
  prepare: async (payment, world) => {
    const { tx } = payment
    const { hits } = await world.ask(payment, fraudProvider, 'D8')
    const outputs = hits[0]?.outputs
    const { fraudProvider: provider, fraudAccount: account } = outputs ?? {}
    if (!outputs || !provider || !account) {
      payment.note('FRAUD', 'Not screened')
      return afterScreening(payment)
    }
    if (!(await world.service(tx.merchantId, 'FRAUD', provider, account)))
      return decline(payment, 580, {
        at: 'D8',
        info: `The fraud provider ${provider}, account ${account}, is not configured for the merchant`,
      })
    const { mode, timeoutMs, onTimeout, threshold } = outputs
    payment.remember({
      fraud: {
        provider,
        account,
        mode,
        timeoutMs,
        onTimeout,
        ...(threshold !== undefined && { threshold }),
      },
    })
    payment.note('FRAUD', `${provider} screens the payment`)
    return undefined
  },
  call: async (payment, desk) => {
    const { tx, state } = payment
    const chosen = state.fraud as FraudState
    return desk.outside.fraud.screen({
      provider: await desk.service(tx.merchantId, 'FRAUD', chosen.provider, chosen.account),
      reference: `${tx.merchantId}A${tx.id}`,
      userId: tx.userId,
      txType: tx.txType,
      amount: payment.requested,
      timeoutMs: chosen.timeoutMs,
      ...(tx.ip && { ip: tx.ip }),
      ...(tx.userEmail && { email: tx.userEmail }),
      ...(tx.userCountry && { country: tx.userCountry }),
      ...(tx.bin && { bin: tx.bin }),
      ...(tx.accountHash && { accountHash: tx.accountHash }),
    })
  },
  settle: settleScreening,
})
