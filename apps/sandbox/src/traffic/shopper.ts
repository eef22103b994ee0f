import * as z from 'zod'
import type { HttpAnswer, HttpExchange } from '@signalbox/server/kit/outbound/http-exchange'
import { goodCode } from '../psp/pages.ts'
import { createShopClient, type ApiClient } from '../shop-client.ts'
import type { Purchase } from './purchase.ts'

const answerShape = z.object({ redirectOutput: z.object({ url: z.string() }).optional() })

const mostPages = 8

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
  const { open, call } = createShopClient({ exchange, baseUrl, now })
  const familiar = new Set([new URL(baseUrl).origin, sandboxOrigin])

  const sitAtPages = async (first: string): Promise<void> => {
    let at: string | undefined = first
    for (let pages = 0; at && familiar.has(new URL(at).origin) && pages < mostPages; pages++) {
      const shown: HttpAnswer = await open(at)
      const next = shown.headers.location
      const asks = !next && shown.body.includes('<form method="post">')
      if (asks) {
        const body = new URLSearchParams({ otp: goodCode, action: 'pay' }).toString()
        const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
        const answered: HttpAnswer = await open(at, { method: 'POST', headers, body })
        at = answered.headers.location
      } else {
        at = next
      }
    }
  }

  return {
    async buy(client: ApiClient, { path, body, finishes }: Purchase, key: string): Promise<void> {
      const answer = await call(client, { method: 'POST', path, body, idempotencyKey: key })
      const read = answerShape.safeParse(JSON.parse(answer.body))
      if (finishes && read.data?.redirectOutput) await sitAtPages(read.data.redirectOutput.url)
    },
  }
}
