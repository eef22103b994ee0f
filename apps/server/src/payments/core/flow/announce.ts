import { isFinal, stateOfNumber } from '@signalbox/model/payments/transitions'
import type { OutputsOf } from '@signalbox/model/rules/outputs-of'
import { notification } from '@signalbox/model/rules/tables/notification'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { Effect } from '../state/effect.ts'
import type { Payment } from '../state/payment.ts'
import type { StepContext } from './step-context.ts'

/** The account a payment was made with has one more success or failure to its name. */
export function noteAccountUse(payment: Payment, success: boolean): void {
  const { tx } = payment
  if (tx.accountId && tx.attemptCount > 0 && !payment.isChild)
    payment.effect({ kind: 'accountUsed', success })
}

type Message = Pick<Extract<Effect, { kind: 'notify' }>, 'channel' | 'leg' | 'target'> & {
  readonly template: string
  readonly attachment?: string | undefined
}

/**
 * One message about a payment in the words of a template. It says how the payment stood when it was queued, whatever has
 * become of it when it is sent.
 */
export function queueMessage(
  payment: Payment,
  { channel, leg, target, template, attachment }: Message,
  statusNo: number,
): void {
  const { pspStatusCode, info } = payment.tx
  const asOf = { statusNo, state: stateOfNumber(statusNo), pspStatusCode, info }
  payment.effect({
    kind: 'notify',
    channel,
    leg,
    target,
    body: { template, asOf, ...(attachment && { attachment }) },
    inMs: 0,
  })
}

/** A row keeps its name when its ruleset gets another version. */
export const rowOf = (ref: string): string => ref.split('@')[0] ?? ref

function tell(
  payment: Payment,
  statusNo: number,
  ref: string,
  outputs: OutputsOf<typeof notification>,
): void {
  const { email, mobile, version } = payment.tx
  // What was told once for a status is not told again: there is one message per leg.
  const leg = outputs.onlyOnce
    ? `${rowOf(ref)} ${stateOfNumber(statusNo)}`
    : `${rowOf(ref)} ${statusNo} ${version}`
  const { emailTemplate, attachmentTemplate: attachment, smsTemplate, mqAccount, mqTemplate } = outputs
  const mail = (place: string, target: string) =>
    emailTemplate &&
    queueMessage(
      payment,
      { channel: 'EMAIL', leg: `${leg} ${place}`, target, template: emailTemplate, attachment },
      statusNo,
    )
  // The address of the user stands in one place, where it can be forgotten.
  if (outputs.sendUserEmail && email) mail('user', email)
  for (const address of outputs.emailAddresses) mail(address, address)
  if (outputs.sendSms && smsTemplate && mobile)
    queueMessage(payment, { channel: 'SMS', leg, target: mobile, template: smsTemplate }, statusNo)
  if (outputs.sendMq && mqAccount && mqTemplate)
    queueMessage(payment, { channel: 'MQ', leg, target: mqAccount, template: mqTemplate }, statusNo)
}

/** Everything the payment has been since it was read, each once, in order. */
const statusesTaken = ({ events }: Payment): number[] => [
  ...new Set(events.filter(({ fromNo, toNo }) => fromNo !== toNo).map(({ toNo }) => toNo)),
]

function howManyApply(rules: number): string {
  if (rules === 0) return 'No notification rule applies'
  return rules === 1 ? '1 notification rule applies' : `${rules} notification rules apply`
}

/** Asks the rules, at each change of the status, who is told of it. */
export async function announceChanges(payment: Payment, context: StepContext): Promise<void> {
  for (const statusNo of statusesTaken(payment)) {
    const facts = { txState: stateOfNumber(statusNo), txStatusCode: statusCodeOf(statusNo)?.code ?? '' }
    const isOver = isFinal(statusNo) && statusNo === payment.tx.statusNo
    // How it ended is known of it from now on; what it was on its way concerns this question alone.
    if (isOver) payment.addFacts(facts)
    const { hits } = await context.ask(payment, notification, 'D19', isOver ? {} : { also: facts })
    for (const { outputs, ref } of hits) tell(payment, statusNo, ref, outputs)
    const summary = howManyApply(hits.length)
    if (hits.length > 0 || isOver) payment.note('NOTIFY', summary)
    else payment.noteDecisions('NOTIFY', summary)
  }
}
