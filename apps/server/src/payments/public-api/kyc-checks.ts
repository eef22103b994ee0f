import * as z from 'zod/mini'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { AuditActor } from '../../kit/audit.ts'
import { perform } from '../../kit/unit-of-work.ts'
import type { KycFinding } from '../connectors/kyc-client.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { routeOf, type KycRoute } from '../core/flow/check-user.ts'
import { readService } from '../core/flow/settings.ts'
import { isUnderWay, resultJob } from '../core/flow/kyc-result-task.ts'
import { checkLabel, keepKycCheck } from '../core/record/kyc-check-store.ts'
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
    const checked = { merchantId, userId, id: checkId, person }
    const route: KycRoute | undefined = named
      ? { provider: named, account: undefined, scopes: ['ID', 'AGE'] }
      : await routeOf(machine.rules, checked, kit.now())
    if (!route)
      throw invalid({ field: 'provider', code: 'REQUIRED', message: 'No KYC routing rule matches this user' })
    const service = await readService(kit.db, machine, merchantId, { kind: 'KYC', ...route })
    if (!service || service.refused)
      throw invalid({ field: 'provider', code: 'NOT_CONFIGURED', message: 'Not configured for the merchant' })
    const scopes = wanted ?? route.scopes
    const known = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined))
    const outcome = await services.kyc.check({
      provider: service,
      idempotencyKey: checkId,
      userId,
      scopes,
      ...known,
    })
    if (outcome.kind === 'failed')
      throw new Refusal('UNAVAILABLE', { message: `${route.provider} gave no answer.` })
    const { finding } = outcome
    const { value } = await perform(kit, actorOf(work as PublicWork), async (unit) => {
      await keepKycCheck(unit.tx, {
        ...checked,
        txId: null,
        trigger: 'API',
        provider: route.provider,
        account: route.account ?? null,
        scopes,
        at: unit.now,
        finding,
        merchantKycStatus: null,
      })
      unit.audit({
        merchantId,
        entityType: 'kyc',
        entityId: checkId,
        entityLabel: checkLabel(route.provider),
        changeType: 'CREATE',
        action: 'CHECK',
        after: { userId, provider: route.provider, status: finding.overallStatus },
        subject: { merchantId, userId, fields: ['userId'] },
      })
      unit.emit({ merchantId, topic: 'kyc', key: checkId })
      if (isUnderWay(finding))
        unit.enqueue(resultJob({ merchantId, id: checkId, no: 0 }, unit.now, machine.timings))
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
