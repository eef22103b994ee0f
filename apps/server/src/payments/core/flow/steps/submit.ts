import { payoutFactsOf } from '@signalbox/model/payments/payout-bank'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import type { AttemptReason } from '@signalbox/model/payments/tx-event'
import { tokenHolders } from '@signalbox/model/scheme-tokens/token-network'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { PspCall, ThreeDsProof } from '../../../connectors/connector.ts'
import type { PspOutcome } from '../../../connectors/psp-outcome.ts'
import type { NetworkTokenState } from '../../record/step-state.ts'
import type { Payment } from '../../state/payment.ts'
import { applyOutcome, beginAttempt } from '../answer.ts'
import type { CallContext } from '../call-context.ts'
import { callStep } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { noAccountAnyMore, noTokenAnyMore } from '../no-account.ts'
import { outcomeText } from '../refusal-text.ts'
import { deadEnd, whyUnusableByNow } from './route.ts'

const keyOf = ({ merchantId, id, attemptCount }: Payment['tx']): string =>
  `${txRefId(merchantId, id)}-${attemptCount}`

function userOf({ tx }: Payment): PspCall['user'] {
  return {
    userId: tx.userId,
    ...(tx.firstName && { firstName: tx.firstName }),
    ...(tx.lastName && { lastName: tx.lastName }),
    ...(tx.email && { email: tx.email }),
    ...(tx.userCountry && { country: tx.userCountry }),
    ...(tx.userLocale && { locale: tx.userLocale }),
    ...(tx.ipAddr && { ip: tx.ipAddr }),
  }
}

/** `isTokenGone`: it was to be sent with a token that may not be used any more. */
async function callOf(
  payment: Payment,
  context: CallContext,
): Promise<{ readonly call: PspCall; readonly isTokenGone: boolean } | undefined> {
  const { tx, state } = payment
  const [psp, account] = [tx.psp ?? '', tx.pspAccount ?? '']
  const config = await context.pspAccount(tx.merchantId, psp, account)
  if (!config) return undefined
  const proof = state.threeDs?.proof as ThreeDsProof | undefined
  const token = await context.networkToken(payment)
  const call: PspCall = {
    account: config,
    reference: txRefId(tx.merchantId, tx.id),
    idempotencyKey: keyOf(tx),
    direction: payment.direction,
    txType: tx.txType,
    amount: payment.pspAmount,
    requestedAmount: payment.requested,
    instrument: token ?? (await context.instrument(payment)),
    ...(state.bank && { bank: state.bank.details }),
    stored: tx.paymentType === 'REPEAT',
    authorizeOnly: tx.authType === 'PRE_AUTH',
    user: userOf(payment),
    returnUrl: context.links.returnPage(tx),
    callbackUrl: context.links.callback(psp, account),
    expiresAt: new Date(
      Date.parse(tx.pspSentAt ?? tx.created) + context.timings.notificationTtlMs,
    ).toISOString(),
    ...(tx.pspService && { service: tx.pspService }),
    ...(proof && { threeDs: proof }),
    ...(tx.threeDsExemption && { exemption: tx.threeDsExemption }),
    ...(state.pspVersion && { version: state.pspVersion }),
  }
  return { call, isTokenGone: state.networkToken?.sealedProof !== undefined && !token }
}

/**
 * After a crash nobody knows whether the request left. The PSP is asked first; only when it has never heard of the
 * payment is the same request sent again, with the same key.
 */
async function recover(
  call: PspCall,
  context: CallContext,
  submitAnew: () => Promise<PspOutcome>,
): Promise<PspOutcome> {
  const { account, reference, idempotencyKey, amount, direction } = call
  const connector = context.connector(account)
  const found = await connector.query({
    account,
    reference,
    idempotencyKey,
    direction,
    expectedAmount: amount,
  })
  if (found.kind === 'notFound') return submitAnew()
  // Not reaching the PSP now says nothing about what it did before.
  return found.kind === 'notSent'
    ? {
        kind: 'unknown',
        reason: 'io',
        statusNo: StatusNo.ERR_IO_EXCEPTION,
        pspRefId: null,
        pspCode: null,
        pspMessage: null,
        log: found.log,
      }
    : found
}

/** Whatever a PSP says, it has answered; a window that let this payment through wants to know. */
function reportProbe(payment: Payment, { kind }: PspOutcome): void {
  const { probe } = payment.state
  if (!probe) return
  payment.clearState('probe')
  const { psp, ...window } = probe
  if (psp === payment.tx.psp)
    payment.effect({ kind: 'probed', window, good: kind !== 'notSent' && kind !== 'unknown' })
}

/** Says on the payment what its attempt is sent with. */
function noteToken({ tx, state }: Payment): NetworkTokenState | undefined {
  const token = state.networkToken?.sealedProof ? state.networkToken : undefined
  tx.schemeTokenUsed = token !== undefined
  tx.schemeTokenProvider = token ? tokenHolders[token.network] : null
  return token
}

/** A payout to a bank goes with what the first matching mapping knows about that bank. */
async function noteBank(payment: Payment, context: StepContext): Promise<string> {
  const { tx, state } = payment
  payment.clearState('bank')
  if (payment.direction !== 'WITHDRAWAL') return ''
  const facts = payoutFactsOf({ ...state.input, bic: tx.bic ?? state.input.bic })
  if (!facts) return ''
  const { matched, actions } = await context.bankMapping(tx.merchantId, {
    ...facts,
    currency: payment.pspAmount.currency,
    ...(!facts.country && tx.userCountry && { country: tx.userCountry }),
  })
  if (!matched) return ''
  payment.patchState({ bank: { title: matched.title, details: actions } })
  return `, with bank mapping ${matched.title}`
}

/** Sends the payment to its PSP. */
export const submit = callStep<PspOutcome>({
  name: 'submit',
  prepare: async (payment, context) => {
    const unusable = await whyUnusableByNow(payment, context)
    if (unusable) return deadEnd(payment, unusable)
    const { tx, state } = payment
    beginAttempt(payment)
    const token = noteToken(payment)
    const bank = await noteBank(payment, context)
    payment.patchState({ tried: [...(state.tried ?? []), `${tx.psp}/${tx.pspAccount}`] })
    payment.addFacts({ attemptNo: tx.attemptCount })
    const reason = (state.attemptReason ?? 'ROUTE') as AttemptReason
    const summary = `Sent to ${tx.psp}, account ${tx.pspAccount}${token ? ', with a network token' : ''}${bank}`
    payment.move(
      payment.status === 'REPROCESSING' ? StatusNo.REPROCESSING_PROVIDER : StatusNo.PROCESSING_PROVIDER,
      { type: 'PSP_REQUEST', summary },
    )
    payment.effect({
      kind: 'attempt',
      attempt: {
        no: tx.attemptCount,
        reason,
        action: 'submit',
        psp: tx.psp ?? '',
        pspAccount: tx.pspAccount ?? '',
        idempotencyKey: keyOf(tx),
        amount: payment.pspAmount,
        ...(state.routeRef && { ruleRef: state.routeRef }),
        ...(state.pspVersion && { pspVersion: state.pspVersion }),
        ...(token && { schemeToken: token.network }),
      },
    })
    return undefined
  },
  call: async (payment, context, recovering) => {
    const made = await callOf(payment, context)
    if (!made) return noAccountAnyMore(context.now(), recovering)
    const { call, isTokenGone } = made
    const send = () =>
      isTokenGone
        ? Promise.resolve(noTokenAnyMore(context.now()))
        : context.connector(call.account).submit(call)
    return recovering ? recover(call, context, send) : send()
  },
  settle: async (payment, context, outcome) => {
    const attemptNo = payment.tx.attemptCount
    payment.effect({ kind: 'log', log: outcome.log, attemptNo })
    payment.effect({ kind: 'attemptResult', result: attemptResult(outcome, attemptNo) })
    payment.note('PSP_RESPONSE', `${payment.tx.psp}: ${outcomeText(outcome)}`, outcome.log.latencyMs)
    reportProbe(payment, outcome)
    // The proof was for one use.
    payment.clearState('networkToken')
    payment.clearState('bank')
    const amountMayDiffer = await context.amountMayDiffer(payment.tx.psp ?? '')
    return applyOutcome(payment, context, outcome, { attemptNo, amountMayDiffer })
  },
})

export function attemptResult(outcome: PspOutcome, no: number) {
  const answered = 'pspCode' in outcome ? outcome : { pspRefId: null, pspCode: null, pspMessage: null }
  return {
    no,
    outcome: outcome.kind,
    statusNo: outcome.statusNo,
    pspRefId: answered.pspRefId,
    pspStatusCode: answered.pspCode,
    pspStatusMessage: answered.pspMessage,
    retryable: outcome.kind === 'notSent',
    latencyMs: outcome.log.latencyMs,
  }
}
