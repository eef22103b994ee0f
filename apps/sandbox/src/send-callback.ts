import type { HttpExchange } from '@signalbox/server/kit/outbound/http-exchange'
import type { SendCallback } from './psp/deliver-callback.ts'

const timeouts = { connectMs: 3_000, readMs: 7_000 }
const answer = { mostBytes: 2_000, beyond: 'cut' } as const

/** Posts a callback as a provider does: whatever is not 2xx was not taken. */
export const sendCallback =
  (exchange: HttpExchange): SendCallback =>
  async (url, { contentType, body, headers }) => {
    const ending = await exchange({
      method: 'POST',
      url,
      headers: { 'content-type': contentType, ...headers },
      body,
      timeouts,
      answer,
    })
    return ending.kind === 'answered' && ending.status >= 200 && ending.status < 300
  }
