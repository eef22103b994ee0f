import * as z from 'zod'
import type { HttpAnswer, HttpExchange, HttpRequest } from '@signalbox/server/kit/outbound/http-exchange'
import { goodCode } from '../psp/pages.ts'
import type { Purchase } from './purchase.ts'

export interface ApiClient {
  readonly clientId: string
  readonly secret: string
}

const tokenShape = z.object({ access_token: z.string(), expires_in: z.number() })
const answerShape = z.object({ redirectOutput: z.object({ url: z.string() }).optional() })

const timeouts = { connectMs: 3_000, readMs: 27_000 }
const mostPages = 8
/** A token is renewed before it ends, so that it does not end on the way. */
const spareSeconds = 60

interface ShopperDeps {
  readonly exchange: HttpExchange
  /** The product's own address: `http://127.0.0.1:3000/signalbox`. */
  readonly baseUrl: string
  /** Pages are followed on the platform and here, and nowhere else. */
  readonly sandboxOrigin: string
  readonly now: () => number
}

/** Pays through the public API as a shop does for its users, and sits at the pages for them. */
export function createShopper({ exchange, baseUrl, sandboxOrigin, now }: ShopperDeps) {
  const tokens = new Map<string, { token: string; until: number }>()
  const familiar = new Set([new URL(baseUrl).origin, sandboxOrigin])

  const call = async (url: string, request: Partial<HttpRequest>): Promise<HttpAnswer> => {
    const ending = await exchange({ method: 'GET', headers: {}, body: '', ...request, url, timeouts })
    if (ending.kind !== 'answered') throw new Error(ending.failure)
    return ending
  }

  const tokenOf = async ({ clientId, secret }: ApiClient): Promise<string> => {
    const kept = tokens.get(clientId)
    if (kept && kept.until > now()) return kept.token
    const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
    const answer = await call(`${baseUrl}/oauth/token?grant_type=client_credentials`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
    })
    const { access_token: token, expires_in: seconds } = tokenShape.parse(JSON.parse(answer.body))
    tokens.set(clientId, { token, until: now() + (seconds - spareSeconds) * 1000 })
    return token
  }

  const sitAtPages = async (first: string): Promise<void> => {
    let at: string | undefined = first
    for (let pages = 0; at && familiar.has(new URL(at).origin) && pages < mostPages; pages++) {
      const shown: HttpAnswer = await call(at, {})
      const next = shown.headers.location
      const asks = !next && shown.body.includes('<form method="post">')
      if (asks) {
        const body = new URLSearchParams({ otp: goodCode, action: 'pay' }).toString()
        const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
        const answered: HttpAnswer = await call(at, { method: 'POST', headers, body })
        at = answered.headers.location
      } else {
        at = next
      }
    }
  }

  return {
    async buy(client: ApiClient, purchase: Purchase, key: string): Promise<void> {
      const answer = await call(`${baseUrl}/api/v1${purchase.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await tokenOf(client)}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(purchase.body),
      })
      if (answer.status === 401) tokens.delete(client.clientId)
      const read = answerShape.safeParse(JSON.parse(answer.body))
      if (purchase.finishes && read.data?.redirectOutput) await sitAtPages(read.data.redirectOutput.url)
    },
  }
}
