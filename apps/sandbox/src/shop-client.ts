import * as z from 'zod'
import type { HttpAnswer, HttpExchange, HttpRequest } from '@signalbox/server/kit/outbound/http-exchange'

/** A client of the public API, as a shop keeps it on its own server. */
export interface ApiClient {
  readonly clientId: string
  readonly secret: string
}

const tokenShape = z.object({ access_token: z.string(), expires_in: z.number() })
const timeouts = { connectMs: 3_000, readMs: 27_000 }
/** A token is renewed before it ends, so that it does not end on the way. */
const spareSeconds = 60

interface ShopClientDeps {
  readonly exchange: HttpExchange
  /** The product's own address: `http://127.0.0.1:3000/signalbox`. */
  readonly baseUrl: string
  readonly now: () => number
}

interface ApiRequest {
  readonly method: HttpRequest['method']
  /** `/deposits` */
  readonly path: string
  readonly body?: unknown
  /** Of a call that moves money. */
  readonly idempotencyKey?: string
}

/** The way of a shop's server to the platform. */
export interface ShopClient {
  /** Any address, without a token. */
  open(url: string, request?: Partial<HttpRequest>): Promise<HttpAnswer>
  call(client: ApiClient, request: ApiRequest): Promise<HttpAnswer>
}

export function createShopClient({ exchange, baseUrl, now }: ShopClientDeps): ShopClient {
  const tokens = new Map<string, { token: string; until: number }>()
  const asked = new Map<string, Promise<string>>()

  const open: ShopClient['open'] = async (url, request = {}) => {
    const ending = await exchange({ method: 'GET', headers: {}, body: '', ...request, url, timeouts })
    if (ending.kind !== 'answered') throw new Error(ending.failure)
    return ending
  }

  /** A page makes three calls at once. The platform lets an address ask ten times a second; one question is enough. */
  const tokenOf = async (client: ApiClient): Promise<string> => {
    const { clientId } = client
    const kept = tokens.get(clientId)
    if (kept && kept.until > now()) return kept.token
    let asking = asked.get(clientId)
    if (!asking) {
      asking = newToken(client).finally(() => asked.delete(clientId))
      asked.set(clientId, asking)
    }
    return asking
  }

  const newToken = async ({ clientId, secret }: ApiClient): Promise<string> => {
    const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
    const answer = await open(`${baseUrl}/oauth/token?grant_type=client_credentials`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
    })
    const { access_token: token, expires_in: seconds } = tokenShape.parse(JSON.parse(answer.body))
    tokens.set(clientId, { token, until: now() + (seconds - spareSeconds) * 1000 })
    return token
  }

  const send = async (client: ApiClient, request: ApiRequest): Promise<HttpAnswer> => {
    const { method, path, body, idempotencyKey } = request
    return open(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(client)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? '' : JSON.stringify(body),
    })
  }

  return {
    open,
    call: async (client, request) => {
      const answer = await send(client, request)
      if (answer.status !== 401) return answer
      // The platform has begun anew, and does not know the token any more.
      tokens.delete(client.clientId)
      return send(client, request)
    },
  }
}
