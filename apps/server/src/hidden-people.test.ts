import { sql } from 'kysely'
import { allCalls } from '@signalbox/model/calls/index'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { roles } from '@signalbox/model/access/roles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from './kit/testing/kit-app.ts'
import { paymentPlatform, type PaymentPlatform } from './payments/testing/payment-platform.ts'
import { mockUser } from '@signalbox/sandbox/merchant/mock-user'

const merchantId = 100010001
const at = `merchantId=${merchantId}`
/** Some merchants know their users by their addresses. */
const userId = 'hidden-person@ids.example'
const person = mockUser(merchantId, userId)

/** Everything the platform is told about one user, unlike anything else there is. */
const planted = {
  userId,
  email: person.email,
  mobile: person.mobile,
  birthDate: person.dob,
  ip: '203.0.113.77',
  iban: 'DE02120300000000202051',
  holder: 'Quirina Zebulonsdotter',
  nationalId: '19810430-2384',
}
/** What a caller of the API writes where it belongs nowhere, each in a field of its own. */
const misplaced = {
  userAgent: 'agent-person@mail.example',
  deviceId: '198.51.100.23',
  channelId: '+46 70 999 88 77',
  merchantTxId: 'GB82WEST12345698765432',
  attributeName: 'key-person@mail.example',
}
const fullName = `${person.firstName} ${person.lastName}`
const [year, month, day] = person.dob.split('-')
/** What colleagues write when they should not, in the ways people write it. */
const spelled = {
  name: fullName,
  birthDay: `${day}.${month}.${year}`,
  spaced: 'spaced @mail.example',
  encoded: 'encoded%40mail.example',
}
const aboutPerson = `Paid by ${planted.holder}, spoke to ${Object.values(spelled).join(', ')}, ${planted.birthDate}`
const written = `Called ${planted.mobile}, wrote to ${planted.email} from ${planted.ip}, account ${planted.iban}. ${aboutPerson}`

let platform: PaymentPlatform
let reader: Client
let known: SeededRecords

/** What the addresses of calls are filled with. */
interface SeededRecords {
  readonly payments: readonly number[]
  readonly cases: readonly string[]
}

async function someCase(admin: Client, txId: number): Promise<string> {
  const opened = await admin.post(`/case?${at}`, { txId, text: written })
  expect(opened.status, opened.text).toBe(200)
  const { id } = opened.body as { id: string }
  expect((await admin.post(`/case/${id}/comment?${at}`, { text: written })).status).toBe(200)
  return id
}

/** Payments, a case, notes, decisions and an account of one person, told and written in every way there is. */
async function plant(admin: Client): Promise<SeededRecords> {
  const { attributeName, merchantTxId, ...fields } = misplaced
  let count = 0
  const said = () => ({
    userId,
    ip: planted.ip,
    ...fields,
    userAgent: `Mozilla/5.0 (${fields.userAgent})`,
    merchantTxId: `${merchantTxId} ${++count}`,
    attributes: { nationalId: planted.nationalId, [attributeName]: 'x' },
  })
  const holder = { accountHolder: planted.holder }
  const waiting = await platform.withdraw({
    ...said(),
    ...holder,
    iban: planted.iban,
    amount: euro('900.00'),
  })
  const paid = await platform.deposit({ ...said(), card: { ...card, holder: planted.holder } })
  const declined = await platform.deposit({ ...said(), card: { ...card, pan: '4000000000000002' } })
  const bodies = [waiting, paid, declined].map(({ status, body }) => {
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  })
  for (const { txId } of bodies) {
    const noted = await admin.post(`/transaction/${txId}/note?${at}`, { text: `${written} @approver1` })
    expect(noted.status, noted.text).toBe(200)
  }
  const version = await versionOf(waiting.body.txId)
  const held = await admin.post(`/transaction/${waiting.body.txId}/hold?${at}`, {
    version,
    info: aboutPerson,
  })
  expect(held.status, held.text).toBe(200)
  return {
    payments: bodies.map(({ txId }) => txId),
    cases: [await someCase(admin, paid.body.txId)],
  }
}
const euro = (amount: string) => ({ amount, currency: 'EUR' })
const card = { pan: '4111111111111111', expiry: '2030-12', cvv: '123', holder: planted.holder }
const versionOf = async (txId: number) => (await platform.row({ merchantId, txId })).version

beforeAll(async () => {
  platform = await paymentPlatform()
  const admin = await platform.as('admin')
  await sql`update backoffice_user set roles = ${[...roles]}::text[] where username = 'admin'`.execute(
    platform.db,
  )
  known = await plant(admin)
  await sql`update merchant set mask_sensitive_data = true`.execute(platform.db)
  const others = roles.filter((role) => role !== 'DATA_VIEWER')
  // Somebody else wrote what stands there.
  await sql`update backoffice_user set roles = ${others}::text[] where username = 'approver1'`.execute(
    platform.db,
  )
  reader = await platform.as('approver1')
})
afterAll(() => platform.close())

/** Streams stay open. */
const isWalked = ({ key, effect, method }: Endpoint) =>
  effect === 'read' && method === 'GET' && key !== 'GET /events'

/** Records of the list beside a call, or what was made for it. */
async function idsFor({ path }: Endpoint): Promise<readonly (string | number)[]> {
  const [, area = ''] = path.split('/')
  if (area === 'transaction' || area === 'approval') return known.payments
  if (area === 'case') return known.cases
  const list = await reader.get(`/${area}?${at}`)
  // Records of the platform itself: one of a kind shows what all of them show.
  return ((list.body?.items ?? []) as { id: string }[])
    .slice(0, area === 'user-account' ? 5 : 1)
    .map(({ id }) => id)
}

interface Listed {
  readonly entityType: string
  readonly chainId: number
  readonly seq: number
}

async function addressesOf(call: Endpoint): Promise<string[]> {
  const { path } = call
  if (path === '/audit/{chainId}/{seq}') {
    const { items } = (await reader.get(`/audit?${at}&limit=100`)).body as { items: Listed[] }
    return items
      .filter(({ entityType }) => ['transaction', 'case', 'user-account'].includes(entityType))
      .map(({ chainId, seq }) => `/audit/${chainId}/${seq}?${at}`)
  }
  if (!path.includes('{'))
    return call.key.endsWith('/export')
      ? [`${path}?${at}&format=csv`, `${path}?${at}&format=json`]
      : [`${path}?${at}`]
  if (path.includes('{type}')) return []
  const ids = await idsFor(call)
  return ids
    .map((id) => `${path.replace('{id}', String(id))}?${at}`)
    .filter((address) => !address.includes('{'))
}

const tellers = [
  ...[
    '',
    '/{id}',
    '/{id}/timeline',
    '/{id}/note',
    '/{id}/audit',
    '/{id}/call',
    '/{id}/decision',
    '/{id}/attempt',
  ],
  '/export',
  '/options',
]
  .map((path) => `GET /transaction${path}`)
  .concat(['GET /approval', 'GET /approval/{id}', 'GET /approval/export'])
  .concat(['GET /case', 'GET /case/{id}', 'GET /case/export'])
  .concat(['GET /user-account', 'GET /user-account/{id}', 'GET /user-account/{id}/shared'])
  .concat(['GET /user-account/{id}/tokens'])
  .concat([
    'GET /audit',
    'GET /audit/export',
    'GET /audit/{chainId}/{seq}',
    'GET /alert',
    'GET /home',
    'GET /inbox',
  ])

const findings = (text: string): string[] =>
  Object.entries({ ...planted, ...misplaced, ...spelled, firstOfHolder: 'Zebulonsdotter' })
    .filter(([, value]) => text.includes(value))
    .map(([name]) => name)

it('whoever may not see personal data is told none of it, by any call', { timeout: 180_000 }, async () => {
  const told: string[] = []
  const answered: string[] = []
  for (const call of allCalls.filter(isWalked)) {
    for (const address of await addressesOf(call)) {
      const { status, text } = await reader.get(address)
      if (status === 200) answered.push(call.key)
      for (const name of findings(text)) told.push(`${call.key}: ${name}`)
    }
  }
  expect([...new Set(told)]).toEqual([])
  // The calls that would tell it, if any did, were answered.
  expect(tellers.filter((key) => !answered.includes(key))).toEqual([])
})

const get = async (path: string) => {
  const { status, text, body } = await reader.get(`${path}${path.includes('?') ? '&' : '?'}${at}`)
  expect(status, `${path}: ${text.slice(0, 300)}`).toBe(200)
  return body
}

it('ids that only look like accounts and telephones are told: staff look for payments by them', async () => {
  const [, txId = 0] = known.payments
  const [caseId = ''] = known.cases
  const pspRefId = 'PS20261118000123'
  const ids = { merchantTxId: 'TX1234567890', channelId: '0012345678901', pspRefId }
  await sql`update transaction set psp_ref_id = ${pspRefId}, merchant_tx_id = ${ids.merchantTxId},
    channel = ${ids.channelId}, device_id = '0123-456789' where id = ${txId}`.execute(platform.db)
  await sql`update tx_attempt set psp_ref_id = ${pspRefId} where tx_id = ${txId}`.execute(platform.db)
  expect(await get(`/transaction/${txId}`)).toMatchObject({ masked: true, ...ids, deviceId: '0123-456789' })
  const listed = await get(`/transaction?keyword=${txId}`)
  expect(listed.items).toMatchObject([ids])
  const { attempts } = await get(`/transaction/${txId}/attempt`)
  expect(attempts[0]).toMatchObject({ pspRefId })
  expect(await get(`/case/${caseId}`)).toMatchObject({ pspRefId })
})

it('users called like a member of an answer break no answer', async () => {
  const [, txId = 0] = known.payments
  const [caseId = ''] = known.cases
  for (const [first, last] of [
    ['Text', 'Summary'],
    ['Name', 'Path'],
  ]) {
    await sql`update transaction set user_first_name = ${first}, user_last_name = ${last} where id = ${txId}`.execute(
      platform.db,
    )
    for (const part of ['', '/timeline', '/note', '/audit', '/call', '/attempt', '/decision'])
      expect(await get(`/transaction/${txId}${part}`)).toBeDefined()
    expect(await get(`/case/${caseId}`)).toMatchObject({ id: caseId })
    expect((await get('/audit?limit=100')).items).not.toEqual([])
  }
})
