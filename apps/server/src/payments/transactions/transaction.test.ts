import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { isInState } from '@signalbox/model/reference/status-codes'
import { detailFields, listFields } from '@signalbox/model/transaction/shapes'
import { parseCsv } from '@signalbox/model/text/csv'
import { mayMove } from '@signalbox/model/payments/transitions'
import type { Role } from '@signalbox/model/access/roles'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { insertApproval } from '../core/record/approval-store.ts'
import { transactionColumns } from '../core/record/transaction-columns.ts'
import { insertGenerated } from './testing/fixture-store.ts'
import { transactionGenerator, type Generated } from './testing/generated-transaction.ts'
import { histories } from './testing/histories.ts'
import { emailHash, transactionApp } from './testing/transaction-app.ts'

const brand = 100010001
const now = new Date('2026-11-16T12:00:00.000Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs

let kit: KitApp
let viewer: Client
const made: Generated[] = []
const at = (roles: Role[]) => kit.as({ roles })

beforeAll(async () => {
  kit = await transactionApp()
  kit.clock.now = now
  viewer = at(['TRANSACTION_VIEWER', 'TRANSACTION_DETAIL_VIEWER'])
  const generator = transactionGenerator({ seed: 3, merchants: [brand], users: 12, emailHash })
  for (let i = 0; i < 120; i++) {
    const payment = generator.payment(now.getTime() - (i < 40 ? i * 60_000 : i * dayMs))
    made.push(payment, ...[generator.child(payment) ?? []].flat())
  }
  await insertGenerated(kit.db, made)
})
afterAll(() => kit.close())

const rowsOf = async (query: string, by = viewer): Promise<TransactionRow[]> => {
  const { status, body, text } = await by.get(`/transaction?merchantId=${brand}&limit=1000&${query}`)
  expect(status, text).toBe(200)
  return body.items as TransactionRow[]
}
const one = (test: (tx: Transaction) => boolean): Transaction =>
  (made.find(({ transaction }) => test(transaction)) as Generated).transaction

it('generates only what the state machine allows', () => {
  for (const { name, moves } of histories)
    for (const [index, { to }] of moves.entries())
      expect(mayMove(moves[index - 1]?.to ?? null, to), `${name} → ${to}`).toBe(true)
})

describe('the declaration', () => {
  it('has every column of the table, and no other', async () => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'transaction'`.execute(kit.db)
    expect(transactionColumns.map(({ column }) => column).toSorted()).toEqual(
      rows.map(({ name }) => name).toSorted(),
    )
  })

  it('is what the list, its export and the open payment show', async () => {
    const [first] = await rowsOf('created=..')
    expect(Object.keys(listFields).filter((name) => !(name in (first ?? {})))).toEqual([])
    const { body } = await viewer.get(`/transaction/${first?.id}?merchantId=${brand}`)
    const shown = { ...listFields, ...detailFields }
    expect(Object.keys(shown).filter((name) => !(name in (body as object)))).toEqual([])
    const exporter = at(['MERCHANT_SUPPORT'])
    const file = await exporter.get(`/transaction/export?merchantId=${brand}&created=..&format=json`)
    const [line] = JSON.parse(file.text) as object[]
    expect(Object.keys(line ?? {})).toEqual(Object.keys(listFields))
  })
})

describe('the list', () => {
  it('shows today without test users unless asked for something else', async () => {
    const today = await rowsOf('')
    expect(today.length).toBeGreaterThan(20)
    expect(today.every(({ created, isTestUser }) => created.startsWith('2026-11-16') && !isTestUser)).toBe(
      true,
    )
    const old = one(({ created }) => created < '2026-10-01')
    expect((await rowsOf(`userId=${old.userId}`)).map(({ id }) => id)).toContain(old.id)
    expect((await rowsOf('created=..&testUsers=true')).length).toBe(made.length)
  })

  it.each<[string, (tx: Transaction) => string]>([
    ['id', ({ id }) => String(id)],
    ['reference', ({ id }) => `${brand}A${id}`],
    ['email', ({ email }) => String(email).toUpperCase()],
    ['masked card', ({ maskedUserAccount }) => String(maskedUserAccount)],
    ['user', ({ userId }) => userId],
    ['PSP reference', ({ pspRefId }) => String(pspRefId)],
  ])('finds by %s what somebody pastes', async (_what, term) => {
    const wanted = one(
      ({ pspRefId, bin, created }) => pspRefId !== null && bin !== null && created < '2026-11-01',
    )
    const found = await rowsOf(`keyword=${encodeURIComponent(term(wanted))}`)
    expect(found.map(({ id }) => id)).toContain(wanted.id)
    expect(found.length).toBeLessThan(made.length / 2)
  })

  it('finds by what somebody pastes only what the filter beside it lets through', async () => {
    const [wanted, other] = [one(({ bin }) => bin !== null), one(({ bin }) => bin === null)]
    const reference = `${brand}A${wanted.id}`
    expect(await rowsOf(`keyword=${reference}&txRefId=${brand}A${other.id}`)).toEqual([])
    expect((await rowsOf(`keyword=${reference}&txRefId=${reference}`)).map(({ id }) => id)).toEqual([
      wanted.id,
    ])
  })

  it('finds nothing by half a term', async () => {
    expect(await rowsOf('keyword=player')).toEqual([])
    expect(await rowsOf('keyword=user1@')).toEqual([])
  })

  it.each([
    'sort=info:asc',
    'amount=lots',
    'created=yesterday',
    'bin=12',
    'attribute=x',
    'cursor=x',
    'whose=mine',
  ])('refuses %s', async (query) => {
    expect((await viewer.get(`/transaction?merchantId=${brand}&${query}`)).status).toBe(422)
  })
})

describe('masking', () => {
  it('hides what names the user where the merchant says so, except from those who may see it', async () => {
    await kit.db.updateTable('merchant').set({ maskSensitiveData: true }).where('id', '=', brand).execute()
    const wanted = one(({ bin }) => bin !== null)
    const path = `/transaction/${wanted.id}?merchantId=${brand}`
    const hidden = (await viewer.get(path)).body
    expect(hidden).toMatchObject({
      masked: true,
      maskedUserAccount: wanted.maskedUserAccount,
      dob: '1981-**-**',
    })
    expect(hidden.email).toMatch(/^u\*\*\*@e\*\*\*\.com$/)
    expect(hidden.ipAddr).toMatch(/\.0\/24$/)
    const iban = one(({ maskedUserAccount }) => maskedUserAccount?.startsWith('SE45') ?? false)
    expect((await rowsOf(`id=${iban.id}`))[0]?.maskedUserAccount).toMatch(/^SE45\*+\d{4}$/)
    const seen = (await at(['TRANSACTION_VIEWER', 'DATA_VIEWER']).get(path)).body
    expect(seen).toMatchObject({ masked: false, email: wanted.email, ipAddr: wanted.ipAddr })
    await kit.db.updateTable('merchant').set({ maskSensitiveData: false }).where('id', '=', brand).execute()
  })
})

describe('customer service', () => {
  it('finds whole terms of the last 31 days and nothing else', async () => {
    const agent = at(['AGENT'])
    expect(await rowsOf('created=..', agent)).toEqual([])
    expect(await rowsOf('state=FAILED', agent)).toEqual([])
    const { userId } = one(({ created }) => created.startsWith('2026-11-16'))
    const found = await rowsOf(`userId=${userId}`, agent)
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ created }) => Date.parse(created) > now.getTime() - 31 * dayMs)).toBe(true)
    const old = one(({ created }) => created < '2026-10-01')
    expect(await rowsOf(`id=${old.id}`, agent)).toEqual([])
    expect((await agent.get(`/transaction/${old.id}?merchantId=${brand}`)).status).toBe(404)
    expect((await agent.get(`/transaction/export?merchantId=${brand}`)).status).toBe(403)
    expect((await agent.get(`/transaction/${old.id}/call?merchantId=${brand}`)).status).toBe(403)
    expect((await agent.post(`/transaction/${old.id}/note?merchantId=${brand}`, { text: 'x' })).status).toBe(
      403,
    )
  })
})

describe('approvers', () => {
  it('see what waits and what they decided, and nothing else', async () => {
    const id = '01900000-0000-7000-8000-0000000000a1'
    const approver = kit.as({ roles: ['FIRST_APPROVER'], id })
    const waiting = made.filter(({ transaction: { statusNo } }) => isInState(statusNo, 'WAITING_APPROVAL'))
    const seen = await rowsOf('created=..&testUsers=true', approver)
    expect(seen.map((row) => row.id).toSorted()).toEqual(
      waiting.map(({ transaction }) => transaction.id).toSorted(),
    )
    const first = await rowsOf('approval=first&testUsers=true', approver)
    expect(first.every(({ statusCodeNo }) => statusCodeNo === 351)).toBe(true)
    expect(first.map((row) => row.id)).toEqual(first.map((row) => row.id).toSorted((a, b) => a - b))
    const done = one(({ statusNo }) => statusNo === 1)
    const path = `/transaction/${done.id}?merchantId=${brand}`
    expect((await approver.get(path)).status).toBe(404)
    expect(await rowsOf('approval=mine&testUsers=true', approver)).toEqual([])
    await insertApproval(
      kit.db,
      { merchantId: brand, txId: done.id },
      {
        level: 1,
        decision: 'APPROVE',
        userId: id,
        username: 'approver1',
        people: [],
        at: now,
        tagId: null,
        info: 'Known customer',
      },
    )
    expect((await approver.get(path)).body.approvals).toMatchObject([
      { username: 'approver1', info: 'Known customer' },
    ])
    expect((await rowsOf('approval=mine&testUsers=true', approver)).map((row) => row.id)).toEqual([done.id])
    expect((await approver.get(`/transaction?merchantId=${brand}&approval=all`)).status).toBe(422)
    expect((await approver.get(`/transaction/export?merchantId=${brand}`)).status).toBe(403)
  })
})

describe('the export', () => {
  it('holds what is filtered, the columns as they stand, and is written down', async () => {
    const support = at(['MERCHANT_SUPPORT', 'AUDIT_VIEWER'])
    const query = `merchantId=${brand}&created=..&state=FAILED&columns=id,amount,state,created`
    const { text, status } = await support.get(`/transaction/export?${query}`)
    expect(status).toBe(200)
    const { header, rows } = parseCsv(text, { separator: ',' })
    expect(header).toEqual(['Id', 'Amount', 'Amount currency', 'State', 'Created'])
    const listed = await rowsOf('created=..&state=FAILED', support)
    expect(rows.map(({ cells }) => cells[0])).toEqual(listed.map(({ id }) => String(id)))
    expect(rows[0]?.cells.slice(1, 3)).toEqual([listed[0]?.amount.amount, listed[0]?.amount.currency])
    expect((await viewer.get(`/transaction/export?merchantId=${brand}`)).status).toBe(403)
    expect((await support.get(`/transaction/export?${query},secret`)).status).toBe(422)
  })
})

describe('an open transaction', () => {
  it('links to the merchant’s own systems, values written as addresses want them', async () => {
    const wanted = one(({ userId }) => userId !== '')
    const { body } = await viewer.get(`/transaction/${wanted.id}?merchantId=${brand}`)
    expect(body.externalLinks).toEqual([
      {
        column: 'userId',
        title: 'Player',
        url: `https://crm.example/p/${encodeURIComponent(wanted.userId)}`,
      },
      {
        column: 'txRefId',
        title: 'Ledger',
        url: `https://books.example/?ref=${brand}A${wanted.id}`,
      },
    ])
  })

  it('says what is left to refund, everything under way counted', async () => {
    const { id } = one(
      ({ statusNo, method, refundedAmountMinor }) =>
        statusNo === 0 && method === 'DEPOSIT' && refundedAmountMinor === 0n,
    )
    await sql`update transaction set captured_minor = 1000, psp_captured_minor = 1000, authorized_minor = 1000, refunding_minor = 300,
      chargeback_minor = 200 where id = ${id}`.execute(kit.db)
    await sql`insert into transaction select (jsonb_populate_record(t, ${JSON.stringify({
      id: id + 1,
      origin_tx_id: id,
      tx_type: 'ManualChargeback',
      method: 'CHARGEBACK',
      amount_minor: -200,
      tx_amount_minor: -200,
      psp_amount_minor: 200,
      fee_minor: 0,
      vat_minor: 0,
      authorized_minor: 0,
      captured_minor: 0,
      psp_captured_minor: 0,
      refunding_minor: 0,
      chargeback_minor: 0,
    })}::jsonb)).* from transaction t where t.id = ${id}`.execute(kit.db)
    const { body } = await viewer.get(`/transaction/${id}/reason?merchantId=${brand}`)
    expect(body.left).toMatchObject({
      capture: null,
      refund: { amount: expect.stringMatching(/^(5\.00|500|0\.500)$/) },
    })
    expect(body.corrections.map(({ type }: { type: string }) => type)).toEqual([
      'ManualChargeback',
      'ManualChargebackWon',
      'ManualRefund',
      'ManualRequestForInfo',
      'ManualNotificationOfFraud',
    ])
  })

  it('tells its history, its attempts, its family and what its user did', async () => {
    const { transaction } = made.find(({ history }) => history.name === 'refunded') as Generated
    const get = async (part: string) =>
      (await viewer.get(`/transaction/${transaction.id}${part}?merchantId=${brand}`)).body
    expect((await get('/timeline')).events.map(({ toNo }: { toNo: number }) => toNo)).toEqual([
      100, 203, 204, 200, 0,
    ])
    expect((await get('/attempt')).attempts).toMatchObject([{ no: 1, psp: transaction.psp }])
    const { items } = await get('/related')
    expect(items).toMatchObject([{ id: transaction.id }, { originTxId: transaction.id, txType: 'Refund' }])
    const fromChild = await viewer.get(`/transaction/${items[1].id}/related?merchantId=${brand}`)
    expect(fromChild.body.items).toEqual(items)
    const { methods, months } = await get('/user')
    expect(methods.length).toBeGreaterThan(0)
    expect(months).toHaveLength(12)
    const paid = await rowsOf(
      `created=..&testUsers=true&userId=${transaction.userId}&state=SUCCESSFUL&method=DEPOSIT`,
    )
    expect(paid.length).toBeGreaterThan(0)
    expect(months.reduce((sum: number, { deposits }: { deposits: number }) => sum + deposits, 0)).toBe(
      paid.length,
    )
    expect(await get('/posting')).toEqual({ entries: [] })
    expect(await get('/decision')).toEqual({ decisions: [] })
    expect(await get('/reason')).toMatchObject({
      required: false,
      tags: { refund: [{ id: 'wrong', name: 'Wrong amount' }] },
    })
    const both = await rowsOf(`id=${transaction.id}&includeRelated=true`)
    expect(both.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }: { id: number }) => id))
  })

  it('does not exist for others, and is no word', async () => {
    const { id } = one(() => true)
    expect((await viewer.get(`/transaction/${id}?merchantId=100020000`)).status).toBe(404)
    expect((await viewer.get(`/transaction/1?merchantId=${brand}`)).status).toBe(404)
    expect((await viewer.get(`/transaction/abc?merchantId=${brand}`)).status).toBe(422)
  })

  it('writes down who looked at its calls', async () => {
    const { id } = one(() => true)
    expect((await viewer.get(`/transaction/${id}/call?merchantId=${brand}`)).body).toEqual({
      logs: [],
      callbacks: [],
      notifications: [],
    })
    const { items } = (await viewer.get(`/transaction/${id}/audit?merchantId=${brand}`)).body
    expect(items).toMatchObject([{ action: 'VIEW_LOG', actorName: 'tester', result: 'OK' }])
  })
})

describe('notes', () => {
  it('are added, counted, taken back by their author alone, and stay', async () => {
    const { id } = one(({ noteCount }) => noteCount === 0)
    const path = `/transaction/${id}/note`
    const query = `?merchantId=${brand}`
    const added = await viewer.post(path + query, { text: '  Called the user  ' })
    expect(added.body).toMatchObject({
      text: 'Called the user',
      author: 'tester',
      struckAt: null,
      mine: true,
    })
    expect((await rowsOf(`id=${id}`))[0]?.noteCount).toBe(1)
    const other = kit.as({ roles: ['TRANSACTION_VIEWER'], id: '01900000-0000-7000-8000-000000000002' })
    const strike = `${path}/${added.body.id}/strike${query}`
    expect((await other.post(strike)).status).toBe(404)
    expect((await viewer.post(strike)).body).toMatchObject({
      text: 'Called the user',
      struckAt: now.toISOString(),
    })
    expect((await viewer.post(strike)).status).toBe(404)
    expect((await other.get(path + query)).body.items).toMatchObject([
      { mine: false, text: 'Called the user' },
    ])
    expect((await viewer.post(path + query, { text: ' ' })).status).toBe(422)
    expect(await rowsOf('hasNotes=true&created=..')).toHaveLength(1)
    const { items } = (await viewer.get(`/transaction/${id}/audit${query}`)).body
    expect(items.map(({ action }: { action: string }) => action)).toContain('NOTE_STRUCK')
  })
})
