import * as z from 'zod/mini'
import { intParam } from '@signalbox/model/field/endpoint'
import type { Money } from '@signalbox/model/money/money'
import { parseMoney } from '@signalbox/model/money/money-text'
import { failedPaymentKeys } from '@signalbox/model/messages/resolve-message'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Database } from '../../kit/database.ts'
import { transaction as inTransaction } from '../../kit/transaction.ts'
import { cashierAnswerSchema, type CashierAnswer } from './cashier/cashier-answer.ts'
import { cashierView } from './cashier/cashier-view.ts'
import { askWhoVisits } from './cashier/visitor.ts'
import { databaseContext } from '../core/flow/database-context.ts'
import { findMerchant } from '../core/flow/merchant-store.ts'
import type { Payments } from '../core/payments.ts'
import { localeQuery } from '@signalbox/model/messages/locale-schema'
import { failureTexts } from '../../setup/message/read-model.ts'
import { publicCall, type PublicCall, type PublicWork } from './public-call.ts'

const querySchema = z.strictObject({
  merchantId: intParam(1, 999_999_999),
  userId: z.string().check(z.minLength(1), z.maxLength(50)),
  /** Without it the merchant is asked about somebody it knows, who is not there. */
  sessionId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  method: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  amount: z.optional(z.string().check(z.maxLength(30))),
  currency: z.string().check(z.regex(/^[A-Z]{3,5}$/, { error: 'Unknown currency' })),
  locale: z.optional(localeQuery),
  channelId: z.optional(z.string().check(z.maxLength(100))),
})
type MethodsQuery = z.infer<typeof querySchema>

function amountIn({ amount, currency }: MethodsQuery): Money | undefined {
  const money = amount === undefined ? undefined : parseMoney(amount, currency)
  if (amount !== undefined && !money)
    throw invalid({ field: 'amount', code: 'INVALID', message: 'Invalid amount' })
  return money
}

/** The merchant does not know the user, or says no: whatever they would try, it would fail of that. */
async function nothingFor(
  db: Database,
  { merchantId, method, locale: asked }: MethodsQuery,
  statusNo: number,
  amount: Money,
): Promise<CashierAnswer> {
  const locale = asked ?? null
  const payment = { txType: method, statusNo, amount, reference: '' }
  const textOf = await failureTexts(db, [{ merchantId, locale, payment }])
  const error = { field: null, keys: failedPaymentKeys(payment), msg: textOf(merchantId, payment, locale) }
  return { methods: [], cashierConfig: null, netDeposit: null, errors: [error] }
}

export function methodsCall(
  { machine, links }: Payments,
  requireMerchant: (work: PublicWork, merchantId: number) => Promise<void>,
): PublicCall {
  const { kit, reads: db } = machine.deps
  const { now } = kit
  const deps = { ...machine.deps, kit: { ...kit, db } }
  return publicCall({
    method: 'GET',
    path: '/payment-methods',
    summary: 'The methods a cashier shows to a user, in order',
    scope: 'payments:write',
    query: querySchema,
    answer: { status: 200, schema: cashierAnswerSchema },
    run: async (work): Promise<CashierAnswer> => {
      const { query } = work
      const { merchantId, userId, sessionId, method, currency, locale, channelId } = query
      await requireMerchant(work as PublicWork, merchantId)
      const amount = amountIn(query)
      const merchant = await findMerchant(db, merchantId)
      if (!merchant) throw new Refusal('NOT_FOUND')
      const none = { minor: 0n, currency }
      const outcome = await askWhoVisits(deps, query, amount ?? none)
      if (outcome.kind !== 'accepted') return nothingFor(db, query, outcome.statusNo, amount ?? none)
      const visit = {
        merchantId,
        baseCurrency: merchant.baseCurrency,
        userId,
        user: outcome.answer,
        method,
        currency,
        amount,
        locale,
        channelId,
        withSession: sessionId !== undefined,
      }
      return inTransaction(db, (tx) =>
        cashierView(tx, { context: databaseContext(deps, tx, now()), logoUrl: links.logo }, visit),
      )
    },
  })
}
