import type { SendMailOptions } from 'nodemailer'
import type { MailMessage } from './mail-message.ts'

/** Templates may not make the server read its own files or fetch addresses on behalf of whoever wrote them. */
export const composeOptions = { disableFileAccess: true, disableUrlAccess: true } as const

export const composed = (message: MailMessage): SendMailOptions => ({
  messageId: `<${message.id}@signalbox>`,
  date: message.queuedAt,
  from: message.from,
  to: message.to,
  ...(message.replyTo !== null && { replyTo: message.replyTo }),
  subject: message.subject,
  text: message.text,
  ...(message.html !== null && { html: message.html }),
  ...(message.attachments && { attachments: message.attachments.map((file) => ({ ...file })) }),
  headers: { 'Auto-Submitted': 'auto-generated' },
})
