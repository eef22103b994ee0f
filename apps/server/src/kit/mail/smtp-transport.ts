import type { Transporter } from 'nodemailer'
import { composed } from './compose.ts'
import type { MailTransport } from './mail-message.ts'

/** Sends mails through a server that `kit/outbound/mail-server.ts` reaches. */
export const smtpTransport = (server: Transporter): MailTransport => ({
  send: async (message) => {
    await server.sendMail(composed(message))
  },
})
