import { constants, publicEncrypt } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runQueuedJobs } from '../../kit/jobs/job-queue.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'

/** Approved, challenged, declined in three ways, and one that is no card number at all. */
const pans =
  `4111111111111111 5555555555554444 4000000000003220 4000000000000002 4000000000009995 4000000000000127
  4111111111111112`.split(/\s+/)
const cvv = '9713'

let platform: PaymentPlatform
let owner: pg.Client
beforeAll(async () => {
  platform = await paymentPlatform()
  owner = new pg.Client({ connectionString: platform.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await platform.close()
})

const euro = (amount: string) => ({ amount: { amount, currency: 'EUR' } })
const cardOf = (pan: string) => ({ pan, expiry: '2030-12', cvv, holder: 'Ada Lindberg' })

/** Everything the database holds, table by table, as text. */
async function findings(pattern: string): Promise<string[]> {
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await owner.query<{ text: string }>(
      `select t::text as text from ${name} t where t::text ~ $1 limit 1`,
      [pattern],
    )
    if (rows[0]) found.push(`${name}: ${rows[0].text}`)
  }
  return found
}

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
  const key = await platform.call<{ publicKey: string }>('GET', '/vault/public-key/100010001')
  const encrypted = publicEncrypt(
    { key: key.body.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(JSON.stringify(cardOf('5200828282828210'))),
  ).toString('base64')
  const sealed = await platform.call('POST', '/vault/cards', { merchantId: 100010001, encrypted })
  expect(sealed.status).toBe(201)
  const admin = await platform.as('admin')
  await admin.get('/user-account?merchantId=100010001&keyword=4111111111111111')
  await runQueuedJobs({
    ownerUrl: platform.ownerUrl,
    log: platform.deps.log,
    tasks: [...platform.app.payments.tasks],
  })
  const { rows } = await owner.query<{ payments: number; logged: number }>(
    `select (select count(*) from transaction)::integer as payments, (select count(*) from tx_log)::integer as logged`,
  )
  expect(rows[0]?.payments).toBeGreaterThanOrEqual(14)
  expect(rows[0]?.logged).toBeGreaterThan(30)
  for (const pan of [...pans, '4242424242424242', '5200828282828210']) expect(await findings(pan)).toEqual([])
  expect(await findings(`(cvv|cvc|code)\\W{1,6}${cvv}`)).toEqual([])
})

it('a security code is gone once its payment was submitted', async () => {
  await platform.deposit({ card: cardOf('4111111111111111') })
  const { rows } = await owner.query<{ kept: number }>(
    `select count(*)::integer as kept from card_token k join transaction t
       on t.merchant_id = k.merchant_id and t.id = k.tx_id
     where k.sealed_cvv is not null and (t.status_no < 100 or t.status_no >= 500)`,
  )
  expect(rows).toEqual([{ kept: 0 }])
})
