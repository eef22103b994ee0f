import { codeWords } from '@signalbox/model/text/code-words'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { threeDsFallback } from '@signalbox/model/rules/tables/3ds2-fallback'
import { threeDsRouting } from '@signalbox/model/rules/tables/3ds2-routing'
import type { ThreeDsFlow } from '@signalbox/model/transaction/choices'
import type { ThreeDsProof } from '../../../connectors/connector.ts'
import type { ThreeDsOutcome, ThreeDsRequest } from '../../../connectors/three-ds-client.ts'
import type { Payment } from '../../state/payment.ts'
import type { ThreeDsState } from '../../record/step-state.ts'
import type { CallContext } from '../call-context.ts'
import { decline } from '../decline.ts'
import { callStep, go, wait, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'

const maxTries = 3

function pass(payment: Payment, result: ThreeDsFlow, proof?: ThreeDsProof): Next {
  const { tx, state } = payment
  tx.threeDsFlow = result
  if (proof) {
    tx.threeDsVersion = proof.version
    tx.threeDsStatus = proof.transStatus
    tx.threeDsEci = proof.eci
  }
  payment.patchState({
    threeDs: { ...(state.threeDs as ThreeDsState), result, ...(proof && { proof: { ...proof } }) },
  })
  return go('network-token')
}

/** What follows when authentication did not work: the fallback table decides, and declines where it says nothing. */
async function afterFailure(
  payment: Payment,
  context: StepContext,
  result: string,
  statusNo: number,
): Promise<Next> {
  const current = payment.state.threeDs as ThreeDsState
  const unsupported = result === 'NOT_SUPPORTED'
  if (unsupported && current.ifNotSupported === 'DECLINE')
    return decline(payment, statusNo, { at: 'D13', info: 'The card is not enrolled in 3-D Secure' })
  const { hits } = await context.ask(payment, threeDsFallback, 'D13')
  const { outcome, mpiFallback: next, mpiAccount: account } = hits[0]?.outputs ?? {}
  // Where no row speaks, the one that chose the server has said what happens to cards without 3-D Secure.
  const goesOn = unsupported && !outcome && current.ifNotSupported && !payment.state.force3ds
  if (outcome === 'CONTINUE_NON_3DS' || goesOn) return pass(payment, 'NOT_SUPPORTED')
  if (current.tries < maxTries && ((outcome === 'RETRY' && next) || outcome === 'STEP_UP')) {
    const { transId: _old, result: _result, ...kept } = current
    payment.patchState({
      threeDs: {
        ...kept,
        ...(outcome === 'RETRY' && { mpi: next as string, ...(account && { account }) }),
        ...(outcome === 'STEP_UP' && { challenge: 'MANDATE' }),
        tries: current.tries + 1,
      },
    })
    return go('three-ds')
  }
  return decline(payment, statusNo, { at: 'D13', info: `3-D Secure: ${codeWords(result).toLowerCase()}` })
}

async function settleAuthentication(
  payment: Payment,
  context: StepContext,
  outcome: ThreeDsOutcome,
): Promise<Next> {
  const { tx, state } = payment
  payment.effect({ kind: 'log', log: outcome.log })
  const latency = outcome.log.latencyMs
  if (outcome.kind === 'open') return wait
  if (outcome.kind === 'challenge') {
    // Whoever gives up leaves no result behind: that they were asked is kept from the start.
    tx.threeDsFlow = 'CHALLENGE'
    payment.patchState({
      threeDs: { ...(state.threeDs as ThreeDsState), transId: outcome.transId },
      redirectTarget: { url: outcome.url, method: 'GET', parameters: {} },
    })
    payment.move(StatusNo.WAITING_3D_SECURE, {
      type: 'THREE_DS_INIT',
      summary: 'The user is asked to authenticate',
      durationMs: latency,
    })
    tx.expiresAt = new Date(context.now.getTime() + context.timings.threeDsTtlMs).toISOString()
    return wait
  }
  if (payment.status === 'WAITING_INPUT')
    payment.move(
      tx.attemptCount > 0 && tx.fallbackUsed ? StatusNo.REPROCESSING_PROVIDER : StatusNo.PROCESSING_PROVIDER,
      {
        type: 'THREE_DS_RESULT',
        summary: 'The user came back from authentication',
      },
    )
  payment.addFacts({
    threeDsResult: outcome.result,
    mpi: state.threeDs?.mpi ?? '',
    ...(outcome.result !== 'ERROR' && { enrolled3ds: outcome.result !== 'NOT_SUPPORTED' }),
  })
  payment.note('THREE_DS_RESULT', `3-D Secure: ${codeWords(outcome.result).toLowerCase()}`, latency)
  if (outcome.kind === 'passed') {
    if (outcome.result === 'CHALLENGED') await context.markAuthenticated(payment, true)
    return pass(payment, outcome.result, outcome.proof)
  }
  const wasChallenged = state.threeDs?.transId !== undefined
  tx.threeDsFlow = wasChallenged && outcome.result === 'FAILED' ? 'CHALLENGE_FAILED' : outcome.result
  tx.threeDsStatus = outcome.transStatus
  return afterFailure(payment, context, outcome.result, outcome.statusNo)
}

/** `undefined`: our side authenticates, with the server the state now names. */
async function chooseServer(payment: Payment, context: StepContext): Promise<Next | undefined> {
  const { tx, state } = payment
  const settings = await context.psp(tx.psp ?? '')
  tx.threeDsType = settings?.threeDsType ?? null
  if (!settings?.threeDsType || settings.threeDsType === 'PROVIDER_MANAGED') {
    if (!state.threeDs?.result) await context.markAuthenticated(payment, false)
    return go('network-token')
  }
  // An internal result is ours and goes with the payment to another acquirer.
  if (state.threeDs?.result && !state.threeDs.stepUp) return go('network-token')
  const taken = await context.takeExemption(payment)
  if (tx.bin) payment.addFacts({ ...taken })
  const { hits } = await context.ask(payment, threeDsRouting, 'D13')
  const outputs = hits[0]?.outputs
  if (!outputs?.mpi)
    return state.force3ds
      ? decline(payment, StatusNo.ERR_DECLINED_3D_VALIDATION_FAILED, {
          at: 'D13',
          info: 'A rule requires 3-D Secure, and no row names a 3DS server',
        })
      : go('network-token')
  const { mpi, mpiAccount: account, exemption, challenge, ifNotSupported } = outputs
  const mandate = state.force3ds || state.threeDs?.stepUp
  tx.threeDsExemption = exemption === 'NONE' ? null : exemption
  payment.patchState({
    threeDs: {
      mpi,
      challenge: mandate ? 'MANDATE' : challenge,
      exemption,
      ifNotSupported,
      tries: (state.threeDs?.tries ?? 0) + 1,
      ...(account && { account }),
    },
  })
  return undefined
}

async function requestOf(payment: Payment, context: CallContext): Promise<ThreeDsRequest> {
  const { tx, state } = payment
  const chosen = state.threeDs as ThreeDsState
  const instrument = await context.instrument(payment)
  if (instrument.kind !== 'card') throw new Error('Only cards are authenticated with 3-D Secure')
  return {
    server: await context.service(tx.merchantId, '3DS', chosen.mpi ?? '', chosen.account),
    reference: `${tx.merchantId}A${tx.id}`,
    pan: instrument.pan,
    expiry: instrument.expiry,
    amount: payment.pspAmount,
    requestedAmount: payment.requested,
    challenge: (chosen.challenge ?? 'NO_PREFERENCE') as ThreeDsRequest['challenge'],
    exemption: chosen.exemption ?? 'NONE',
    ...(tx.userLocale && { locale: tx.userLocale }),
    returnUrl: context.links.returnPage(tx),
  }
}

export const threeDs = callStep<ThreeDsOutcome>({
  name: 'three-ds',
  prepare: async (payment, context) => {
    const retrying = payment.state.threeDs && !payment.state.threeDs.result && !payment.state.threeDs.stepUp
    const skipped = retrying ? undefined : await chooseServer(payment, context)
    if (skipped) return skipped
    const { mpi = '', account } = payment.state.threeDs as ThreeDsState
    const service = await context.service(payment.tx.merchantId, '3DS', mpi, account)
    if (!service || service.refused) {
      if (service?.refused) payment.addInfo(service.refused)
      payment.tx.threeDsFlow = 'ERROR'
      payment.addFacts({ threeDsResult: 'ERROR', mpi })
      return afterFailure(payment, context, 'ERROR', StatusNo.ERR_DECLINED_3D_VALIDATION_FAILED)
    }
    payment.note('THREE_DS_INIT', `${mpi} authenticates`)
    return undefined
  },
  call: async (payment, context) => context.services.threeDs.authenticate(await requestOf(payment, context)),
  settle: settleAuthentication,
})

/** The user came back from the challenge, or a poller asks whether they will. */
export const threeDsResult = callStep<ThreeDsOutcome>({
  name: 'three-ds-result',
  prepare: (payment) => (payment.state.threeDs?.transId ? undefined : wait),
  call: async (payment, context) => {
    const { mpi = '', account, transId = '' } = payment.state.threeDs as ThreeDsState
    return context.services.threeDs.result(
      await context.service(payment.tx.merchantId, '3DS', mpi, account),
      transId,
    )
  },
  settle: settleAuthentication,
})
