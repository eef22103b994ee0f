import * as z from 'zod/mini'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { KnownFacts } from '@signalbox/model/rules/facts-known'
import { kycRouting } from '@signalbox/model/rules/tables/kyc-routing'
import type { AuditActor } from '../../kit/audit.ts'
import { perform } from '../../kit/unit-of-work.ts'
import type { KycFinding } from '../connectors/kyc-client.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { askTable } from '../core/flow/rule-answer.ts'
import { readService } from '../core/flow/settings.ts'
import { insertKycCheck } from '../core/state/effect-store.ts'
import { kycAnswerExample, kycExample } from './examples.ts'
import { publicCall, type PublicCall, type PublicWork } from './public-call.ts'

const words = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

const bodySchema = z.strictObject({
  merchantId: z.int().check(z.gte(1), z.lte(999_999_999)),
  userId: words(50),
  /** Who checks; the routing table decides when nobody is named. */
  provider: z.optional(words(40)),
  scopes: z.optional(z.array(words(40)).check(z.minLength(1), z.maxLength(10))),
  firstName: z.optional(words(100)),
  lastName: z.optional(words(100)),
  dob: z.optional(z.iso.date()),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, { error: 'Must be like SWE' }))),
  nationalId: z.optional(words(50)),
  street: z.optional(words(200)),
  city: z.optional(words(100)),
  zip: z.optional(words(20)),
})
type KycBody = z.infer<typeof bodySchema>

const answerSchema = z.object({
  checkId: z.string(),
  merchantId: z.number(),
  userId: z.string(),
  provider: z.string(),
  at: z.string(),
  status: z.string(),
  idStatus: z.string(),
  ageStatus: z.string(),
  addressStatus: z.string(),
  warnings: z.array(z.string()),
  score: z.number(),
})

interface Route {
  readonly provider: string
  readonly account: string | undefined
  readonly scopes: readonly string[]
}

/** Who would check the user if they paid now. */
async function routeOf({ rules, kit }: MachineDeps, body: KycBody, id: string): Promise<Route | undefined> {
  const facts: KnownFacts = {
    merchantId: String(body.merchantId),
    userId: body.userId,
    now: kit.now().toISOString(),
    ...(body.country && { userCountry: body.country }),
  }
  const table = await rules.effective(body.merchantId, kycRouting.slug)
  const { hits } = askTable(kycRouting, table, facts, { step: 'D5', transactionId: id })
  const { kycProvider: provider, kycAccount: account, scopes = [] } = hits[0]?.outputs ?? {}
  return provider ? { provider, account, scopes } : undefined
}

const answerOf = (body: KycBody, provider: string, checkId: string, at: Date, finding: KycFinding) => ({
  checkId,
  merchantId: body.merchantId,
  userId: body.userId,
  provider,
  at: at.toISOString(),
  status: finding.overallStatus,
  idStatus: finding.idStatus,
  ageStatus: finding.ageStatus,
  addressStatus: finding.addressStatus,
  warnings: [...finding.pepsSanctions],
  score: finding.score,
})

interface KycCheckDeps {
  readonly machine: MachineDeps
  readonly actorOf: (work: PublicWork) => AuditActor
  readonly requireMerchant: (work: PublicWork, merchantId: number) => Promise<void>
}

/** Checks a user without a payment; payments that follow go by what it found. */
export function kycCheckCall({ machine, actorOf, requireMerchant }: KycCheckDeps): PublicCall {
  const { kit, services } = machine

  const check = async (work: PublicWork<unknown, unknown, KycBody>) => {
    const { merchantId, userId, provider: named, scopes: wanted, ...person } = work.body
    await requireMerchant(work as PublicWork, merchantId)
    const checkId = kit.newId()
    const route: Route | undefined = named
      ? { provider: named, account: undefined, scopes: ['ID', 'AGE'] }
      : await routeOf(machine, work.body, checkId)
    if (!route)
      throw invalid({ field: 'provider', code: 'REQUIRED', message: 'No KYC routing rule matches this user' })
    const service = await readService(kit.db, machine, merchantId, { kind: 'KYC', ...route })
    if (!service || service.refused)
      throw invalid({ field: 'provider', code: 'NOT_CONFIGURED', message: 'Not configured for the merchant' })
    const known = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined))
    const outcome = await services.kyc.check({
      provider: service,
      idempotencyKey: checkId,
      userId,
      scopes: wanted ?? route.scopes,
      ...known,
    })
    if (outcome.kind === 'failed')
      throw new Refusal('UNAVAILABLE', { message: `${route.provider} gave no answer.` })
    const { finding } = outcome
    const { value } = await perform(kit, actorOf(work as PublicWork), async (unit) => {
      await insertKycCheck(unit.tx, {
        merchantId,
        id: checkId,
        userId,
        txId: null,
        provider: route.provider,
        at: unit.now,
        finding,
      })
      unit.audit({
        merchantId,
        entityType: 'kyc-check',
        entityId: checkId,
        entityLabel: userId,
        changeType: 'CREATE',
        action: 'CHECK',
        after: { provider: route.provider, status: finding.overallStatus },
      })
      return answerOf(work.body, route.provider, checkId, unit.now, finding)
    })
    return value
  }

  return publicCall({
    method: 'POST',
    path: '/kyc/checks',
    summary: 'Checks the identity of a user, without a payment',
    scope: 'kyc:check',
    body: bodySchema,
    answer: { status: 201, schema: answerSchema },
    example: { body: kycExample, answer: kycAnswerExample },
    run: check,
  })
}
