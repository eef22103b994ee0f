import type { Database } from '../kit/database.ts'
import type { Answer, Client } from '../kit/testing/kit-app.ts'
import { transaction } from '../kit/transaction.ts'
import { recognise } from '../payments/accounts/accounts.ts'

interface Parts {
  readonly who: () => Client
  readonly db: () => Database
  readonly newId: () => string
}

const merchantId = 100010001
const at = `merchantId=${merchantId}`

/** One successful use of every call on accounts of users that changes something. */
export function accountExamples({ who, db, newId }: Parts): Record<string, () => Promise<Answer>> {
  const account = async () => {
    const id = newId()
    const details = {
      merchantId,
      userId: 'coverage',
      accountHash: id,
      txType: 'CreditcardDeposit',
      providerType: 'CREDITCARD',
      masked: '411111******1111',
      visible: true,
    }
    const made = { id, status: 'NEW', now: new Date() } as const
    return (await transaction(db(), (tx) => recognise(tx, details, made))).id
  }
  const on =
    (operation: string, body: object = {}, first?: string) =>
    async () => {
      const path = `/user-account/${await account()}`
      if (first) await who().post(`${path}/${first}?${at}`, {})
      return who().post(`${path}/${operation}?${at}`, body)
    }
  return {
    'PUT /user-account/{id}': async () =>
      who().put(`/user-account/${await account()}?${at}`, { version: 1, holder: 'Cover Age' }),
    'DELETE /user-account/{id}': async () => who().delete(`/user-account/${await account()}?${at}&version=1`),
    'POST /user-account/bulk': async () =>
      who().post(`/user-account/bulk?${at}`, { operation: 'verify', ids: [{ id: await account() }] }),
    'POST /user-account/{id}/activate': on('activate'),
    'POST /user-account/{id}/inactivate': on('inactivate'),
    'POST /user-account/{id}/block': on('block', { blockReason: 'other' }),
    'POST /user-account/{id}/show': on('show', {}, 'hide'),
    'POST /user-account/{id}/hide': on('hide'),
    'POST /user-account/{id}/request-verification': on('request-verification'),
    'POST /user-account/{id}/verify': on('verify'),
    'POST /user-account/{id}/unverify': on('unverify', {}, 'verify'),
  }
}
