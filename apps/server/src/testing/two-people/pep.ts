import { expect } from 'vitest'
import { transaction } from '../../kit/transaction.ts'
import { keepKycCheck } from '../../payments/core/record/kyc-check-store.ts'
import type { TwoPersonRule } from './attempt.ts'
import { at, brand, colleague, confirm, confirmationOfGrant, lone, platform } from './cast.ts'

const hit = 'PEP_WARNING'

/** A check of somebody that found a hit. */
async function checkWithHit(): Promise<string> {
  const id = platform.deps.newId()
  await transaction(platform.db, (tx) =>
    keepKycCheck(tx, {
      ...{ merchantId: brand, id, userId: `pep-${id.slice(-12)}`, txId: null, trigger: 'API' },
      ...{ provider: 'kyc-sim', account: null, scopes: ['ID'], at: new Date(), merchantKycStatus: null },
      person: { firstName: 'Paula', lastName: 'Exposed' },
      finding: {
        ...{ providerRef: id, overallStatus: 'VERIFIED', idStatus: 'VERIFIED', ageStatus: 'VERIFIED' },
        ...{ addressStatus: 'VERIFIED', pepsSanctions: [hit], score: 40 },
        documents: [],
        response: {},
      },
    }),
  )
  return id
}

const clear = async (id: string) => {
  const asked = await lone.post(`/kyc/${id}/clear-pep?${at}`, { hits: [hit], reason: 'Another person' })
  expect(asked.status, asked.text).toBe(200)
  expect((await lone.get(`/kyc/${id}?${at}`)).body.warnings).toContain(hit)
}

export const pepClearing: TwoPersonRule = {
  guard: 'apps/server/src/people/pending-grant/routes.ts',
  asksForProof: true,
  copies: 'checks come from providers alone',
  prepare: async () => {
    const id = await checkWithHit()
    return {
      one: lone,
      other: colleague,
      ask: { path: `/kyc/${id}/clear-pep?${at}`, body: { hits: [hit], reason: 'Another person' } },
      confirmation: () => confirmationOfGrant(id, brand),
    }
  },
  ways: {
    'of somebody who keeps the hit until then': async () => {
      const id = await checkWithHit()
      await clear(id)
      const outcome = await confirm(lone, id, brand)
      expect((await lone.get(`/kyc/${id}?${at}`)).body.warnings).toContain(hit)
      return outcome
    },
    'requested twice': async () => {
      const id = await checkWithHit()
      await clear(id)
      await clear(id)
      return confirm(lone, id, brand)
    },
  },
}
