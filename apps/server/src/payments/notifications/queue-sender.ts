import type { QueueAccount } from '../../features/config/read-model.ts'

interface Sent {
  /** Null when nobody answered. */
  readonly status: number | null
  readonly text: string
}

/** Posts one message to the queue of a merchant. Redirects are not followed: the address was checked, another one was not. */
export async function sendToQueue(
  { url, token, timeoutMs }: QueueAccount,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<Sent> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // The same at every try, so that a queue can drop what it has already taken.
        'message-id': id,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, text: (await answer.text()).slice(0, 500) }
  } catch (error) {
    return { status: null, text: error instanceof Error ? error.message.slice(0, 500) : 'no answer' }
  }
}
