import * as z from 'zod/mini'
import { queueAccount, smsConfig } from '../../setup/config/read-model.ts'
import { renderAttachment, renderQueueMessage, renderText } from '../../setup/template/read-model.ts'
import { systemActor } from '../../kit/audit.ts'
import { enqueueJob } from '../../kit/jobs/enqueue-job.ts'
import { mailJob } from '../../kit/mail/mail-job.ts'
import { perform } from '../../kit/unit-of-work.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { attemptLegs } from './attempt-leg-store.ts'
import type { DeliveryDeps, DeliveryResult } from './delivery.ts'
import type { DueNotification } from '../core/record/notification-store.ts'
import { withoutUser } from './hide-user.ts'
import { paymentView } from './payment-view.ts'
import { sendToQueue } from './queue-sender.ts'
import { isOfStaffWhoSeeUsers } from './recipient-store.ts'

/** Messages about a payment in the words of a template: mails, text messages, messages for queues. */

const bodySchema = z.object({
  template: z.string(),
  attachment: z.optional(z.string()),
  /** How the payment stood when the message was queued; messages of earlier releases tell how it stands now. */
  asOf: z.optional(
    z.object({
      statusNo: z.number(),
      pspStatusCode: z.nullable(z.string()),
      info: z.nullable(z.string()),
    }),
  ),
})

const refuse = (text: string): DeliveryResult => ({ ok: false, final: true, text })

/** What the receiver of a mail may know of the payment: text messages and queues are the user's and the merchant's own. */
async function knownTo(
  { machine }: DeliveryDeps,
  due: DueNotification,
  row: Transaction,
): Promise<Transaction> {
  const isOwn = due.kind !== 'EMAIL' || due.target === row.email
  const mayKnow = isOwn || (await isOfStaffWhoSeeUsers(machine.kit.db, due.merchantId, due.target))
  return mayKnow ? row : withoutUser(row)
}

/** What a message about a payment says: in the words of which template, and about what. */
async function wordsFor(deps: DeliveryDeps, due: DueNotification, row: Transaction) {
  const { template, attachment, asOf } = bodySchema.parse(due.body)
  const known = await knownTo(deps, due, { ...row, ...asOf })
  return {
    words: {
      template,
      merchantId: due.merchantId,
      locale: row.userLocale ?? 'en',
      channel: row.channelId,
      view: paymentView(known, await attemptLegs(deps.machine.kit.db, row)),
    },
    attachment,
  }
}

export async function mailAbout(
  deps: DeliveryDeps,
  due: DueNotification,
  row: Transaction,
): Promise<DeliveryResult> {
  const { kit, box } = deps.machine
  const { words, attachment } = await wordsFor(deps, due, row)
  const attached = attachment && (await renderAttachment(kit.db, { ...words, template: attachment }))
  if (attached && 'problem' in attached) return refuse(attached.problem)
  const mail = { to: due.target, ...words, ...(attached && { attachments: [attached] }) }
  await perform(kit, systemActor, (unit) => enqueueJob(unit.tx, mailJob(box, mail, unit.newId())))
  return { ok: true }
}

const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300
/** The gateway understood and will not: asking again changes nothing. */
const isRefused = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429

const longestSender = 15

export async function textAbout(
  deps: DeliveryDeps,
  due: DueNotification,
  row: Transaction,
): Promise<DeliveryResult> {
  const { kit, box, production, services } = deps.machine
  const { words } = await wordsFor(deps, due, row)
  const rendered = await renderText(kit.db, words)
  if ('problem' in rendered) return refuse(rendered.problem)
  const gateway = await smsConfig({ db: kit.db, box }, due.merchantId)
  if (production && gateway.url && !gateway.url.startsWith('https:'))
    return refuse('The address of the gateway is not encrypted')
  const sent = await services.sms.send(gateway, {
    id: due.id,
    from: gateway.sender ?? rendered.merchantName.slice(0, longestSender),
    to: due.target,
    text: rendered.text,
  })
  if (!sent) return refuse('No gateway for text messages is configured')
  const { status, text } = sent
  return { ok: isTaken(status), final: isRefused(status), httpStatus: status, text }
}

export async function queueAbout(
  deps: DeliveryDeps,
  due: DueNotification,
  row: Transaction,
): Promise<DeliveryResult> {
  const { kit, box, production, exchange } = deps.machine
  const { words } = await wordsFor(deps, due, row)
  const rendered = await renderQueueMessage(kit.db, words)
  if ('problem' in rendered) return refuse(rendered.problem)
  const account = await queueAccount({ db: kit.db, box }, due.merchantId, due.target)
  if (account === null) return refuse(`There is no queue ${due.target}`)
  if (account) {
    if (production && !account.url.startsWith('https:')) return refuse('The address is not encrypted')
    const { status, text } = await sendToQueue(exchange, account, { id: due.id, body: rendered.content })
    return { ok: isTaken(status), httpStatus: status, text }
  }
  if (!deps.captureMessage) return refuse('No queue is configured')
  await deps.captureMessage(due.target, rendered.content)
  return { ok: true }
}
