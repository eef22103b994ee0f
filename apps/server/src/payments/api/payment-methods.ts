import * as z from 'zod/mini'
import { intParam, type Schema } from '@signalbox/model/endpoint'
import { boundIn } from '@signalbox/model/money/money-map'
import { parseMoney } from '@signalbox/model/money/money-text'
import { toWire, wireMoneySchema } from '@signalbox/model/money/money-schema'
import type { Money } from '@signalbox/model/money/money'
import { invalid, Refusal } from '@signalbox/model/refusal'
import type { KnownFacts } from '@signalbox/model/rules/facts-known'
import { limit } from '@signalbox/model/rules/tables/limit'
import { paymentMethods } from '@signalbox/model/rules/tables/payment-methods'
import { pspRouting } from '@signalbox/model/rules/tables/psp-routing'
import { providerTypeLabels, transactionTypes } from '@signalbox/model/transaction-types'
import { cashierConfig } from '../../features/config/read-model.ts'
import { transaction as inTransaction } from '../../kit/transaction.ts'
import { offeredAccounts } from '../accounts/accounts.ts'
import { databaseWorld } from '../flow/database-world.ts'
import { closedPsps } from '../flow/maintenance.ts'
import { findMerchant } from '../flow/merchant-store.ts'
import { historyFacts } from '../flow/steps/enrich.ts'
import { priceOf } from '../flow/steps/price.ts'
import type { World } from '../flow/world.ts'
import type { Payments } from '../index.ts'
import { Payment } from '../state/payment.ts'
import { blankTransaction } from '../transactions/new-transaction.ts'
import { publicCall, type PublicCall, type PublicWork } from './public-call.ts'

const querySchema = z.strictObject({
  merchantId: intParam(1, 999_999_999),
  userId: z.string().check(z.minLength(1), z.maxLength(50)),
  sessionId: z.optional(z.string().check(z.maxLength(200))),
  method: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  amount: z.optional(z.string().check(z.maxLength(30))),
  currency: z.string().check(z.regex(/^[A-Z]{3,5}$/, { error: 'Unknown currency' })),
  locale: z.optional(z.string().check(z.maxLength(10))),
  channelId: z.optional(z.string().check(z.maxLength(100))),
})
type MethodsQuery = z.infer<typeof querySchema>

const methodSchema = z.object({
  method: z.string(),
  label: z.string(),
  txType: z.string(),
  service: z.nullable(z.string()),
  available: z.boolean(),
  limits: z.object({ min: z.nullable(wireMoneySchema), max: z.nullable(wireMoneySchema) }),
  fee: z.nullable(wireMoneySchema),
  /** What the merchant offers to choose from, within the limits. */
  amounts: z.array(wireMoneySchema),
  accounts: z.array(
    z.object({ accountId: z.string(), maskedAccount: z.string(), expiry: z.nullable(z.string()) }),
  ),
})

/** A payment nobody makes, to ask the tables what they would say. */
function speculative(
  query: MethodsQuery,
  amount: Money,
  entry: string,
  baseCurrency: string,
  now: Date,
): Payment | undefined {
  const [providerType = '', service] = entry.split(':')
  const type = transactionTypes.find(
    (each) => each.providerType === providerType && each.direction === query.method,
  )
  if (!type) return undefined
  const tx = blankTransaction(
    {
      merchantId: query.merchantId,
      id: 1,
      txType: type.name,
      method: type.direction,
      providerType,
      apiSource: 'FRONT_API',
      currency: amount.currency,
      requestedMinor: amount.minor,
      userId: query.userId,
      baseCurrency,
      pspService: service ?? null,
    },
    now,
  )
  return new Payment(tx, { now })
}

const baseFacts = (query: MethodsQuery, amount: Money | undefined, now: Date): KnownFacts => ({
  merchantId: String(query.merchantId),
  now: now.toISOString(),
  method: query.method,
  currency: query.currency,
  userId: query.userId,
  ...(amount && { amount }),
  ...(query.locale && { locale: query.locale }),
  ...(query.channelId && { channel: query.channelId }),
})

async function limitsOf(
  payment: Payment,
  world: World,
): Promise<{ min: Money | undefined; max: Money | undefined }> {
  const { hits, rates } = await world.ask(payment, limit, 'D0', { silent: true })
  const bound = (side: 'min' | 'max') => {
    const map = hits[0]?.outputs[side]
    return map && boundIn(map, side, payment.tx.currency, rates)
  }
  return { min: bound('min'), max: bound('max') }
}

/** Whether a route would be found that is open now. */
async function isRouted(payment: Payment, world: World): Promise<boolean> {
  const closed = await closedPsps(payment, world)
  const { hits } = await world.ask(payment, pspRouting, 'D7', {
    silent: true,
    unavailable: ({ psp }) => closed(psp ?? ''),
  })
  const psp = hits[0]?.outputs.psp
  return psp !== undefined && closed(psp) === undefined && (await world.psp(psp))?.status === 'ACTIVE'
}

/** What a cashier shows: the methods of the rules, with their limits, fees and the accounts the user stored. */
export function methodsCall(
  payments: Payments,
  requireMerchant: (work: PublicWork, merchantId: number) => Promise<void>,
): PublicCall {
  const { machine } = payments
  const { kit } = machine.parts
  return publicCall({
    method: 'GET',
    path: '/payment-methods',
    summary: 'The methods a cashier shows to a user, in order',
    scope: 'payments:write',
    query: querySchema as unknown as Schema<MethodsQuery>,
    answer: { status: 200, schema: z.object({ methods: z.array(methodSchema) }) as unknown as Schema },
    run: async (work) => {
      const { query } = work
      await requireMerchant(work as PublicWork, query.merchantId)
      const amount = query.amount === undefined ? undefined : parseMoney(query.amount, query.currency)
      if (query.amount !== undefined && !amount)
        throw invalid({ field: 'amount', code: 'INVALID', message: 'Invalid amount' })
      const merchant = await findMerchant(kit.db, query.merchantId)
      if (!merchant) throw new Refusal('NOT_FOUND')
      return inTransaction(kit.db, async (tx) => {
        const now = kit.now()
        const world = databaseWorld(machine.parts, tx, now)
        const asked: Money = amount ?? { minor: 0n, currency: query.currency }
        const probe = speculative(
          query,
          asked,
          query.method === 'DEPOSIT' ? 'CREDITCARD' : 'BANKIBAN',
          merchant.baseCurrency,
          now,
        )
        if (!probe) throw new Refusal('NOT_FOUND')
        probe.know({ ...baseFacts(query, amount, now), ...historyFacts(probe, await world.history(probe)) })
        const { hits } = await world.ask(probe, paymentMethods, 'D0', { silent: true })
        const key = query.method === 'DEPOSIT' ? 'depositMethods' : 'withdrawalMethods'
        const stored = await offeredAccounts(tx, query.merchantId, query.userId)
        const cashier = await cashierConfig(tx, query.merchantId)
        const offered = cashier.amounts(query.currency)
        const methods = []
        for (const entry of hits[0]?.outputs[key] ?? []) {
          const payment = speculative(query, asked, entry, merchant.baseCurrency, now)
          if (!payment) continue
          const { providerType, txType, pspService } = payment.tx
          payment.know({ ...probe.facts, providerType, txType, ...(pspService && { service: pspService }) })
          const available = await isRouted(payment, world)
          if (!available && cashier.hideUnavailable) continue
          const { min, max } = await limitsOf(payment, world)
          const fee = amount ? (await priceOf(payment, world, 'D0')).total : undefined
          methods.push({
            method: providerType,
            label: cashier.labels[providerType] ?? providerTypeLabels[providerType] ?? providerType,
            txType,
            service: pspService,
            available,
            limits: { min: min ? toWire(min) : null, max: max ? toWire(max) : null },
            fee: fee ? toWire(fee) : null,
            amounts: offered
              .filter(({ minor }) => (!min || minor >= min.minor) && (!max || minor <= max.minor))
              .map(toWire),
            accounts: stored
              .filter((account) => account.providerType === providerType)
              .slice(0, cashier.storedAccounts)
              .map(({ id, masked, expiry }) => ({ accountId: id, maskedAccount: masked, expiry })),
          })
        }
        return { methods }
      })
    },
  })
}
