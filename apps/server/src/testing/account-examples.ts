import { keepFile } from '../payments/gdpr/request-store.ts'
import type { Database } from '../kit/database.ts'
import { sealEnvelope } from '../kit/envelope.ts'
import { secretBox } from '../kit/secret-box.ts'
import type { Answer, Client } from '../kit/testing/kit-app.ts'
import { testMasterKey } from '../kit/testing/test-master-key.ts'
import { transaction } from '../kit/transaction.ts'
import { recognise } from '../payments/core/accounts/accounts.ts'

interface AccountExampleDeps {
  readonly who: () => Client
  readonly db: () => Database
  readonly newId: () => string
  /** Who deals with what people ask about their data. */
  readonly officer: () => Promise<Client>
}

const merchantId = 100010001
const at = `merchantId=${merchantId}`

/** One successful use of every call on accounts of users that changes something. */
export function accountExamples({
  who,
  db,
  newId,
  officer,
}: AccountExampleDeps): Record<string, () => Promise<Answer>> {
  const account = async (userId = 'coverage') => {
    const id = newId()
    const details = {
      merchantId,
      userId,
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
  /** About somebody of their own, so that one request does not stand in the way of another. */
  const ask = (what: 'export' | 'hold' | 'erase') => async () => {
    const userId = `person-${newId().slice(0, 8)}`
    await account(userId)
    const body = { merchantId, userId, reason: 'coverage', ...(what === 'erase' && { confirm: userId }) }
    return (await officer()).post(`/gdpr/${what}?${at}`, body)
  }
  return {
    'POST /gdpr/export': ask('export'),
    'POST /gdpr/{id}/link': async () => {
      const made = await ask('export')()
      const requestId = String(made.body.id)
      const sealed = sealEnvelope(secretBox(testMasterKey), requestId, '[]')
      const expiresAt = new Date(Date.now() + 3_600_000)
      await transaction(db(), (tx) => keepFile(tx, { merchantId, requestId, ...sealed, expiresAt }))
      return (await officer()).post(`/gdpr/${made.body.id}/link?${at}`)
    },
    'POST /gdpr/hold': ask('hold'),
    'POST /gdpr/{id}/release': async () => {
      const held = await ask('hold')()
      return (await officer()).post(`/gdpr/${held.body.id}/release?${at}`, { reason: 'coverage' })
    },
    'POST /gdpr/erase': ask('erase'),
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
