import * as z from 'zod/mini'
import { intParam } from '@signalbox/model/field/endpoint'
import { paymentAnswerSchema } from '@signalbox/model/payments/payment-answer'
import {
  depositRequestSchema,
  repeatRequestSchema,
  withdrawalRequestSchema,
  type PaymentRequest,
} from '@signalbox/model/payments/payment-request'
import type { Payments } from '../core/payments.ts'
import { registerPayment } from '../core/flow/register-payment.ts'
import { cancelByUser } from '../core/operations/repairs.ts'
import { clientActor, type FindPayment, type RequireMerchant } from './client-work.ts'
import {
  cursorExample,
  depositAnswerExample,
  depositExample,
  repeatExample,
  withdrawalAnswerExample,
  withdrawalExample,
} from './examples.ts'
import { answerOf, answersOf } from './payment-answer.ts'
import { refuseInputs } from './refuse-inputs.ts'
import { readCursor, writeCursor } from './payment-cursor.ts'
import { readLists } from './payment-search-lists.ts'
import { searchPayments } from './payment-search-store.ts'
import { publicCall, type PublicCall, type PublicWork } from './public-call.ts'
import { fingerprintOf, readIdempotencyKey, runIdempotently } from './run-idempotently.ts'

const paymentAnswer = { status: 201, schema: paymentAnswerSchema }

const idParams = z.object({ id: intParam(1, Number.MAX_SAFE_INTEGER) })

const list = z.optional(z.string().check(z.maxLength(500)))
const searchQuery = z.strictObject({
  merchantId: z.optional(intParam(1, 999_999_999)),
  userId: z.optional(z.string().check(z.maxLength(50))),
  merchantTxId: z.optional(z.string().check(z.maxLength(100))),
  states: list,
  statuses: list,
  txTypes: list,
  psps: list,
  currencies: list,
  from: z.optional(z.iso.datetime()),
  until: z.optional(z.iso.datetime()),
  limit: z._default(intParam(1, 10_000), 100),
  cursor: z.optional(z.string().check(z.maxLength(100))),
})

/** Payments begin here: a key that was used before gets the answer of the first time. */
export function beginPaymentCalls({ machine }: Payments, requireMerchant: RequireMerchant): PublicCall[] {
  const pay = async (work: PublicWork, request: PaymentRequest): Promise<unknown> => {
    const key = readIdempotencyKey(work.request.headers['idempotency-key'])
    await requireMerchant(work, request.merchantId)
    const { caller } = work
    const answer = await runIdempotently(
      machine,
      {
        merchantId: request.merchantId,
        clientId: caller.id,
        idempotencyKey: key,
        requestHash: fingerprintOf(work.request.url, work.request.body),
        receivedAt: work.receivedAt,
        actor: clientActor(work),
      },
      async (unit, arrival) => {
        const source = request.sessionId === undefined ? 'ADMIN_API' : 'FRONT_API'
        const registration = {
          request,
          apiSource: source,
          apiClientId: caller.id,
          initiatedBy: caller.clientId,
          arrival,
        } as const
        await refuseInputs(machine.deps, unit.tx, request)
        const transaction = await registerPayment(machine.deps, unit, registration)
        return machine.begin(unit, transaction, 'register', { actor: caller.label })
      },
    )
    work.reply.code(answer.status)
    if (answer.replayed) work.reply.header('idempotent-replay', 'true')
    return answer.body
  }

  return [
    publicCall({
      method: 'POST',
      path: '/deposits',
      summary: 'A deposit by a user',
      scope: 'payments:write',
      idempotent: true,
      body: depositRequestSchema,
      answer: paymentAnswer,
      example: { body: depositExample, answer: depositAnswerExample },
      run: (work) => pay(work as PublicWork, work.body),
    }),
    publicCall({
      method: 'POST',
      path: '/withdrawals',
      summary: 'A withdrawal by a user',
      scope: 'payments:write',
      idempotent: true,
      body: withdrawalRequestSchema,
      answer: paymentAnswer,
      example: { body: withdrawalExample, answer: withdrawalAnswerExample },
      run: (work) => pay(work as PublicWork, work.body),
    }),
    publicCall({
      method: 'POST',
      path: '/repeat',
      summary: 'A payment with a stored account, without the user',
      scope: 'payments:write',
      idempotent: true,
      body: repeatRequestSchema,
      answer: paymentAnswer,
      example: { body: repeatExample, answer: depositAnswerExample },
      run: (work) => pay(work as PublicWork, work.body),
    }),
  ]
}

/** How payments stand, and the one thing their user may do about them. */
export function paymentCalls(
  { machine, links }: Payments,
  { requireMerchant, find }: { readonly requireMerchant: RequireMerchant; readonly find: FindPayment },
): PublicCall[] {
  const { reads } = machine.deps

  const search = async (work: PublicWork<unknown, z.infer<typeof searchQuery>>) => {
    const { query } = work
    const merchantId = query.merchantId ?? work.caller.merchantId
    await requireMerchant(work as PublicWork, merchantId)
    const { rows, next } = await searchPayments(reads, {
      merchantId,
      userId: query.userId,
      merchantTxId: query.merchantTxId,
      ...(await readLists(reads, query)),
      from: query.from,
      until: query.until,
      limit: query.limit,
      after: query.cursor === undefined ? undefined : readCursor(query.cursor),
    })
    return {
      items: await answersOf(reads, rows, links),
      ...(next !== undefined && { cursor: writeCursor(next) }),
    }
  }

  return [
    publicCall({
      method: 'GET',
      path: '/payments/{id}',
      summary: 'The state of a payment',
      scope: 'payments:read',
      params: idParams,
      answer: { ...paymentAnswer, status: 200 },
      example: { answer: depositAnswerExample },
      run: async (work) => answerOf(reads, await find(work as PublicWork, work.params.id), links),
    }),
    publicCall({
      method: 'GET',
      path: '/payments',
      summary:
        'Payments of the merchant and those below it, newest first; the cursor of a page leads to the next one',
      scope: 'payments:read',
      query: searchQuery,
      answer: {
        status: 200,
        schema: z.object({
          items: z.array(paymentAnswerSchema),
          cursor: z.optional(z.string()),
        }),
      },
      example: { answer: { items: [depositAnswerExample], cursor: cursorExample } },
      run: search,
    }),
    publicCall({
      method: 'DELETE',
      path: '/payments/{id}',
      summary: 'The user cancels a withdrawal that is not approved yet',
      scope: 'payments:write',
      params: idParams,
      answer: { ...paymentAnswer, status: 200 },
      run: async (work) => {
        const row = await find(work as PublicWork, work.params.id)
        const changed = await machine.change(row, clientActor(work as PublicWork), cancelByUser)
        return answerOf(reads, changed ?? row, links)
      },
    }),
  ]
}
