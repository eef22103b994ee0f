import { createHmac } from 'node:crypto'
import { webhookKeyOf, type WebhookTarget } from '../../features/api-client/read-model.ts'

const timeoutMs = 10_000

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

export type SendWebhook = (target: WebhookTarget, message: WebhookMessage) => Promise<Sent>

/** Redirects are not followed: the address was checked, another one was not. */
export const sendWebhook: SendWebhook = async (target, message) => {
  try {
    const answer = await fetch(target.url, {
      method: 'POST',
      headers: webhookHeaders(message, target.secrets),
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, text: (await answer.text()).slice(0, 500) }
  } catch (error) {
    return { status: null, text: error instanceof Error ? error.message.slice(0, 500) : 'no answer' }
  }
}
