import { createHash } from 'node:crypto'
import type { MailTransport } from '../../kit/mail/mail-message.ts'
import type { HttpExchange } from '../../kit/outbound/http-exchange.ts'
import type { WitnessChannel, WitnessLetter } from './witness-sender.ts'

const minuteMs = 60_000
const timeouts = { connectMs: 5_000, readMs: 10_000 }
const answer = { mostBytes: 2_048, beyond: 'cut' } as const

/** Slightly less than the beat of the watch, so that a beat that comes early is not left out. */
const everyBeat = minuteMs / 2

/** POSTs a letter to an address of the operator's. */
export const webhookChannel = (url: string, exchange: HttpExchange): WitnessChannel => ({
  name: 'webhook',
  everyMs: everyBeat,
  async send(letter) {
    const ending = await exchange({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(letter),
      timeouts,
      answer,
    })
    if (ending.kind !== 'answered') throw new Error(ending.failure)
    if (ending.status < 200 || ending.status > 299) throw new Error(`answered ${ending.status}`)
  },
})

/** One line per witness, as the verification reads them. */
const linesOf = ({ witnesses }: WitnessLetter): string =>
  witnesses.map((witness) => `${JSON.stringify(witness)}\n`).join('')

interface MailChannelDeps {
  readonly transport: MailTransport
  readonly from: string
  readonly to: string
}

/** Mails the same, once an hour at most. */
export const mailChannel = ({ transport, from, to }: MailChannelDeps): WitnessChannel => ({
  name: 'mail',
  everyMs: 60 * minuteMs,
  send: (letter) =>
    transport.send({
      id: createHash('sha256').update(JSON.stringify(letter)).digest('hex').slice(0, 32),
      queuedAt: new Date(letter.at),
      from,
      to,
      replyTo: null,
      template: 'AuditWitness',
      subject: `Audit witnesses of ${letter.node}, ${letter.at}`,
      text: `Keep this email: npm run admin -- verify-audit --witnesses FILE compares its lines with the audit log.\n\n${linesOf(letter)}`,
      html: null,
    }),
})
