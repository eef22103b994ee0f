import type { QueueAccount } from '../../setup/config/read-model.ts'
import type { HttpExchange } from '../../kit/outbound/http-exchange.ts'

interface Sent {
  /** Null when nobody answered. */
  readonly status: number | null
  readonly text: string
}

const longestConnectMs = 3_000
const answer = { mostBytes: 2_000, beyond: 'cut' } as const
const longestText = 500

/** Posts one message to the queue of a merchant. */
export async function sendToQueue(
  exchange: HttpExchange,
  { url, token, timeoutMs }: QueueAccount,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<Sent> {
  const connectMs = Math.min(longestConnectMs, timeoutMs / 2)
  const ending = await exchange({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      // The same at every try, so that a queue can drop what it has already taken.
      'message-id': id,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body,
    timeouts: { connectMs, readMs: timeoutMs - connectMs },
    answer,
    target: 'QUEUE',
  })
  return ending.kind === 'answered'
    ? { status: ending.status, text: ending.body.slice(0, longestText) }
    : { status: null, text: ending.failure.slice(0, longestText) }
}
