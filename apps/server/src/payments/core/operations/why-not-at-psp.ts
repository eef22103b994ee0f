import {
  capturableMinor,
  refundableMinor,
  type FollowUpName,
  type OperationSubject,
  type PspQuestionName,
} from '@signalbox/model/payments/operation-subject'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { Refusal } from '@signalbox/model/text/refusal'
import type { PspSettings } from '../../../setup/psp/read-model.ts'
import {
  whyClosed,
  whyNothingSent,
  whyNotQueried,
  type AtPsp,
  type OpenPspSource,
} from '../flow/psp-reach.ts'
import type { StepContext } from '../flow/step-context.ts'
import type { Transaction } from '../record/transaction.ts'
import { isOnlySaidToHaveFailed } from './said-to-have-failed.ts'

/** What is looked at of a payment that something is to follow. */
export type Followed = AtPsp & Pick<Transaction, 'statusNo' | 'created'>

interface FollowUp {
  readonly name: FollowUpName
  /** Of what was captured, or reserved. */
  readonly isPart: boolean
}

/** Where it is asked how a PSP stands. */
export type PspSource = OpenPspSource & Pick<StepContext, 'now'>

const dayMs = 86_400_000

/** Whether everything that is left is a part of all there was. */
export const isRestPart = (name: FollowUpName, subject: OperationSubject): boolean => {
  if (name === 'refund') return refundableMinor(subject) < subject.capturedAmountMinor
  return name === 'capture' && capturableMinor(subject) > 0n && subject.capturedAmountMinor > 0n
}

/** Money may come back only while the PSP still gives it back, and in parts only where it can. */
function whyNotByCatalogue(
  settings: PspSettings,
  { statusNo, created }: Followed,
  { name, isPart }: FollowUp,
  now: Date,
): string | undefined {
  if (name === 'refund') {
    if (!settings.capabilities.has('REFUND')) return `${settings.name} does not support refunds.`
    if (isPart && !settings.partialRefund) return `${settings.name} only supports full refunds.`
    if ((now.getTime() - Date.parse(created)) / dayMs > settings.refundWindowDays)
      return `${settings.name} only refunds within ${settings.refundWindowDays} days.`
  }
  if (name === 'capture' && isPart) {
    if (!settings.partialCapture) return `${settings.name} only supports full captures.`
    if (statusNo === StatusNo.SUCCESS_WAITING_AUTO_CAPTURE)
      return 'The payment is captured automatically; a partial capture is not possible before.'
  }
  return name === 'void' && !settings.capabilities.has('VOID')
    ? `${settings.name} does not support voids.`
    : undefined
}

const sentence = (words: string | undefined): string | undefined => words && `${words}.`

/**
 * Why a PSP does not take what follows a payment now. The console offers by it and whoever begins refuses by it, so what
 * is offered can be begun. What the platform does by itself begins also while nobody reaches the PSP, and is tried again.
 */
export async function whyNotAtPsp(
  source: PspSource,
  followed: Followed,
  followUp: FollowUp,
  { isAutomatic = false }: { readonly isAutomatic?: boolean } = {},
): Promise<string | undefined> {
  const settings = await source.psp(followed.psp ?? '')
  if (!settings) return `${followed.psp} is no longer in the catalogue.`
  return (
    whyNotByCatalogue(settings, followed, followUp, source.now) ??
    (isAutomatic ? undefined : sentence((await whyNothingSent(source, followed))?.info))
  )
}

/** What is looked at of a payment that its PSP is to be asked about, or that is to be sent there. */
export type Questioned = AtPsp &
  Pick<Transaction, 'statusNo' | 'attemptCount' | 'approvalMode'> & {
    readonly stepState: Pick<Transaction['stepState'], 'resolution' | 'threeDs'>
  }

/** The PSP has been told of the payment and has not said yes or no. */
export const isOpenAtPsp = ({ attemptCount, psp, statusNo }: Questioned): boolean =>
  attemptCount > 0 && psp !== null && stateOfNumber(statusNo) === 'WAITING_INPUT'

/** Somebody else than the PSP is waited for: it has not heard of the payment, or the user is being authenticated. */
function isWithOthers({ attemptCount, statusNo, stepState: { threeDs } }: Questioned): boolean {
  const authenticates = threeDs?.transId !== undefined && !threeDs.result
  if (statusNo === StatusNo.WAITING_3D_SECURE && authenticates) return true
  return attemptCount === 0 || statusNo === StatusNo.WAITING_KYC_VERIFICATION
}

const whys: Readonly<
  Record<PspQuestionName, (source: OpenPspSource, row: Questioned) => Promise<string | undefined>>
> = {
  check: async (source, row) => (isWithOthers(row) ? undefined : whyNotQueried(source, row)),
  cancel: async (source, row) => {
    const settings = isOpenAtPsp(row) ? await source.psp(row.psp ?? '') : undefined
    if (!settings?.capabilities.has('CANCEL_PENDING')) return undefined
    return (await whyNothingSent(source, row))?.info
  },
  // Only where the PSP itself says that it did not happen is a second try safe.
  reprocess: async (source, row) => {
    const isUnclear = stateOfNumber(row.statusNo) === 'INCONSISTENT'
    if (!isUnclear && !isOnlySaidToHaveFailed(row)) return undefined
    const why = await whyNotQueried(source, row)
    return why ?? (isUnclear ? (await whyClosed(source, row))?.info : undefined)
  },
  // Any other payment may go to another PSP; a refund goes where the money came from, once the last approver agrees.
  approve: async (source, row) => {
    const isFirstOfTwo =
      row.approvalMode === 'TWO_LEVEL' && row.statusNo !== StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL
    if (row.method !== 'REFUND' || isFirstOfTwo) return undefined
    return (await whyNothingSent(source, row))?.info
  },
}

/** Why what somebody wants to be done cannot be asked of the PSP now. What needs no PSP has no reason here. */
export const whyNotAsked = async (
  source: OpenPspSource,
  row: Questioned,
  name: PspQuestionName,
): Promise<string | undefined> => sentence(await whys[name](source, row))

/** Refuses what nobody could answer: in silence it would look as if it had been done. */
export async function requireAskable(
  source: OpenPspSource,
  row: Questioned,
  name: PspQuestionName,
): Promise<void> {
  const why = await whyNotAsked(source, row, name)
  if (why !== undefined) throw new Refusal('INVALID_STATE', { message: why })
}
