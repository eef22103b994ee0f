import * as z from 'zod/mini'
import { schemaOf } from '@signalbox/model/field/schema-of'
import type { JobRequest } from '../jobs/enqueue-job.ts'
import type { SecretBox } from '../secret-box.ts'
import type { MailRequest } from './mail-message.ts'

export const sendMailTask = 'send-mail'
export const mailPurpose = 'mail'

const requestSchema = schemaOf<MailRequest>()(
  z.object({
    to: z.string(),
    template: z.string(),
    merchantId: z.number(),
    locale: z.string(),
    channel: z.optional(z.nullable(z.string())),
    url: z.optional(z.nullable(z.string())),
    view: z.record(z.string(), z.unknown()),
    attachments: z.optional(
      z.array(
        z.object({
          filename: z.string(),
          contentType: z.enum(['text/html', 'text/plain', 'application/pdf', 'application/xml']),
          content: z.string(),
          encoding: z.optional(z.literal('base64')),
        }),
      ),
    ),
  }),
)

const sealedSchema = z.object({ id: z.string(), sealed: z.string() })

export const mailPayload = z.union([sealedSchema, requestSchema])
export type MailPayload = z.infer<typeof mailPayload>

/**
 * The job that sends a mail. Links that let people in, and addresses, wait in the queue and in backups of it, so the
 * request is sealed; a mail without secrets may also be queued as it is, with the task's name and the bare request.
 */
export const mailJob = (secrets: SecretBox, mail: MailRequest, id: string): JobRequest => ({
  task: sendMailTask,
  payload: { id, sealed: secrets.seal(mailPurpose, id, JSON.stringify(mail)) },
})

export function openMail(secrets: SecretBox, payload: MailPayload): MailRequest {
  if (!('sealed' in payload)) return payload
  return requestSchema.parse(JSON.parse(secrets.open(mailPurpose, payload.id, payload.sealed)))
}
