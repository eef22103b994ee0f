import { compareMoney, subtractMoney, type Money } from '@signalbox/model/money/money'
import { toWire } from '@signalbox/model/money/money-schema'
import { amountText } from '@signalbox/model/money/money-text'
import { statusCodesNamed, statusCodeOf } from '@signalbox/model/reference/status-codes'
import { networkOfBrand } from '@signalbox/model/scheme-tokens/token-network'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { statusCode } from '@signalbox/model/rules/tables/status-code'
import type { Payer, PspOutcome } from '../../connectors/psp-outcome.ts'
import type { Payment } from '../state/payment.ts'
import { describeStatus } from '../state/payment.ts'
import { failAtPsp } from './decline.ts'
import { checkPayer } from './payer-account.ts'
import { holdMoney, holdReported } from './payment-money.ts'
import { catalogueStage, notSentText, pspName, refusedText } from './refusal-text.ts'
import { go, wait, end, type Next } from './step.ts'
import type { StepContext } from './step-context.ts'

/** What a PSP said about a payment, whichever way it reached us. */
export interface PspReport {
  readonly statusNo: number
  readonly pspRefId: string | null
  readonly pspCode: string | null
  readonly pspMessage: string | null
}

export function forgetAnswer({ tx }: Payment): void {
  tx.pspStatusCode = null
  tx.pspStatusMessage = null
}

/** What an earlier attempt was called and answered, perhaps by another PSP, is not about the one that begins. */
export function beginAttempt(payment: Payment): void {
  const { tx } = payment
  tx.attemptCount += 1
  tx.pspSentAt = payment.now.toISOString()
  tx.pspRefId = null
  payment.clearState('typedReference')
  forgetAnswer(payment)
}

export function rememberReport(payment: Payment, report: PspReport): void {
  const { tx } = payment
  // A success is not told with the words of an earlier refusal.
  if (statusCodeOf(report.statusNo)?.status === 'SUCCESSFUL') forgetAnswer(payment)
  if (report.pspRefId) payment.clearState('typedReference')
  tx.pspRefId = report.pspRefId ?? tx.pspRefId
  tx.pspStatusCode = report.pspCode ?? tx.pspStatusCode
  tx.pspStatusMessage = report.pspMessage ?? tx.pspStatusMessage
  tx.pspAnsweredAt = payment.now.toISOString()
}

/** Once no PSP will be sent the card again, nothing may hold its security code any more. */
export function forgetCode(payment: Payment): void {
  if (payment.state.input.vaultRef && !payment.isChild) payment.effect({ kind: 'forgetCode' })
}

/** Nobody knows whether money moved, or it moved in a way nobody asked for. Somebody has to look. */
export function becomeInconsistent(
  payment: Payment,
  context: StepContext,
  statusNo: number,
  cause: string,
): Next {
  const status = describeStatus(statusNo)
  const summary = cause === status ? status : `${status}; ${cause}`
  payment.move(statusNo, { type: 'PSP_RESPONSE', summary })
  payment.addCause('DOUBT', cause)
  forgetCode(payment)
  payment.effect({ kind: 'openCase', type: 'INCONSISTENT', cause })
  payment.clearState('redirectTarget', 'redirect')
  payment.tx.pollAt = new Date(context.now.getTime() + (context.timings.pollMs[0] ?? 60_000)).toISOString()
  return end
}

const tokenRefusals: ReadonlySet<number> = new Set([
  StatusNo.ERR_DECLINED_SCHEME_TOKEN_EXPIRED,
  StatusNo.ERR_DECLINED_SCHEME_TOKEN_INVALID,
])

/** A token that is refused is not used again; the payment may go on with the card number. */
function noteTokenRefusal(payment: Payment, { statusNo }: PspReport): void {
  const network = networkOfBrand(payment.tx.cardBrand)
  if (!payment.tx.schemeTokenUsed || !network || !tokenRefusals.has(statusNo)) return
  payment.patchState({ tokenRefusedNo: statusNo })
  payment.effect({ kind: 'dropToken', network })
}

/** Rewrites a refusal as the status code rules say, and learns what it is worth to try again. */
export async function normalise(payment: Payment, context: StepContext, report: PspReport): Promise<number> {
  noteTokenRefusal(payment, report)
  payment.addFacts({
    txStatusCode: statusCodeOf(report.statusNo)?.code ?? '',
    txState: 'FAILED',
    ...(report.pspCode && { pspStatusCode: report.pspCode }),
    ...(report.pspMessage && { info: report.pspMessage }),
    scaRequired: report.statusNo === StatusNo.ERR_DECLINED_SCA_REQUIRED_BY_ISSUER,
  })
  const { hits } = await context.ask(payment, statusCode, 'D15')
  const outputs = hits[0]?.outputs
  if (!outputs) return report.statusNo
  const { statusCode: code, pspStatusCode: pspCode, retryClass, messageKey } = outputs
  if (pspCode) payment.tx.pspStatusCode = pspCode
  if (messageKey) payment.patchState({ messageKey })
  if (retryClass) payment.patchState({ retryClass })
  const rewritten = statusCodesNamed(code ?? '').find(({ status }) => status === 'FAILED')?.no
  const statusNo = rewritten ?? report.statusNo
  payment.addFacts({ txStatusCode: statusCodeOf(statusNo)?.code ?? '', ...(retryClass && { retryClass }) })
  return statusNo
}

/** Lost cards are not tried again by anybody. */
const blockingCodes = new Map<number, string>([
  [StatusNo.ERR_DECLINED_LOST_OR_STOLEN, 'Reported lost or stolen'],
])

/** What a PSP says afterwards tells how the challenge went that it showed. */
function endChallenge({ tx }: Payment, passed: boolean): void {
  if (tx.threeDsFlow === 'CHALLENGE') tx.threeDsFlow = passed ? 'CHALLENGED' : 'CHALLENGE_FAILED'
}

async function declined(
  payment: Payment,
  context: StepContext,
  report: PspReport,
  { attemptNo, at, info }: { attemptNo: number; at: 'D14' | 'D15'; info: string },
): Promise<Next> {
  const stage = await catalogueStage(payment, context)
  const statusNo = await normalise(payment, context, report)
  const next = failAtPsp(payment, statusNo, { at, info, catalogueStage: stage })
  if (at === 'D15') endChallenge(payment, payment.tx.declineStage !== 'THREE_DS')
  const reason = blockingCodes.get(statusNo)
  if (reason && payment.tx.accountId) payment.effect({ kind: 'blockAccount', reason })
  if (payment.tx.bin && at === 'D15') payment.effect({ kind: 'schemeDecline', attemptNo, statusNo })
  return next
}

/**
 * What arrived is what is credited, where a PSP cannot promise more. The fee stays as it was quoted. How much is paid out
 * we say ourselves: a PSP that paid another amount made a mistake that somebody has to look at.
 */
function adopt(payment: Payment, amount: Money): boolean {
  const { tx } = payment
  if (payment.direction !== 'DEPOSIT' || amount.currency !== tx.currency) return false
  const charges = { minor: tx.feeMinor + tx.vatAmountMinor, currency: tx.currency }
  const wallet = tx.feeBillTo === 'USER' ? subtractMoney(amount, charges) : amount
  if (wallet.minor <= 0n) return false
  tx.pspAmountMinor = amount.minor
  tx.txAmountMinor = amount.minor
  tx.amountMinor = wallet.minor
  return true
}

interface Success extends Partial<Pick<PspReport, 'pspCode' | 'pspMessage'>> {
  readonly amount: Money
  readonly captured: boolean
  readonly payer?: Payer | undefined
}

/** The PSP says yes. It counts only if it is about what we asked for. */
export async function approve(
  payment: Payment,
  context: StepContext,
  success: Success,
  amountMayDiffer: boolean,
): Promise<Next> {
  const { tx } = payment
  const same =
    success.amount.currency === payment.pspAmount.currency &&
    compareMoney(success.amount, payment.pspAmount) === 0
  if (!same && !(amountMayDiffer && adopt(payment, success.amount))) {
    return otherAmount(payment, context, success)
  }
  const wallet = tx.amountMinor < 0n ? -tx.amountMinor : tx.amountMinor
  if (payment.direction === 'DEPOSIT') {
    tx.authorizedAmountMinor = wallet
    if (success.captured) {
      tx.capturedAmountMinor = wallet
      tx.pspCapturedMinor = payment.pspAmount.minor
      tx.capturedAt = payment.now.toISOString()
    }
  }
  // Of an attempt that was refused before, nothing may be left that reads as if it were about this one.
  payment.addFacts({
    scaRequired: false,
    ...(success.pspCode && { pspStatusCode: success.pspCode }),
    ...(success.pspMessage && { info: success.pspMessage }),
  })
  payment.patchState({ pspApproved: true })
  payment.clearState('approvedByPerson')
  endChallenge(payment, true)
  forgetCode(payment)
  payment.clearState('redirectTarget', 'redirect')
  if (payment.direction === 'DEPOSIT' && !success.captured) return go('finish')
  const late = success.payer && (await checkPayer(payment, context, success.payer))
  if (!late) return go('transfer')
  holdMoney(payment, describeStatus(late.statusNo))
  return becomeInconsistent(payment, context, late.statusNo, late.cause)
}

/**
 * The PSP says that it moved another amount than it was asked for. Whether and why is to be found out; until then what it
 * says it moved is held aside. What is only reserved has not moved.
 */
export function otherAmount(
  payment: Payment,
  context: StepContext,
  { amount, captured }: { readonly amount: Money | null; readonly captured: boolean },
): Next {
  if (amount) payment.patchState({ reported: toWire(amount) })
  const cause = amount ? `The PSP reports ${amountText(amount)}` : describeStatus(otherAmountNo)
  const next = becomeInconsistent(payment, context, otherAmountNo, cause)
  if (amount && captured) holdReported(payment, cause, amount)
  return next
}

const otherAmountNo = StatusNo.ERR_AMOUNT_MISMATCH

const inMs = (context: StepContext, ms: number): string => new Date(context.now.getTime() + ms).toISOString()

function redirected(
  payment: Payment,
  context: StepContext,
  outcome: Extract<PspOutcome, { kind: 'redirect' }>,
): Next {
  const { url, method, parameters, page } = outcome
  payment.patchState({ redirectTarget: { url, method, parameters } })
  if (page === 'threeDs') payment.tx.threeDsFlow = 'CHALLENGE'
  payment.move(page === 'threeDs' ? StatusNo.WAITING_3D_SECURE : StatusNo.WAITING_INPUT, {
    type: 'PSP_RESPONSE',
    summary: 'The user is redirected to the PSP',
  })
  const { threeDsTtlMs, redirectTtlMs } = context.timings
  payment.tx.expiresAt = inMs(context, page === 'threeDs' ? threeDsTtlMs : redirectTtlMs)
  return wait
}

function pending(
  payment: Payment,
  context: StepContext,
  outcome: Extract<PspOutcome, { kind: 'pending' }>,
): Next {
  payment.patchState({ instructions: outcome.instructions })
  const confirmed =
    payment.direction === 'DEPOSIT'
      ? StatusNo.WAITING_DEPOSIT_CONFIRMATION
      : StatusNo.WAITING_WITHDRAWAL_CONFIRMATION
  payment.move(outcome.waitsFor === 'confirmation' ? confirmed : StatusNo.WAITING_NOTIFICATION, {
    type: 'PSP_RESPONSE',
    summary: 'The PSP will decide later',
  })
  payment.tx.expiresAt = inMs(context, context.timings.notificationTtlMs)
  payment.tx.pollAt = inMs(context, context.timings.pollMs[0] ?? 60_000)
  return wait
}

/** Nobody knows what the PSP did, unless it says itself that it moved another amount. */
export function unknownOutcome(
  payment: Payment,
  context: StepContext,
  { statusNo, amount, captured = true }: Extract<PspOutcome, { kind: 'unknown' }>,
): Next {
  if (amount) return otherAmount(payment, context, { amount, captured })
  return becomeInconsistent(payment, context, statusNo, describeStatus(statusNo))
}

/** What the answer to a submission means. */
export async function applyOutcome(
  payment: Payment,
  context: StepContext,
  outcome: PspOutcome,
  { attemptNo, amountMayDiffer }: { readonly attemptNo: number; readonly amountMayDiffer: boolean },
): Promise<Next> {
  switch (outcome.kind) {
    case 'approved':
      rememberReport(payment, outcome)
      return approve(payment, context, outcome, amountMayDiffer)
    case 'declined':
      rememberReport(payment, outcome)
      return declined(payment, context, outcome, {
        attemptNo,
        at: 'D15',
        info: refusedText(await pspName(payment, context), outcome.statusNo, outcome),
      })
    case 'redirect':
      rememberReport(payment, outcome)
      return redirected(payment, context, outcome)
    case 'pending':
      rememberReport(payment, outcome)
      return pending(payment, context, outcome)
    case 'notSent':
    case 'notFound':
      return declined(
        payment,
        context,
        { ...outcome, pspRefId: null, pspCode: null, pspMessage: null },
        { attemptNo, at: 'D14', info: notSentText(await pspName(payment, context), outcome) },
      )
    case 'unknown':
      rememberReport(payment, outcome)
      return unknownOutcome(payment, context, outcome)
  }
}
