import {
  capturableMinor,
  refundableMinor,
  type FollowUpName,
  type OperationSubject,
} from '@signalbox/model/payments/operation-subject'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { PspSettings } from '../../setup/psp/read-model.ts'
import { closingWindows } from '../core/flow/maintenance.ts'
import type { StepContext } from '../core/flow/step-context.ts'
import type { Transaction } from '../core/record/transaction.ts'

/** What is looked at of a payment that something is to follow. */
export type Followed = Pick<
  Transaction,
  | 'merchantId'
  | 'psp'
  | 'pspAccount'
  | 'statusNo'
  | 'created'
  | 'userId'
  | 'providerType'
  | 'pspService'
  | 'bic'
>

interface FollowUp {
  readonly name: FollowUpName
  /** Of what was captured, or reserved. */
  readonly isPart: boolean
}

/** Where it is asked how a PSP stands. */
export type PspSource = Pick<StepContext, 'now' | 'psp' | 'pspAccount' | 'windows'>

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

/** Why nobody can speak with the PSP for the merchant, or it takes nothing for a time. */
async function whyNotReached(
  source: PspSource,
  { name }: PspSettings,
  followed: Followed,
): Promise<string | undefined> {
  const { merchantId, psp, pspAccount } = followed
  const account = await source.pspAccount(merchantId, psp ?? '', pspAccount ?? '')
  if (!account) return `${name} is no longer configured.`
  if (account.refused !== undefined) return `${account.refused}.`
  // Only deposits are followed; what half-open windows let through is found out when it is sent.
  const payment = { tx: followed, direction: 'DEPOSIT' } as const
  const closing = await closingWindows(payment, source, ({ kind }) => kind === 'FIXED')
  const window = closing(psp ?? '')
  if (!window) return undefined
  const until = window.endAt ? ` until ${window.endAt}` : ''
  return `${name} is under maintenance${until}: ${window.title}.`
}

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
    (isAutomatic ? undefined : whyNotReached(source, settings, followed))
  )
}
