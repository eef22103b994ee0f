import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { transaction } from '../../kit/transaction.ts'
import { recognise } from '../core/accounts/accounts.ts'

interface Account {
  id: string
  status: string
  visible: boolean
  verification: string
  maskedAccount: string
}

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform()
})
afterAll(() => platform.close())

const read = <T = Account>(path: string) => platform.call<T>('GET', path)
// The platform of the tests names the methods payments have.
const put = (path: string, body: object) => platform.call<Account>('PUT' as 'POST', path, body)

const mine = async () => {
  const { body } = await read<{ items: Account[] }>('/accounts?merchantId=100010001&userId=user_1')
  return body.items
}

it('are listed as payments left them, without anything one could pay with', async () => {
  await platform.deposit()
  const [account, ...rest] = await mine()
  expect(rest).toEqual([])
  expect(account).toMatchObject({
    providerType: 'CREDITCARD',
    maskedAccount: '411111******1111',
    status: 'ACTIVE',
    expiry: '2030-12',
    successfulPayments: 1,
  })
  const { body } = await read(`/accounts/${account?.id}`)
  expect(body).toEqual(account)
  expect(JSON.stringify(body)).not.toMatch(/Lindberg|4111111111111111/)
})

it('are changed by the merchant’s systems, with an audit entry each', async () => {
  const [account] = await mine()
  const path = `/accounts/${account?.id}`
  expect((await put(`${path}/visible`, { visible: false })).body.visible).toBe(false)
  expect((await put(`${path}/verification`, { status: 'VERIFIED' })).body.verification).toBe('VERIFIED')
  expect((await put(`${path}/status`, { status: 'INACTIVE' })).body.status).toBe('INACTIVE')
  expect((await put(`${path}/status`, { status: 'ACTIVE' })).body.status).toBe('ACTIVE')
  const { rows } = await sql<{ action: string; actorName: string }>`select action, actor_name from audit_entry
    where entity_id = ${account?.id} order by seq`.execute(platform.db)
  expect(rows.map(({ action }) => action)).toEqual(['HIDE', 'VERIFICATION', 'INACTIVATE', 'ACTIVATE'])
  expect(new Set(rows.map(({ actorName }) => actorName))).toEqual(new Set(['demo-client']))
})

it('that are blocked take no payments until somebody lifts it', async () => {
  const [account] = await mine()
  const path = `/accounts/${account?.id}`
  expect((await put(`${path}/block`, { reason: 'customer-request' })).body.status).toBe('BLOCKED')
  expect((await put(`${path}/block`, { reason: 'other' })).status).toBe(409)
  expect((await platform.deposit()).body.state).toBe('FAILED')
  expect((await put(`${path}/status`, { status: 'ACTIVE' })).status).toBe(200)
  expect((await platform.deposit()).body.state).toBe('SUCCESSFUL')
})

it('are forgotten, and come back when the user types them in again', async () => {
  const [account] = await mine()
  const gone = await platform.call<Account>('DELETE', `/accounts/${account?.id}`)
  expect(gone.body.status).toBe('DELETED')
  expect(await mine()).toEqual([])
  await platform.deposit()
  expect(await mine()).toMatchObject([{ id: account?.id }])
})

it('of other merchants, and requests that say nothing or too much, are refused', async () => {
  const [account] = await mine()
  const details = {
    merchantId: 100010002,
    userId: 'user_1',
    accountHash: 'foreign',
    txType: 'CreditcardDeposit',
    providerType: 'CREDITCARD',
    masked: '411111******1111',
    visible: true,
  }
  const made = { id: platform.deps.newId(), status: 'NEW', now: new Date() } as const
  const foreign = await transaction(platform.db, (tx) => recognise(tx, details, made))
  expect((await read(`/accounts/${foreign.id}`)).status).toBe(404)
  expect((await put(`/accounts/${foreign.id}/visible`, { visible: false })).status).toBe(404)
  expect((await read('/accounts?merchantId=100010002&userId=user_1')).status).toBe(422)
  const path = `/accounts/${account?.id}`
  for (const body of [{}, { reason: 'nonsense' }, { reason: 'other', more: 1 }])
    expect((await put(`${path}/block`, body)).status).toBe(422)
  expect((await put(`${path}/holder`, { holder: 'x' })).status).toBe(422)
  expect((await read('/accounts/not-an-id')).status).toBe(422)
})
