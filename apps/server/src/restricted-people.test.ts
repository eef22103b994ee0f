import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from './kit/testing/kit-app.ts'
import { at, openShop, type Shop } from './finance/store/testing/store-shop.ts'
import { paymentPlatform, type PaymentPlatform } from './payments/testing/payment-platform.ts'

const merchantId = 100010001
const hidden = 'hidden_77'
const holder = 'Canary Holdersson'
const remark = `${holder} knows more`

let platform: PaymentPlatform
let shop: Shop
let admin: Client
let officer: Client
const serials = { ofHidden: '', ofAnother: '', remarked: '' }
const payments = { ofHidden: 0, ofAnother: 0 }

const card = { pan: '4111111111111111', expiry: '2030-12', cvv: '123', holder }

async function noted(txId: number, text: string): Promise<void> {
  const answer = await admin.post(`/transaction/${txId}/note?${at}`, { text })
  expect(answer.status, answer.text).toBe(200)
}

/** A case about a payment, with a remark of a colleague. */
async function caseAbout(txId: number): Promise<string> {
  const opened = await admin.post(`/case?${at}`, { txId, text: remark })
  expect(opened.status, opened.text).toBe(200)
  return String(opened.body.id)
}

const triedAt = new Date().toISOString()

/** What the rules would know of a user by their past. */
async function knownOf(userId: string): Promise<Record<string, string>> {
  const input = {
    transaction: {
      txType: 'CreditcardDeposit',
      amount: { amount: '10.00', currency: 'EUR' },
      at: triedAt,
    },
    user: { userId },
    instrument: { bin: '411111', expiry: '2030-12' },
    history: { kind: 'real' },
  }
  const answer = await admin.post(`/simulator/run?${at}`, { input })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.facts as Record<string, string>
}

const differing = (one: Record<string, string>, other: Record<string, string>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name])

const known = { before: {} as Record<string, string> }
const cases = { ofAnother: '' }
const alertId = '01900000-0000-7000-8000-0000000000a1'

/** Vouchers, payments, and what colleagues write about them and about others. */
async function plant(): Promise<void> {
  const { codes } = await shop.sell({ quantity: 3 })
  const [first, second, third] = codes
  serials.ofHidden = first?.serial ?? ''
  serials.ofAnother = second?.serial ?? ''
  serials.remarked = third?.serial ?? ''
  expect((await shop.pay(first?.code ?? '', { userId: hidden })).body.state).toBe('SUCCESSFUL')
  const other = await shop.pay(second?.code ?? '', { userId: 'another' })
  expect(other.body.state).toBe('SUCCESSFUL')
  const own = await platform.deposit({ userId: hidden, card })
  await platform.until(own.body, 'SUCCESSFUL')
  payments.ofHidden = own.body.txId
  payments.ofAnother = other.body.txId
  await noted(payments.ofHidden, `${remark} of this`)
  await noted(payments.ofAnother, remark)
  cases.ofAnother = await caseAbout(payments.ofAnother)
  const { id } = await shop.voucher(serials.remarked)
  const blocked = await shop.store.post(`/voucher/${id}/block?${at}`, { reason: remark })
  expect(blocked.status, blocked.text).toBe(200)
  await sql`insert into alert (merchant_id, id, source, key, severity, title, body, state, fired_at, last_at)
    values (${merchantId}, ${alertId}, 'RULE', 'k', 'WARNING', 'Many tries', ${`User ${hidden} tried often`}, 'OPEN',
      now(), now())`.execute(platform.db)
  for (const shared of [true, false]) {
    const view = {
      page: '/transactions',
      name: `${shared} ${hidden}`,
      query: `userId=${hidden}&states=FAILED`,
    }
    const saved = await admin.post('/userdata/filter', { ...view, shared })
    expect(saved.status, saved.text).toBe(200)
  }
}

async function restrict(): Promise<void> {
  known.before = await knownOf(hidden)
  await sql`update notification set status = 'SENT' where merchant_id = ${merchantId}`.execute(platform.db)
  const asked = { merchantId, userId: hidden, confirm: hidden, reason: 'Asked by mail' }
  const made = await officer.post(`/gdpr/erase?${at}`, asked)
  expect(made.body, made.text).toMatchObject({ state: 'RESTRICTED' })
}

beforeAll(async () => {
  platform = await paymentPlatform()
  // Those who check on others see people who are about to be erased; here the administrator is none of them.
  await sql`update backoffice_user set roles = array_remove(roles, 'AUDIT_VIEWER') where username = 'admin'`.execute(
    platform.db,
  )
  shop = await openShop(platform)
  admin = await platform.as('admin')
  officer = await platform.as('gdpr')
  await plant()
  await restrict()
}, 120_000)
afterAll(() => platform.close())

const pseudonym = async () => {
  const { rows } = await sql<{ subject: string }>`select subject from gdpr_request
    where user_id = ${hidden}`.execute(platform.db)
  return rows[0]?.subject ?? ''
}

it('who redeemed a voucher is not said of somebody hidden: in its list, record, versions and file', async () => {
  const [listed] = (await shop.store.get(`/voucher?${at}&keyword=${serials.ofHidden}`)).body.items
  expect(listed).toMatchObject({ state: 'REDEEMED', redeemedBy: null, redeemTxId: null })
  const path = `/voucher/${listed.id}`
  expect((await shop.store.get(`${path}?${at}`)).body).toMatchObject({ redeemedBy: null, redeemTxId: null })
  expect((await shop.store.get(`${path}/history?${at}`)).text).not.toContain(hidden)
  const file = await shop.store.get(`/voucher/export?${at}&format=json`)
  expect(file.status, file.text).toBe(200)
  expect(file.text).toContain(serials.ofHidden)
  expect(file.text).toContain('"another"')
  expect(file.text).not.toContain(hidden)
})

it('no voucher is found by the id of somebody hidden', async () => {
  const found = async (keyword: string, by: Client) =>
    (await by.get(`/voucher?${at}&keyword=${keyword}`)).body.items.map(
      ({ serial }: { serial: string }) => serial,
    )
  expect(await found(hidden, shop.store)).toEqual([])
  expect(await found('another', shop.store)).toEqual([serials.ofAnother])
})

it('the simulator knows somebody hidden no more than somebody who never paid', async () => {
  const asked = (userId: string) => admin.get(`/simulator/user?${at}&userId=${userId}`)
  const [ofHidden, ofNobody] = [await asked(hidden), await asked('nobody_1')]
  expect(ofNobody.body).toEqual({ user: { userId: 'nobody_1' }, found: false })
  expect([ofHidden.status, ofHidden.body]).toEqual([200, { user: { userId: hidden }, found: false }])
})

it('the rules that are tried know no more of their past than of somebody who never paid', async () => {
  const nobody = await knownOf('nobody_1')
  // What differs between two runs by itself, such as an id, and the user id say nothing.
  const chance = new Set([...differing(nobody, await knownOf('nobody_1')), 'userId'])
  const told = differing(known.before, nobody).filter((name) => !chance.has(name))
  expect(told).not.toEqual([])
  expect(differing(await knownOf(hidden), nobody).filter((name) => !chance.has(name))).toEqual([])
})

it('remarks about others name them by their pseudonym at once', async () => {
  const who = await pseudonym()
  const told = await admin.get(`/transaction/${payments.ofAnother}/note?${at}`)
  expect(told.text).toContain(`${who} knows more`)
  expect(told.text).not.toContain(holder)
  const about = await admin.get(`/case/${cases.ofAnother}?${at}`)
  expect(about.status, about.text).toBe(200)
  expect(about.text).not.toContain(holder)
  const voucher = await shop.voucher(serials.remarked)
  expect(voucher.blockReason).toBe(`${who} knows more`)
  const versions = await shop.store.get(`/voucher/${voucher.id}/history?${at}`)
  expect(versions.body.items[0].note).toBe(`${who} knows more`)
  expect(versions.text).not.toContain(holder)
  const alerts = await admin.get(`/alert?${at}`)
  expect(alerts.text).toContain(`User ${who} tried often`)
  expect(alerts.text).not.toContain(hidden)
})

it('views that colleagues share look for them no more; what somebody keeps for themselves stays', async () => {
  const { rows } = await sql<object>`select shared, name, query from saved_view
    where page = '/transactions' and query like '%states=FAILED' order by shared`.execute(platform.db)
  expect(rows).toEqual([
    { shared: false, name: `false ${hidden}`, query: `userId=${hidden}&states=FAILED` },
    { shared: true, name: 'View', query: 'states=FAILED' },
  ])
})

it('what was written about their own payments is kept for those who may see them', async () => {
  expect((await admin.get(`/transaction/${payments.ofHidden}?${at}`)).status).toBe(404)
  const { rows } = await sql<{ text: string }>`select text from tx_note
    where tx_id = ${payments.ofHidden}`.execute(platform.db)
  expect(rows).toEqual([{ text: `${remark} of this` }])
})

it('the log says how much was replaced', async () => {
  const { rows } = await sql<{ after: object }>`select after from audit_entry
    where entity_type = 'gdpr' and action = 'RESTRICT'`.execute(platform.db)
  expect(rows).toMatchObject([{ after: { named: { tx_note: 1, alert: 1, voucher: 1 } } }])
})
