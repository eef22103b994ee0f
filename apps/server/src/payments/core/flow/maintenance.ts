import { StatusNo } from '@signalbox/model/reference/status-no'
import { compilePattern } from '@signalbox/model/text/user-pattern'
import type { Step } from '@signalbox/model/rules/fact'
import { maintenance } from '@signalbox/model/rules/tables/maintenance'
import type { MaintenanceWindow } from '../../../setup/maintenance/read-model.ts'
import type { Transaction } from '../record/transaction.ts'
import type { Payment } from '../state/payment.ts'
import type { StepContext } from './step-context.ts'

/** What of a payment decides which windows are about it. */
interface Concerned extends Pick<Payment, 'direction'> {
  readonly tx: Pick<Transaction, 'merchantId' | 'userId' | 'providerType' | 'pspService' | 'bic'>
}

/** Whether a window is about this payment at this PSP. */
function concerns(window: MaintenanceWindow, { tx, direction }: Concerned, psp: string): boolean {
  if (window.excludedUserIds.includes(tx.userId)) return false
  if (window.psp !== null && window.psp !== psp) return false
  if (window.providerType !== null && window.providerType !== tx.providerType) return false
  if (window.service !== null && window.service !== tx.pspService) return false
  if (window.method !== 'BOTH' && window.method !== direction) return false
  return window.bank === null || (tx.bic !== null && compilePattern(window.bank)?.(tx.bic) === true)
}

/** The window that keeps a payment from a PSP now, without taking anybody's turn. */
export async function closingWindows(
  payment: Concerned,
  context: Pick<StepContext, 'windows'>,
  counts: (window: MaintenanceWindow) => boolean = () => true,
): Promise<(psp: string) => MaintenanceWindow | undefined> {
  const windows = (await context.windows(payment.tx.merchantId)).filter(counts)
  return (psp) => windows.find((window) => concerns(window, payment, psp))
}

/** Why a PSP cannot be used now, without taking anybody's turn: for draws, which only leave it out. */
export async function closedPsps(
  payment: Payment,
  context: StepContext,
  counts?: (window: MaintenanceWindow) => boolean,
): Promise<(psp: string) => string | undefined> {
  const closing = await closingWindows(payment, context, counts)
  return (psp) => closing(psp)?.title
}

/** 512 when the whole PSP is away, 575 when it is a bank or a service of it. */
export const closedStatusNo = ({ service, bank }: MaintenanceWindow) =>
  service || bank ? StatusNo.ERR_DECLINED_UNDER_MAINTENANCE : StatusNo.ERR_PSP_OUT_OF_SERVICE

export interface Closed {
  readonly maintenanceId: string
  readonly statusNo: ReturnType<typeof closedStatusNo>
}

/** Whether it is this payment's turn already: it is not taken twice. */
const hasTurn = ({ state: { probe } }: Payment, { merchantId, id }: MaintenanceWindow, psp: string) =>
  probe?.merchantId === merchantId && probe.id === id && probe.psp === psp

/** The first of these windows that keeps the payment from the PSP; a half-open one lets one through per interval. */
async function firstClosing(
  payment: Payment,
  context: StepContext,
  psp: string,
  windows: readonly MaintenanceWindow[],
): Promise<Closed | undefined> {
  for (const window of windows) {
    if (!concerns(window, payment, psp) || hasTurn(payment, window, psp)) continue
    if (window.kind === 'HALF_OPEN' && (await context.takeProbe(payment, window))) {
      payment.patchState({ probe: { merchantId: window.merchantId, id: window.id, psp } })
      continue
    }
    if (window.messageKey) payment.patchState({ messageKey: window.messageKey })
    return { maintenanceId: window.id, statusNo: closedStatusNo(window) }
  }
  return undefined
}

/** Whether the PSP a payment was sent to is open to it, as the rows of T22 say, which are the windows. */
export async function findClosed(
  payment: Payment,
  context: StepContext,
  psp: string,
  step: Step,
): Promise<Closed | undefined> {
  const { hits } = await context.ask(payment, maintenance, step, { also: { psp } })
  if (hits.length === 0) return undefined
  const windows = await context.windows(payment.tx.merchantId)
  const found = hits.flatMap(({ rule }) => windows.find(({ id }) => id === rule.id) ?? [])
  return firstClosing(payment, context, psp, found)
}

/** The same right before something is sent, which may be long after T22 was asked. */
export const findClosedByNow = async (
  payment: Payment,
  context: StepContext,
  psp: string,
): Promise<Closed | undefined> =>
  firstClosing(payment, context, psp, await context.windows(payment.tx.merchantId))
