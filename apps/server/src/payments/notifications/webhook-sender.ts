import { createHmac } from 'node:crypto'
import { webhookKeyOf, type WebhookTarget } from '../../setup/api-client/read-model.ts'
import type { HttpExchange } from '../../kit/outbound/http-exchange.ts'

const timeouts = { connectMs: 3_000, readMs: 7_000 }
/** A receiver says yes or no; what else it says is kept for people to look at, and not much of it. */
const answer = { mostBytes: 2_000, beyond: 'cut' } as const
const longestText = 500

interface WebhookMessage {
  /** The same at every try, so that a receiver can tell a second try from a second event. */
  readonly id: string
  readonly body: string
  readonly at: Date
}

/** Standard Webhooks. Signed with every secret in use: during a rotation the receiver may know either. */
function webhookHeaders(
  { id, body, at }: WebhookMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', webhookKeyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}

interface Sent {
  /** Null when nobody answered. */
  readonly status: number | null
  readonly text: string
}

export type SendWebhook = (
  exchange: HttpExchange,
  target: WebhookTarget,
  message: WebhookMessage,
) => Promise<Sent>

export const sendWebhook: SendWebhook = async (exchange, target, message) => {
  const ending = await exchange({
    method: 'POST',
    url: target.url,
    headers: webhookHeaders(message, target.secrets),
    body: message.body,
    timeouts,
    answer,
    target: 'WEBHOOK',
  })
  return ending.kind === 'answered'
    ? { status: ending.status, text: ending.body.slice(0, longestText) }
    : { status: null, text: ending.failure.slice(0, longestText) }
}
