import * as z from 'zod'
import type { FraudClient } from './fraud-client.ts'
import { callService, type ServiceDeps } from './service-call.ts'
import { amountText, readJson } from './wire-format.ts'

/** The provider scores from 0 to 10 with one decimal; the platform from 0 to 100. */
const verdictShape = z.object({
  caseId: z.string(),
  risk: z.number().min(0).max(10),
  advice: z.enum(['accept', 'review', 'reject', 'authenticate']),
})

const decisions = {
  accept: 'ACCEPT',
  review: 'REVIEW',
  reject: 'REJECT',
  authenticate: 'RECOMMEND_3DS',
} as const

export const httpFraudClient = (deps: ServiceDeps): FraudClient => ({
  async screen({ provider, reference, userId, txType, amount, timeoutMs, ...rest }) {
    const ending = await callService(deps, {
      target: 'FRAUD',
      service: provider,
      method: 'POST',
      path: '/screenings',
      headers: { 'idempotency-key': reference },
      body: {
        reference,
        account: provider.account,
        customer: userId,
        kind: txType,
        amount: amountText(amount),
        currency: amount.currency,
        ...rest,
      },
      readMs: timeoutMs,
    })
    const { log } = ending
    if (ending.kind === 'unknown' && ending.reason === 'timeout') return { kind: 'timeout', log }
    const verdict =
      ending.kind === 'answered' && ending.status < 300 ? readJson(ending.body, verdictShape) : undefined
    if (!verdict) return { kind: 'failed', log }
    return {
      kind: 'scored',
      providerRef: verdict.caseId,
      score: Math.round(verdict.risk * 10),
      decision: decisions[verdict.advice],
      log,
    }
  },
})
