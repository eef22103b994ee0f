import { createTransport } from 'nodemailer'
import { composed, composeOptions } from './compose.ts'
import type { MailTransport } from './mail-message.ts'

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function smtpTransport(smtpUrl: string): MailTransport {
  const transporter = createTransport({ url: smtpUrl, ...timeouts, ...composeOptions })
  return {
    send: async (message) => {
      await transporter.sendMail(composed(message))
    },
  }
}
