import type { Database } from '../kit/database.ts'
import type { Answer, Client } from '../kit/testing/kit-app.ts'
import { transaction } from '../kit/transaction.ts'
import { keepKycCheck } from '../payments/core/record/kyc-check-store.ts'

interface KycExampleDeps {
  readonly who: () => Client
  readonly db: () => Database
  readonly newId: () => string
}

const merchantId = 100010001
const at = `merchantId=${merchantId}`

/** One successful use of every call on checks of users that changes something. */
export function kycExamples({ who, db, newId }: KycExampleDeps): Record<string, () => Promise<Answer>> {
  const check = async (): Promise<string> => {
    const id = newId()
    await transaction(db(), (tx) =>
      keepKycCheck(tx, {
        ...{ merchantId, id, userId: `kyc-${id.slice(0, 8)}`, txId: null, trigger: 'API' },
        ...{ provider: 'kyc-sim', account: null, scopes: ['ID'], at: new Date(), merchantKycStatus: null },
        person: { firstName: 'Cover', lastName: 'Age' },
        finding: {
          ...{ providerRef: id, overallStatus: 'VERIFIED', idStatus: 'VERIFIED', ageStatus: 'VERIFIED' },
          ...{ addressStatus: 'VERIFIED', pepsSanctions: ['PEP_WARNING'], score: 40 },
          documents: [],
          response: {},
        },
      }),
    )
    return id
  }
  const on =
    (operation: string, body: object = {}, first?: string) =>
    async () => {
      const path = `/kyc/${await check()}`
      if (first) await who().post(`${path}/${first}?${at}`, { reason: 'coverage' })
      return who().post(`${path}/${operation}?${at}`, { reason: 'coverage', ...body })
    }
  return {
    'PUT /kyc/{id}': async () =>
      who().put(`/kyc/${await check()}?${at}`, { version: 1, score: 50, note: 'coverage' }),
    'POST /kyc/{id}/rerun': on('rerun', { version: 1 }),
    'POST /kyc/{id}/block': on('block'),
    'POST /kyc/{id}/unblock': on('unblock', {}, 'block'),
    'POST /kyc/{id}/clear-pep': on('clear-pep', { hits: ['PEP_WARNING'] }),
  }
}
