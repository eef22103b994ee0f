import { createHmac, randomUUID } from 'node:crypto'
import { sandboxTokenKey } from '@signalbox/server/payments/connectors/sandbox-accounts'
import type { SendCallback } from '../psp/deliver-callback.ts'
import type { Entity, Token } from './token-book.ts'

type LifecycleEvent = 'SUSPENDED' | 'RESUMED' | 'DELETED' | 'CARD_REPLACED'

export type TokenNotice =
  | { readonly about: 'entity'; readonly entity: Entity }
  | {
      readonly about: 'token'
      readonly token: Token
      readonly event: LifecycleEvent
      readonly notificationUrl: string
    }

const contentOf = (notice: TokenNotice) => {
  if (notice.about === 'token') {
    const { token, event } = notice
    const { entityId, tokenRef, expiry } = token
    return { event, entityId, tokenRef, ...(event === 'CARD_REPLACED' && { expiry }) }
  }
  const { entityId, requestId, status, trid, reasonCode, field, message } = notice.entity
  const ids = trid && { trid, paymentAppId: `app-${trid}`, relationshipId: `rel-${trid}` }
  return { event: 'ENTITY', entityId, requestId, status, ...ids, reasonCode, field, message }
}

const urlOf = (notice: TokenNotice): string =>
  notice.about === 'token' ? notice.notificationUrl : notice.entity.notificationUrl

interface NoticeDeps {
  readonly send: SendCallback
  /** Real time: whoever checks the signature lives in it. */
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => unknown
}

const retryMs = [1_000, 5_000, 30_000]

/** Tells what happened, signed, and again when nobody took it. */
export const tellNotices =
  ({ send, now, after }: NoticeDeps) =>
  (notice: TokenNotice): void => {
    const body = JSON.stringify({ eventId: randomUUID(), ...contentOf(notice) })
    const deliver = async (tries: number): Promise<void> => {
      const timestamp = String(Math.floor(now() / 1_000))
      const signature = createHmac('sha256', sandboxTokenKey).update(`${timestamp}.${body}`).digest('hex')
      const headers = { 'x-network-timestamp': timestamp, 'x-network-signature': `sha256=${signature}` }
      const isTaken = await send(urlOf(notice), { contentType: 'application/json', body, headers })
      const delayMs = retryMs[tries]
      if (!isTaken && delayMs !== undefined) after(delayMs, () => void deliver(tries + 1))
    }
    void deliver(0)
  }
