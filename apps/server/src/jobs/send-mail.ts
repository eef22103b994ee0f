import type { MailSettings } from '@signalbox/model/configuration/integration-fields'
import type { KitDeps } from '../kit/unit-of-work.ts'
import { queueTask, type QueueTask } from '../kit/jobs/queue-task.ts'
import { isAccountMail, renderBuiltInMail } from '../kit/mail/built-in-mails.ts'
import { mailPayload, openMail, sendMailTask } from '../kit/mail/mail-job.ts'
import type { MailContent, MailRequest, MailTransport } from '../kit/mail/mail-message.ts'
import { hideLink } from '../kit/mail/one-time-link.ts'
import { supportAddress } from '../kit/mail/support-address.ts'
import type { SecretBox } from '../kit/secret-box.ts'

export interface SendMailDeps {
  readonly deps: Pick<KitDeps, 'db' | 'log'>
  readonly secrets: SecretBox
  readonly transport: MailTransport
  readonly from: string
  /** What the merchant says about its mails. */
  readonly mailSettings: (merchantId: number) => Promise<MailSettings>
  readonly smtp: (url: string) => MailTransport
  /** The words of the merchant's template; null when nobody in its line has one of that name. */
  readonly renderMail: (request: MailRequest) => Promise<MailContent | null>
}

/** In the words of a template; null where there is none, or where its words cannot be trusted with the link. */
async function wordedBy(
  { deps, renderMail }: SendMailDeps,
  request: MailRequest,
  jobId: string,
): Promise<MailContent | null> {
  const hidden = hideLink(request, `job-${jobId}`)
  const worded = await renderMail(hidden?.request ?? request)
  if (!worded || !hidden) return worded
  const revealed = hidden.reveal(worded)
  if (!('problem' in revealed)) return revealed
  const { template, merchantId } = request
  deps.log.warn(
    { template, merchantId, problem: revealed.problem },
    'a template may not hold a link that lets people in',
  )
  return null
}

async function contentOf(mailDeps: SendMailDeps, request: MailRequest, jobId: string): Promise<MailContent> {
  const { deps } = mailDeps
  const worded = await wordedBy(mailDeps, request, jobId)
  if (worded) return worded
  const { template, merchantId, locale } = request
  deps.log.info(
    { template, merchantId, locale },
    'no template of this name that can be used; the built-in mail is sent',
  )
  const builtIn = renderBuiltInMail(request)
  if (!builtIn) throw new Error(`There is no mail ${template}`)
  return builtIn
}

const platformMail: MailSettings = { from: null, replyTo: null, smtpUrl: null }

export const sendMail = (deps: SendMailDeps): QueueTask =>
  queueTask(sendMailTask, mailPayload, async (payload, { jobId, queuedAt }) => {
    const request = openMail(deps.secrets, payload)
    const { from, replyTo, smtpUrl } = isAccountMail(request.template)
      ? platformMail
      : await deps.mailSettings(request.merchantId)
    const transport = smtpUrl === null ? deps.transport : deps.smtp(smtpUrl)
    await transport.send({
      ...(await contentOf(deps, request, jobId)),
      id: jobId,
      queuedAt,
      from: from ?? deps.from,
      replyTo: replyTo ?? (await supportAddress(deps.deps.db, request.merchantId)),
      to: request.to,
      template: request.template,
      ...(request.attachments && { attachments: request.attachments }),
    })
  })
