import { notification } from '@signalbox/model/rules/tables/notification'
import { statusCodeOf } from '@signalbox/model/status-codes'
import type { Payment } from '../state/payment.ts'
import type { World } from './world.ts'

/** Everybody who wants to hear that a payment is over: counters, the account, whoever a rule names. */
export async function announceEnd(payment: Payment, world: World, success: boolean): Promise<void> {
  const { tx } = payment
  if (tx.accountId && tx.attemptCount > 0 && !payment.isChild)
    payment.effect({ kind: 'accountUsed', success })
  payment.know({ txState: payment.status, txStatusCode: statusCodeOf(tx.statusNo)?.code ?? '' })
  const { hits } = await world.ask(payment, notification, 'D19')
  for (const { outputs, ref } of hits) {
    const [row = ref] = ref.split('@')
    const leg = outputs.onlyOnce
      ? `${row} ${payment.status}`
      : `${row} ${payment.status} ${payment.tx.version}`
    const template = outputs.emailTemplate
    const addresses = [
      ...(outputs.sendUserEmail && tx.userEmail ? [tx.userEmail] : []),
      ...outputs.emailAddresses,
    ]
    if (template)
      for (const address of addresses)
        payment.effect({
          kind: 'notify',
          channel: 'EMAIL',
          leg: `${leg} ${address}`,
          target: address,
          body: { template },
          inMs: 0,
        })
    const { sendMq, mqAccount, mqTemplate } = outputs
    if (sendMq && mqAccount && mqTemplate)
      payment.effect({
        kind: 'notify',
        channel: 'MQ',
        leg,
        target: mqAccount,
        body: { template: mqTemplate },
        inMs: 0,
      })
  }
  payment.note('NOTIFY', hits.length > 0 ? `${hits.length} rules say who is told` : 'Nobody else is told')
}
