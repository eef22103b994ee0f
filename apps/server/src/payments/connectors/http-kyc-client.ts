import * as z from 'zod'
import { overallStatus } from '@signalbox/model/kyc/kyc-status'
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
  documents: z
    .array(
      z.object({
        type: z.string().max(40),
        state: z.string().max(40),
        receivedAt: z.iso.datetime().nullish(),
      }),
    )
    .max(20)
    .optional(),
})

function outcomeOf(ending: ExternalResult): KycOutcome {
  const { log } = ending
  const report =
    ending.kind === 'answered' && ending.status < 300 ? readJson(ending.body, reportShape) : undefined
  if (!report) return { kind: 'failed', log }
  const { checkId: providerRef, documents = [], ...response } = report
  const parts = { idStatus: report.identity, ageStatus: report.age, addressStatus: report.address }
  const finding: KycFinding = {
    providerRef,
    overallStatus: overallStatus(parts),
    ...parts,
    pepsSanctions: report.hits,
    score: report.score,
    documents: documents.map(({ receivedAt = null, ...document }) => ({ ...document, receivedAt })),
    response,
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
