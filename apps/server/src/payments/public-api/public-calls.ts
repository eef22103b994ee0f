import * as z from 'zod/mini'
import { passesLuhn } from '@signalbox/model/reference/account-number'
import { intParam } from '@signalbox/model/field/endpoint'
import { paymentAnswerSchema } from '@signalbox/model/payments/payment-answer'
import {
  cardSchema,
  depositRequestSchema,
  repeatRequestSchema,
  withdrawalRequestSchema,
  type PaymentRequest,
} from '@signalbox/model/payments/payment-request'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { isTxId } from '@signalbox/model/payments/tx-id'
import type { AuditActor } from '../../kit/audit.ts'
import { parse } from '../../kit/parse.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { accountCalls } from './account-calls.ts'
import type { Payments } from '../core/payments.ts'
import { cancelByUser } from '../operations/repairs.ts'
import type { Transaction } from '../core/record/transaction.ts'
import {
  cardAnswerExample,
  cardExample,
  cursorExample,
  depositAnswerExample,
  depositExample,
  repeatExample,
  withdrawalAnswerExample,
  withdrawalExample,
} from './examples.ts'
import { fingerprintOf, runIdempotently, readIdempotencyKey } from './run-idempotently.ts'
import { answerOf } from './payment-answer.ts'
import { operationCalls } from './operation-calls.ts'
import { readCursor, writeCursor } from './payment-cursor.ts'
import { readLists } from './payment-search-lists.ts'
import { findWithin } from '../core/record/find-within-store.ts'
import { searchPayments } from './payment-search-store.ts'
import { kycCheckCall } from './kyc-checks.ts'
import { methodsCall } from './payment-methods.ts'
import { publicCall, type PublicCall, type PublicWork } from './public-call.ts'
import { registerPayment } from '../core/flow/register-payment.ts'
import { isWithin } from './request-store.ts'
import { voucherCheckCall } from './voucher-check.ts'

const paymentAnswer = { status: 201, schema: paymentAnswerSchema }

const clientActor = ({ caller, request }: PublicWork): AuditActor => ({
  type: 'API_CLIENT',
  id: caller.id,
  name: caller.label,
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  sessionRef: null,
  operationId: null,
})

const idParams = z.object({ id: intParam(1, Number.MAX_SAFE_INTEGER) })

export function publicCalls(payments: Payments): PublicCall[] {
  const { machine, links, vault } = payments
  const { kit, reads } = machine.deps

  const requireMerchant = async ({ caller }: PublicWork, merchantId: number): Promise<void> => {
    if (!(await isWithin(reads, merchantId, caller.merchantId)))
      throw invalid({ field: 'merchantId', code: 'OUT_OF_SCOPE', message: 'Not a merchant of this client' })
  }

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
        const transaction = await registerPayment(machine.deps, unit, registration)
        return machine.begin(unit, transaction, 'register', { actor: caller.label })
      },
    )
    work.reply.code(answer.status)
    if (answer.replayed) work.reply.header('idempotent-replay', 'true')
    return answer.body
  }

  const find = async ({ caller }: PublicWork, id: number): Promise<Transaction> => {
    const row = isTxId(id) ? await findWithin(reads, caller.merchantId, id) : undefined
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

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
      items: rows.map((row) => answerOf(row, links)),
      ...(next !== undefined && { cursor: writeCursor(next) }),
    }
  }

  const cardBody = z.union([
    z.strictObject({ merchantId: z.int(), encrypted: z.string().check(z.maxLength(2000)) }),
    z.strictObject({ merchantId: z.int(), ...cardSchema.shape }),
  ])

  const storeCard = async (work: PublicWork<unknown, unknown, z.infer<typeof cardBody>>) => {
    const { merchantId, ...given } = work.body
    const { encrypted, clear } =
      'encrypted' in given
        ? { encrypted: given.encrypted, clear: {} }
        : { encrypted: undefined, clear: given }
    await requireMerchant(work as PublicWork, merchantId)
    if (!encrypted && machine.deps.production)
      throw invalid({ field: 'pan', code: 'CLEAR', message: 'Card data must be encrypted' })
    const text = encrypted ? readJson(await vault.decrypt(kit.db, merchantId, encrypted)) : clear
    const card = parse(cardSchema, text)
    if (!passesLuhn(card.pan))
      throw invalid({ field: 'pan', code: 'CHECKSUM', message: 'Invalid card number' })
    const { pan, expiry, cvv, holder } = card
    const stored = { pan, expiry, ...(cvv && { cvv }), ...(holder && { holder }) }
    const { value } = await perform(kit, clientActor(work as PublicWork), (unit) =>
      vault.storeCard(unit.tx, merchantId, stored),
    )
    return {
      cardToken: value.token,
      maskedAccount: value.card.masked,
      expiresAt: value.expiresAt.toISOString(),
    }
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
    publicCall({
      method: 'GET',
      path: '/payments/{id}',
      summary: 'The state of a payment',
      scope: 'payments:read',
      params: idParams,
      answer: { ...paymentAnswer, status: 200 },
      example: { answer: depositAnswerExample },
      run: async (work) => answerOf(await find(work as PublicWork, work.params.id), links),
    }),
    publicCall({
      method: 'GET',
      path: '/payments',
      summary:
        'Payments of the merchant and those below it, newest first; `cursor` of a page leads to the next one',
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
        return answerOf(changed ?? row, links)
      },
    }),
    ...operationCalls({ payments, actorOf: clientActor, find }),
    ...accountCalls({ kit, actorOf: clientActor, requireMerchant }),
    publicCall({
      method: 'POST',
      path: '/vault/cards',
      summary: 'Exchanges a card for a token that is valid for one payment within 15 minutes',
      scope: 'payments:write',
      body: cardBody,
      answer: {
        status: 201,
        schema: z.object({
          cardToken: z.string(),
          maskedAccount: z.string(),
          expiresAt: z.string(),
        }),
      },
      example: { body: cardExample, answer: cardAnswerExample },
      run: storeCard,
    }),
    publicCall({
      method: 'GET',
      path: '/vault/public-key/{merchantId}',
      summary: 'The key that pay pages use to encrypt cards (RSA-OAEP with SHA-256)',
      scope: 'payments:write',
      params: z.object({ merchantId: intParam(1, 999_999_999) }),
      answer: {
        status: 200,
        schema: z.object({ keyId: z.string(), publicKey: z.string() }),
      },
      run: async (work) => {
        await requireMerchant(work as PublicWork, work.params.merchantId)
        return vault.publicKey(kit.db, work.params.merchantId)
      },
    }),
    methodsCall(payments, requireMerchant),
    kycCheckCall({ machine: machine.deps, actorOf: clientActor, requireMerchant }),
    voucherCheckCall(machine.deps, requireMerchant),
  ]
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ field: 'encrypted', code: 'INVALID', message: 'The decrypted text is not JSON' })
  }
}
