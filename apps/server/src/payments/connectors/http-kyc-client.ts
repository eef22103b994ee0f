import * as z from 'zod'
import type { ExternalResult } from './call-external.ts'
import type { KycClient, KycFinding, KycOutcome } from './kyc-client.ts'
import { callService, type ServiceDeps } from './service-call.ts'
import { readJson } from './wire-format.ts'

const partStatus = ['VERIFIED', 'NOT_VERIFIED', 'UNDER_VERIFICATION', 'ERROR'] as const

const reportShape = z.object({
  checkId: z.string(),
  identity: z.enum([...partStatus, 'UNDER_AGE']),
  age: z.enum([...partStatus, 'UNDER_AGE']),
  address: z.enum([...partStatus, 'UNKNOWN']),
  hits: z.array(z.enum(['PEP_WARNING', 'SANCTIONS_WARNING', 'SDN_WARNING'])),
  score: z.number().min(0).max(100),
})

/** What the parts of a check add up to. */
function overallStatus({ identity, age, address }: z.infer<typeof reportShape>): string {
  if (identity === 'UNDER_AGE' || age === 'UNDER_AGE') return 'UNDER_AGE'
  if ([identity, age, address].includes('UNDER_VERIFICATION')) return 'VERIFICATION_IN_PROGRESS'
  if (identity === 'VERIFIED' && age === 'VERIFIED') return 'VERIFIED'
  return [identity, age].includes('ERROR') ? 'VERIFICATION_EXTERNAL_FAILURE' : 'VERIFICATION_FAILED'
}

function outcomeOf(ending: ExternalResult): KycOutcome {
  const { log } = ending
  const report =
    ending.kind === 'answered' && ending.status < 300 ? readJson(ending.body, reportShape) : undefined
  if (!report) return { kind: 'failed', log }
  const finding: KycFinding = {
    providerRef: report.checkId,
    overallStatus: overallStatus(report),
    idStatus: report.identity,
    ageStatus: report.age,
    addressStatus: report.address,
    pepsSanctions: report.hits,
    score: report.score,
  }
  return { kind: 'checked', finding, log }
}

export const httpKycClient = (deps: ServiceDeps): KycClient => ({
  async check({ provider, idempotencyKey, userId, scopes, ...person }) {
    const ending = await callService(deps, {
      target: 'KYC',
      service: provider,
      method: 'POST',
      path: '/checks',
      headers: { 'idempotency-key': idempotencyKey },
      body: { subject: userId, scopes, person },
      // Who the person is stands on the payment already, where it can be erased.
      logBody: { subject: userId, scopes },
    })
    return outcomeOf(ending)
  },
  async result(provider, providerRef) {
    const ending = await callService(deps, {
      target: 'KYC',
      service: provider,
      method: 'GET',
      path: `/checks/${encodeURIComponent(providerRef)}`,
    })
    return outcomeOf(ending)
  },
})
