import { constants, publicEncrypt } from 'node:crypto'
import { inputOf, inputsOf, type InputName } from '@signalbox/model/payments/payment-inputs'
import { isFinal } from '@signalbox/model/payments/transitions'
import { statusCodes } from '@signalbox/model/reference/status-codes'
import { maskIban } from '@signalbox/model/text/masking'
import { transactionTypes } from '@signalbox/model/reference/transaction-types'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runQueuedJobs } from '../../kit/jobs/job-queue.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { payOnBankPage } from '../testing/pay-on-bank-page.ts'

/** Approved, challenged, declined in three ways, and one that is no card number at all. */
const pans =
  `4111111111111111 5555555555554444 4000000000003220 4000000000000002 4000000000009995 4000000000000127
  4111111111111112`.split(/\s+/)
const cvv = '9713'

let platform: PaymentPlatform
let owner: pg.Client
beforeAll(async () => {
  platform = await paymentPlatform({}, 0, { logLevel: 'trace' })
  owner = new pg.Client({ connectionString: platform.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await platform.close()
})

const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })
const cardOf = (pan: string) => ({ pan, expiry: '2030-12', cvv, holder: 'Ada Lindberg' })

/** As a pay page does it. */
async function storeEncrypted(card: object) {
  const key = await platform.call<{ publicKey: string }>('GET', '/vault/public-key/100010001')
  const encrypted = publicEncrypt(
    { key: key.body.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(JSON.stringify(card)),
  ).toString('base64')
  return platform.call<{ fields?: object[] }>('POST', '/vault/cards', { merchantId: 100010001, encrypted })
}

/** Everything the database holds, table by table, as text. */
async function findings(pattern: string, without: readonly string[] = []): Promise<string[]> {
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables.rows.filter((each) => !without.some((kept) => each.name.startsWith(kept)))) {
    const { rows } = await owner.query<{ text: string }>(
      `select t::text as text from ${name} t where t::text ~ $1 limit 1`,
      [pattern],
    )
    if (rows[0]) found.push(`${name}: ${rows[0].text}`)
  }
  return found
}

/** Lines of the server's log, at its most talkative, that hold this. */
const inLog = (pattern: string): string[] =>
  platform.logged.filter((line) => new RegExp(pattern).test(line)).slice(0, 3)

it('no card number and no security code stands anywhere after payments of every kind', async () => {
  for (const pan of pans) await platform.deposit({ card: cardOf(pan) })
  // Answers that are late, garbled or about another payment are logged too.
  for (const amount of ['777.03', '777.04', '777.12', '666.51', '888.04', '999.02'])
    await platform.deposit({ card: cardOf('4111111111111111'), ...euro(amount) })
  await platform.deposit({ card: { ...cardOf('4111111111111111'), unknown: '4242424242424242' } })
  const stored = await platform.call<{ cardToken: string }>('POST', '/vault/cards', {
    merchantId: 100010001,
    ...cardOf('4242424242424242'),
  })
  await platform.deposit({ card: undefined, cardToken: stored.body.cardToken })
  const sealed = await storeEncrypted(cardOf('5200828282828210'))
  expect(sealed.status).toBe(201)
  const admin = await platform.as('admin')
  await admin.get('/user-account?merchantId=100010001&keyword=4111111111111111')
  await runQueuedJobs({
    url: platform.queueUrl,
    log: platform.deps.log,
    tasks: [...platform.app.payments.tasks],
  })
  const { rows } = await owner.query<{ payments: number; logged: number }>(
    `select (select count(*) from transaction)::integer as payments, (select count(*) from tx_log)::integer as logged`,
  )
  expect(rows[0]?.payments).toBeGreaterThanOrEqual(14)
  expect(rows[0]?.logged).toBeGreaterThan(30)
  for (const pan of [...pans, '4242424242424242', '5200828282828210'])
    expect([await findings(pan), inLog(pan)]).toEqual([[], []])
  const code = `(cvv|cvc|code)\\W{1,6}${cvv}`
  expect([await findings(code), inLog(code)]).toEqual([[], []])
  expect(inLog('"msg":"payment step"').length).toBeGreaterThan(0)
  for (const personal of ['Lindberg', '192\\.0\\.2\\.10', 'user_1', 'demo-client-secret', 'Bearer '])
    expect([personal, inLog(personal)]).toEqual([personal, []])
})

it('what comes beside a request leaves no card number: its browser, its operation id, its address', async () => {
  const pan = '4000056655665556'
  const browser = { 'user-agent': `Mozilla/5.0 ${pan} 4000 0566 5566 5556` }
  for (const password of ['signalbox-demo-1', 'not the password'])
    await platform.app.inject({
      method: 'POST',
      url: '/signalbox/login',
      headers: browser,
      payload: { username: 'agent', password },
    })
  const admin = await platform.as('admin')
  const body = { version: 1, jobTitle: 'Agent' }
  const id = '01900000-0000-7000-8000-000000000001'
  const odd = await admin.put(`/user/${id}`, body, { headers: { ...browser, 'x-operation-id': pan } })
  expect(odd.status).toBeGreaterThanOrEqual(400)
  expect((await admin.put(`/user/${pan}`, body)).status).toBeGreaterThanOrEqual(400)
  expect([await findings('4000056655'), await findings('4000 0566 5566')]).toEqual([[], []])
  const { rows } = await owner.query(`select 1 from session where user_agent like 'Mozilla/%*%'`)
  expect(rows).not.toEqual([])
})

it('a security code is gone once its payment was submitted', async () => {
  await platform.deposit({ card: cardOf('4111111111111111') })
  const { rows } = await owner.query<{ kept: number }>(
    `select count(*)::integer as kept from card_token k join transaction t
       on t.merchant_id = k.merchant_id and t.id = k.tx_id
     where k.sealed_cvv is not null and t.status_no = any($1::smallint[])`,
    [statusCodes.filter(({ no }) => isFinal(no)).map(({ no }) => no)],
  )
  expect(rows).toEqual([{ kept: 0 }])
})

it.each([
  ['userId', { userId: '4000056655665556' }],
  ['attributes.note', { attributes: { note: 'my card is 4000-0566-5566-5556' } }],
  ['sessionId', { sessionId: 'x 4000 0566 5566 5556' }],
  ['attributes', { attributes: { '4000056655665556': 'a name' } }],
  ['userAgent', { userAgent: 'card4000056655665556 12/30 123' }],
])('a card number in %s is refused, and nothing is written', async (field, changes) => {
  const count = async () =>
    (await owner.query<{ n: number }>('select count(*)::integer as n from transaction')).rows[0]?.n
  const before = await count()
  const { status, body } = await platform.deposit(changes)
  expect(status).toBe(422)
  expect(body).toMatchObject({
    fields: [{ field, code: 'CARD_NUMBER', message: 'Must not contain a card number' }],
  })
  expect(await count()).toBe(before)
})

it.each([
  ['attributes.cvv', { attributes: { cvv: '123' } }],
  ['attributes.CVC2', { attributes: { CVC2: '9876' } }],
  ['attributes.security_code', { attributes: { security_code: ' 123 ' } }],
  ['card.cvc', { card: { ...cardOf('4111111111111111'), cvc: '123' } }],
])('a security code in %s is refused, and nothing is written', async (field, changes) => {
  const kept = async () =>
    (await owner.query<{ n: number }>('select count(*)::integer as n from transaction')).rows[0]?.n
  const before = await kept()
  const { status, body } = await platform.deposit(changes)
  expect(status).toBe(422)
  expect(body).toMatchObject({ fields: [{ field, code: 'SECURITY_CODE' }] })
  expect(await kept()).toBe(before)
})

it('an attribute that only sounds like a security code is kept', async () => {
  const { status } = await platform.deposit({ attributes: { cvvResult: '123', discount: '123' } })
  expect(status).toBe(201)
})

it.each([
  ['holder', { holder: '4000056655665556' }],
  ['holder', { holder: 'ADA 4000 0566 5566 5556' }],
  ['expiry', { expiry: '4000056655665556' }],
  ['cvv', { cvv: '4000056655665556' }],
  ['note', { note: '4000-0566-5566-5556' }],
  ['more.name', { more: { name: '4000056655665556' } }],
])('a card number in %s of an encrypted card is refused as in clear: %j', async (field, changes) => {
  const count = async () =>
    (await owner.query<{ n: number }>('select count(*)::integer as n from card_token')).rows[0]?.n
  const before = await count()
  const { status, body } = await storeEncrypted({ ...cardOf('4111111111111111'), ...changes })
  expect([status, body.fields]).toEqual([
    422,
    [{ field, code: 'CARD_NUMBER', message: 'Must not contain a card number' }],
  ])
  expect(await count()).toBe(before)
})

/** One of each input, unlike anything else there is. */
const typedIn: Readonly<Record<InputName, string>> = {
  'card.pan': '4000056655665556',
  'card.expiry': '2031-07',
  'card.cvv': cvv,
  'card.holder': 'Cato Holder',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1',
  accountNumber: '5026 731 648',
  clearingNumber: '83279',
  walletAccount: 'wanda.walleteer@purse.example',
  voucherCode: 'VX77-QQ31-KLOP',
  accountHolder: 'Bea Holder',
}

/** With and without what people put between characters. */
const forms = (value: string): string[] => [...new Set([value, value.replaceAll(/[ -]/g, '')])]

function requestFor(txType: string): Record<string, unknown> {
  const request: Record<string, unknown> = { card: undefined, iban: undefined, txType }
  for (const { name } of inputsOf(txType)) {
    const [place = '', member] = name.split('.')
    if (member === undefined) request[place] = typedIn[name]
    else request[place] = { ...(request[place] as object | undefined), [member]: typedIn[name] }
  }
  return request
}

/** Where what somebody pays with is kept on purpose: to pay with it, and to pay to it again. */
const keptIn = ['public.transaction', 'public.user_psp_account']

it('the account money came from stands with the payment alone, and rules about it are explained all the same', async () => {
  const { body } = await platform.deposit({
    userId: 'bank-payer',
    txType: 'BankDeposit',
    card: undefined,
    ...euro('40.00'),
  })
  await payOnBankPage(platform, body)
  await platform.until(body, 'SUCCESSFUL')
  const iban = (await platform.row(body)).stepState.input.iban ?? ''
  expect(iban).toMatch(/^DE\d{20}$/)
  expect(await findings(iban, keptIn)).toEqual([])
  const { rows } = await owner.query<{ iban: string }>(
    `select facts->>'iban' as iban from tx_event where tx_id = $1 and facts ? 'iban'`,
    [body.txId],
  )
  expect(rows.map((each) => each.iban)).toEqual([maskIban(iban)])
  const admin = await platform.as('admin')
  const { body: why } = await admin.get(`/transaction/${body.txId}/decision?merchantId=100010001`)
  const asked = why.decisions as { table: string; agrees: boolean | null }[]
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter(({ agrees }) => agrees === false)).toEqual([])
})

it('nothing typed in that is sensitive stands in a log, whatever the method', async () => {
  for (const { name: txType, direction } of transactionTypes)
    await platform[direction === 'DEPOSIT' ? 'deposit' : 'withdraw']({
      userId: `every-${txType}`,
      ...requestFor(txType),
    })
  await runQueuedJobs({
    url: platform.queueUrl,
    log: platform.deps.log,
    tasks: [...platform.app.payments.tasks],
  })
  const { rows } = await owner.query<{ types: number }>(
    `select count(distinct t.tx_type)::integer as types from tx_log l
     join transaction t on t.merchant_id = l.merchant_id and t.id = l.tx_id
     where l.target = 'PSP' and t.user_id like 'every-%'`,
  )
  expect(rows[0]?.types).toBeGreaterThanOrEqual(10)
  // Four digits stand in every second number; security codes are looked for by their names above.
  const sensitive = (Object.keys(typedIn) as InputName[]).filter(
    (name) => inputOf(name).sensitive && name !== 'card.cvv',
  )
  for (const name of sensitive)
    for (const value of forms(typedIn[name])) {
      const pattern = `(^|[^0-9A-Za-z])${value.replaceAll('.', String.raw`\.`)}([^0-9A-Za-z]|$)`
      expect([name, await findings(pattern, keptIn), inLog(pattern)]).toEqual([name, [], []])
    }
})
