import * as z from 'zod'
import type { HttpAnswer } from '@signalbox/server/kit/outbound/http-exchange'
import {
  cashierAnswerSchema,
  type CashierAnswer,
  type CashierMethod,
} from '@signalbox/server/payments/public-api/cashier/cashier-answer'
import { paymentAnswerSchema, type PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import type { ShopClient } from '../shop-client.ts'
import type { OpenShop } from '../traffic/traffic.ts'
import { userIdOf, type Visit } from './visit.ts'

export type { CashierAnswer, CashierMethod, PaymentAnswer }

/** A field of a request that was refused, by its place there. */
export interface RefusedField {
  readonly field: string
  readonly code: string
  readonly message: string
}

const refusalShape = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  fields: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })).optional(),
})
const messagesShape = z.object({ messages: z.record(z.string(), z.string()) })
const keyShape = z.object({ publicKey: z.string() })
const tokenShape = z.object({ cardToken: z.string() })
const foundShape = z.object({ items: z.array(paymentAnswerSchema) })

/** The platform said no to something a shop may well ask for. */
export class PlatformRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly RefusedField[]
  /** Why, in the words of the platform. */
  readonly reason: string

  constructor(answer: HttpAnswer) {
    super(`The platform answered ${answer.status}`)
    this.status = answer.status
    const read = refusalShape.safeParse(parsed(answer.body))
    this.code = read.data?.code ?? ''
    this.fields = read.data?.fields ?? []
    const reasons = this.fields.map(({ message }) => message)
    this.reason = reasons.length > 0 ? reasons.join('; ') : (read.data?.message ?? '')
  }
}

/** Asked for what it does not allow, and nothing was done. Anything else may have been done, or may be done later. */
const certain: readonly number[] = [400, 403, 404, 422]

export const isCertain = (error: unknown): error is PlatformRefusal =>
  error instanceof PlatformRefusal &&
  certain.includes(error.status) &&
  error.code !== 'IDEMPOTENCY_KEY_REUSED'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the server of a shop asks of the public API. */
export interface CashierApi {
  methods(visit: Visit, amount: string | undefined): Promise<CashierAnswer>
  messages(visit: Pick<Visit, 'shop' | 'locale'>): Promise<Readonly<Record<string, string>>>
  /** What browsers encrypt cards with. */
  cardKey(shop: OpenShop): Promise<string>
  cardToken(shop: OpenShop, encrypted: string): Promise<string>
  pay(visit: Visit, body: object, idempotencyKey: string): Promise<PaymentAnswer>
  /** By the shop's own reference. */
  find(shop: OpenShop, reference: string): Promise<PaymentAnswer | undefined>
  cancel(shop: OpenShop, txId: number): Promise<void>
  removeAccount(shop: OpenShop, accountId: string): Promise<void>
}

export function cashierApi({ call }: Pick<ShopClient, 'call'>): CashierApi {
  const ask = async <T>(
    shop: OpenShop,
    shape: { parse(value: unknown): T },
    request: Parameters<ShopClient['call']>[1],
  ): Promise<T> => {
    const answer = await call(shop, request)
    if (answer.status >= 300) throw new PlatformRefusal(answer)
    return shape.parse(parsed(answer.body))
  }
  const read = <T>(shop: OpenShop, shape: { parse(value: unknown): T }, path: string): Promise<T> =>
    ask(shop, shape, { method: 'GET', path })
  const of = (said: Readonly<Record<string, string>>): string => new URLSearchParams(said).toString()
  const at = ({ merchantId }: OpenShop): Record<string, string> => ({ merchantId: String(merchantId) })

  return {
    methods: (visit, amount) => {
      const { shop, direction, currency, locale } = visit
      const said = { userId: userIdOf(visit), sessionId: 'cashier', method: direction, currency, locale }
      const query = of({ ...at(shop), ...said, ...(amount !== undefined && { amount }) })
      return read(shop, cashierAnswerSchema, `/payment-methods?${query}`)
    },
    messages: async ({ shop, locale }) =>
      (await read(shop, messagesShape, `/messages?${of({ ...at(shop), locale })}`)).messages,
    cardKey: async (shop) => (await read(shop, keyShape, `/vault/public-key/${shop.merchantId}`)).publicKey,
    cardToken: async (shop, encrypted) => {
      const body = { merchantId: shop.merchantId, encrypted }
      return (await ask(shop, tokenShape, { method: 'POST', path: '/vault/cards', body })).cardToken
    },
    pay: ({ shop, direction }, body, idempotencyKey) => {
      const path = direction === 'DEPOSIT' ? '/deposits' : '/withdrawals'
      return ask(shop, paymentAnswerSchema, { method: 'POST', path, body, idempotencyKey })
    },
    find: async (shop, reference) => {
      const query = of({ ...at(shop), merchantTxId: reference, limit: '1' })
      return (await read(shop, foundShape, `/payments?${query}`)).items[0]
    },
    cancel: async (shop, txId) => {
      await ask(shop, z.unknown(), { method: 'DELETE', path: `/payments/${txId}` })
    },
    removeAccount: async (shop, accountId) => {
      await ask(shop, z.unknown(), { method: 'DELETE', path: `/accounts/${accountId}` })
    },
  }
}
