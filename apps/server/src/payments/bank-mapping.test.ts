import { isInState } from '@signalbox/model/reference/status-codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { nordbank } from './connectors/nordbank/dialect.ts'
import type { PspCall } from './connectors/connector.ts'
import { answeredCall } from './testing/answered-call.ts'
import { merchantId, scriptedPlatform, type ScriptedPlatform } from './testing/scripted-platform.ts'
import type { Client } from '../kit/testing/kit-app.ts'

const at = `merchantId=${merchantId}`
let platform: ScriptedPlatform
let admin: Client
let sent: PspCall[]

beforeAll(async () => {
  platform = await scriptedPlatform()
  admin = await platform.as('config')
  platform.services.answer((call) => {
    sent.push(call)
    return {
      kind: 'approved',
      statusNo: 0,
      pspRefId: call.idempotencyKey,
      pspCode: '00',
      pspMessage: 'Approved',
      amount: call.amount,
      captured: true,
      log: answeredCall('PSP', 'psp'),
    }
  })
  await sql`delete from bank_mapping`.execute(platform.db)
})
afterAll(() => platform.close())
beforeEach(() => (sent = []))

let cents = 0
/** Approved where somebody has to, and sent. */
async function payOut(): Promise<number> {
  const amount = { amount: `11.${String(++cents).padStart(2, '0')}`, currency: 'EUR' }
  const id = await platform.pay({ userId: 'banker', amount }, 'withdrawals')
  const { statusNo } = await platform.row(id)
  if (isInState(statusNo, 'WAITING_APPROVAL')) await platform.carryOut(id, 'approve')
  return id
}

const mapping = (title: string, more: object) => ({ title, country: 'DEU', note: 'Test', ...more })

it('sends a payout with what the mapping says about its bank, as it is at that time', async () => {
  const created = await admin.post(
    `/bank-mapping?${at}`,
    mapping('Commerz', { clearingNumber: '^37040044$', swift: 'COBADEFF', bankName: 'Commerzbank' }),
  )
  expect(created.status, created.text).toBe(200)
  const first = await payOut()
  expect(sent.map(({ bank }) => bank)).toEqual([{ swift: 'COBADEFF', bankName: 'Commerzbank' }])
  const { rows } = await sql<{ summary: string }>`select summary from tx_event
    where tx_id = ${first} and type = 'PSP_REQUEST'`.execute(platform.db)
  expect(rows[0]?.summary).toContain('with bank mapping Commerz')

  sent = []
  const changed = await admin.put(`/bank-mapping/${created.body.id}?${at}`, {
    version: 1,
    bankName: 'Commerzbank AG',
    transferType: 'SEPA_INST',
    note: 'Renamed',
  })
  expect(changed.status, changed.text).toBe(200)
  await payOut()
  expect(sent.map(({ bank }) => bank)).toEqual([
    { swift: 'COBADEFF', bankName: 'Commerzbank AG', transferType: 'SEPA_INST' },
  ])

  const found = await admin.get(`/bank-mapping/for-transaction/${first}?${at}`)
  expect(found.body, found.text).toMatchObject({
    isBankPayout: true,
    matched: { title: 'Commerz', merchantId },
    actions: { bankName: 'Commerzbank AG' },
  })

  const removed = await admin.delete(`/bank-mapping/${created.body.id}?${at}&version=2&note=Gone`)
  expect(removed.status, removed.text).toBe(200)
  sent = []
  await payOut()
  expect(sent.map(({ bank }) => bank)).toEqual([undefined])
})

it('asks the rows of the merchant before those above, and never for deposits', async () => {
  for (const [where, bankName] of [
    [1000, 'Above'],
    [merchantId, 'Own'],
  ] as const)
    await admin.post(`/bank-mapping?merchantId=${where}`, mapping(`Bank ${bankName}`, { bankName }))
  await payOut()
  expect(sent.map(({ bank }) => bank)).toEqual([{ bankName: 'Own' }])
  sent = []
  const deposit = await platform.pay()
  expect(sent.map(({ bank }) => bank)).toEqual([undefined])
  const found = await admin.get(`/bank-mapping/for-transaction/${deposit}?${at}`)
  expect(found.body).toEqual({ isBankPayout: false, matched: null, actions: {}, passedOver: [] })
})

it('tells nobody of payments of others', async () => {
  const id = await payOut()
  expect((await admin.get(`/bank-mapping/for-transaction/${id}?merchantId=100010002`)).status).toBe(404)
  expect((await admin.get(`/bank-mapping/for-transaction/1?${at}`)).status).toBe(404)
})

it('is written in the words of the PSP, names no longer than the bank takes', async () => {
  await payOut()
  const call = sent[0]
  if (!call) throw new Error('Nothing was sent')
  const { body } = nordbank.submit({
    ...call,
    instrument: { kind: 'iban', iban: 'DE89370400440532013000', holder: 'Annabella Bergström' },
    bank: { swift: 'COBADEFF', bankName: 'Commerzbank', beneficiaryNameMax: 9, transferType: 'SEPA' },
  })
  expect(JSON.parse(body)).toMatchObject({
    Acct: { IBAN: 'DE89370400440532013000', BIC: 'COBADEFF', Nm: 'Annabella' },
    CdtrAgt: { BICFI: 'COBADEFF', Nm: 'Commerzbank' },
    LclInstrm: 'SEPA',
  })
})
