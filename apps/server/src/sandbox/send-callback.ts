import type { SendCallback } from './psp/deliver-callback.ts'

const patienceMs = 10_000

/** Posts a callback as a provider does: no redirects, and whatever is not 2xx was not taken. */
export const sendCallback: SendCallback = async (url, { contentType, body, headers }) => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': contentType, ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
