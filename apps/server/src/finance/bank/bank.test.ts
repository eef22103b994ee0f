import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { camt053, mt940, type BookedEntry } from '@signalbox/sandbox/psp/bank-statement-file'
import { kitApp, type Client, type KitApp } from '../../kit/testing/kit-app.ts'
import { handlers } from './routes.ts'
import { fakePayouts } from './testing/fake-payouts.ts'

const [group, brand, otherBrand] = [100010000, 100010001, 100010002]
const at = `merchantId=${brand}`
const iban = 'DE89370400440532013000'

const payouts = fakePayouts()
let kit: KitApp
let finance: Client
let viewer: Client
let outsider: Client
beforeAll(async () => {
  kit = await kitApp(() => handlers(payouts))
  finance = kit.as({ id: randomUUID(), username: 'finance', roles: ['SETTLEMENTS'] })
  viewer = kit.as({ id: randomUUID(), username: 'viewer', roles: ['OPERATOR_ADMIN'] })
  outsider = kit.as({ id: randomUUID(), username: 'outsider', roles: ['MERCHANT_ADMIN'] })
})
afterAll(() => kit.close())
beforeEach(async () => {
  payouts.clear()
  await sql`delete from bank_entry`.execute(kit.db)
  await sql`delete from bank_statement`.execute(kit.db)
  await sql`delete from bank_account`.execute(kit.db)
})

const entry = (text: string, minor: bigint, more: Partial<BookedEntry> = {}): BookedEntry => ({
  bookedOn: '2026-02-04',
  amount: { minor, currency: 'EUR' },
  bankRef: 'BANK-1',
  reference: 'NOTPROVIDED',
  counterparty: 'Acme Cards',
  text,
  ...more,
})
const statement = (
  closedOn: string,
  opening: bigint,
  entries: readonly BookedEntry[],
  more: object = {},
) => ({
  ref: `STMT-${closedOn}`,
  sequenceNo: 1,
  iban,
  openedOn: closedOn,
  closedOn,
  opening: { minor: opening, currency: 'EUR' },
  entries,
  ...more,
})
const file = (...statements: Parameters<typeof camt053>[0]) => camt053(statements, '08')

const account = async (merchantId = brand, more: object = {}) => {
  const answer = await finance.post(`/bank-account?merchantId=${merchantId}`, {
    name: 'Main',
    accountNo: 'DE89 3704 0044 0532 0130 00',
    currency: 'EUR',
    ...more,
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { id: string; version: number }
}
const send = (content: string, more: object = {}, who = finance, where = at) =>
  who.post(`/bank-statement/import/commit?${where}`, { fileName: 'bank.xml', content, ...more })
const imported = async (content: string, where = at) => {
  const answer = await send(content, {}, finance, where)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const preview = async (content: string, more: object = {}) =>
  (await finance.post(`/bank-statement/import/preview?${at}`, { fileName: 'bank.xml', content, ...more }))
    .body
const entries = async (query = '') => (await finance.get(`/bank-entry?${at}&sort=id${query}`)).body.items
const statements = async (query = '') =>
  (await finance.get(`/bank-statement?${at}&sort=closedOn${query}`)).body.items
const countOf = async (table: string) =>
  Number(
    (await sql<{ n: string }>`select count(*)::text as n from ${sql.table(table)}`.execute(kit.db)).rows[0]
      ?.n,
  )
const firstOpen = async () => (await entries('&open=true'))[0]
const operate = async (id: string, name: string, body: object = {}, who = finance) => {
  const { version } = (await finance.get(`/bank-entry/${id}?${at}`)).body
  return who.post(`/bank-entry/${id}/${name}?${at}`, { version, ...body })
}

describe('importing a statement', () => {
  it('confirms the payouts whose reference and amount fit, and lists the rest', async () => {
    await account()
    payouts.expect('B-417', '99.28')
    payouts.expect('B-418', '10.00')
    payouts.expect('B-419', '55.00')
    const content = file(
      statement('2026-02-04', 100_00n, [
        entry('Payout B-417', 99_28n, { bankRef: 'R1' }),
        entry('Payout B-418', 9_99n),
        entry('no name', 55_00n),
        entry('Rent', -300_00n),
      ]),
    )
    const shown = await preview(content)
    expect(shown).toMatchObject({
      format: 'CAMT053',
      canImport: true,
      statements: [
        { matches: { confirmed: 1, amountDiffers: 1, proposed: 1, unmatched: 1 }, accountName: 'Main' },
      ],
    })
    expect(await countOf('bank_statement')).toBe(0)
    expect(payouts.seen).toEqual([])
    const { matches } = await imported(content)
    expect(matches).toEqual(shown.statements[0].matches)
    expect(payouts.seen).toMatchObject([{ bankRef: 'R1', amount: { minor: 99_28n }, bookedOn: '2026-02-04' }])
    expect((await entries()).map(({ state }: { state: string }) => state)).toEqual([
      'CONFIRMED',
      'AMOUNT_DIFFERS',
      'PROPOSED',
      'UNMATCHED',
    ])
    expect(await statements()).toMatchObject([
      {
        entryCount: 4,
        confirmedCount: 1,
        openCount: 3,
        gap: null,
        opening: { amount: '100.00' },
        closing: { amount: '-35.73' },
        importedBy: 'finance',
      },
    ])
    const [own] = (await finance.get(`/bank-account?${at}`)).body.items
    expect(own).toMatchObject({ lastStatementOn: '2026-02-04', lastClosing: { amount: '-35.73' } })
  })

  it('takes the same statement once, also as MT940, and also when two people send it at once', async () => {
    await account()
    const one = statement('2026-02-04', 100_00n, [entry('Payout', 1_00n)])
    const both = await Promise.all([send(file(one)), send(file(one))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    for (const again of [file(one), mt940([one]), camt053([one], '02')]) {
      const refused = await send(again)
      expect(refused.status).toBe(422)
      expect(refused.body.fields[0].message).toContain('already imported')
    }
    const changed = await send(file({ ...one, entries: [entry('Payout', 2_00n)] }))
    expect(changed.body.fields[0].message).toContain('already imported with other content')
    expect(await countOf('bank_statement')).toBe(1)
    expect(await countOf('bank_entry')).toBe(1)
  })

  it('takes nothing of a file in which one statement is wrong', async () => {
    await account()
    const good = statement('2026-02-04', 100_00n, [entry('Payout', 1_00n)])
    const bad = file(good, statement('2026-02-05', 101_00n, [entry('Payout', 5_55n)])).replace(
      '>5.55<',
      '>5.56<',
    )
    expect(
      (await preview(bad)).statements.map(({ problems }: { problems: string[] }) => problems.length),
    ).toEqual([0, 1])
    const refused = await send(bad)
    expect(refused.status).toBe(422)
    expect(refused.body.fields).toHaveLength(1)
    expect(refused.body.fields[0].message).toContain(
      'the entries make 106.56 EUR, but the closing balance is 106.55 EUR',
    )
    expect(await countOf('bank_statement')).toBe(0)
  })

  it('takes no statement of a day that is not over', async () => {
    await account()
    const refused = await send(file(statement('2999-02-04', 100_00n, [entry('Payout', 1_00n)])))
    expect([refused.status, refused.body.fields?.[0]?.message]).toEqual([
      422,
      expect.stringContaining('It closes after today'),
    ])
  })

  it('tells gaps between statements, and closes them when the missing one comes', async () => {
    await account()
    await imported(file(statement('2026-02-02', 100_00n, [entry('a', 1_00n)])))
    const third = file(statement('2026-02-04', 103_00n, [entry('c', 1_00n)]))
    expect((await preview(third)).statements[0].warnings).toEqual([
      'Opens with 103.00 EUR, but statement STMT-2026-02-02 of 2026-02-02 closed with 101.00 EUR',
    ])
    await imported(third)
    expect((await statements()).map(({ gap }: { gap: string | null }) => gap !== null)).toEqual([false, true])
    expect(await statements('&gaps=true')).toHaveLength(1)
    await imported(file(statement('2026-02-03', 101_00n, [entry('b', 2_00n)])))
    expect((await statements()).map(({ gap }: { gap: string | null }) => gap)).toEqual([null, null, null])
  })

  it('needs an account of the same number and currency, which can be added with it', async () => {
    const content = file(statement('2026-02-04', 0n, [entry('Payout', 1_00n)]))
    expect((await send(content)).body.fields[0].message).toContain(`No bank account ${iban} in EUR`)
    await account(brand, { currency: 'SEK' })
    expect((await send(content)).status).toBe(422)
    expect((await send(content, { addAccounts: true })).status).toBe(200)
    expect((await finance.get(`/bank-account?${at}`)).body.total).toBe(2)
  })

  it('takes no account with a mistyped IBAN, neither with a file nor by hand, and other numbers as they are', async () => {
    const wrong = 'DE88370400440532013000'
    const content = file(statement('2026-02-04', 0n, [entry('Payout', 1_00n)], { iban: wrong }))
    const refused = await send(content, { addAccounts: true })
    expect([refused.status, refused.body.fields?.[0]?.message]).toEqual([
      422,
      `Statement STMT-2026-02-04 of 2026-02-04: Invalid IBAN: ${wrong}`,
    ])
    const byHand = (accountNo: string) =>
      finance.post(`/bank-account?${at}`, { name: 'By hand', accountNo, currency: 'EUR' })
    for (const accountNo of [wrong, 'de88 3704 0044 0532 0130 00', 'SE455000000005839825746'])
      expect(await byHand(accountNo), accountNo).toMatchObject({
        status: 422,
        body: { fields: [{ field: 'accountNo', message: 'Invalid IBAN' }] },
      })
    const { id, version } = await account()
    const changed = await finance.put(`/bank-account/${id}?${at}`, { version, accountNo: wrong })
    expect(changed.body.fields?.[0]?.message).toBe('Invalid IBAN')
    for (const accountNo of ['20070000/0123456', 'DEUTDEFF/1234567', '1234-5678 90'])
      expect((await byHand(accountNo)).status, accountNo).toBe(200)
  })

  it('finds batches of the merchants below the account’s, and none of others', async () => {
    await account(group)
    payouts.expect('B-1', '1.00', { merchantId: otherBrand })
    await imported(file(statement('2026-02-04', 0n, [entry('B-1', 1_00n)])), `merchantId=${group}`)
    expect(payouts.seen).toHaveLength(1)
    await sql`update bank_statement set fingerprint = 'other', statement_ref = 'other'`.execute(kit.db)
    await account(brand, { accountNo: 'SE4550000000058398257466' })
    payouts.expect('B-2', '2.00', { merchantId: otherBrand })
    await imported(
      file(statement('2026-02-05', 0n, [entry('B-2', 2_00n)], { iban: 'SE4550000000058398257466' })),
    )
    expect(payouts.seen).toHaveLength(1)
  })

  it('keeps no card numbers', async () => {
    await account()
    await imported(file(statement('2026-02-04', 0n, [entry('Refund to 4111111111111111 today', 1_00n)])))
    const [only] = await entries()
    const { text } = (await finance.get(`/bank-entry/${only.id}?${at}`)).body
    expect(text).toContain('1111 today')
    expect(text).not.toContain('4111111111111111')
  })

  it('is for those who reconcile; others look or see nothing', async () => {
    await account()
    const content = file(statement('2026-02-04', 0n, []))
    expect((await send(content, {}, viewer)).status).toBe(403)
    expect((await send(content, {}, outsider)).status).toBe(403)
    await imported(content)
    expect((await viewer.get(`/bank-statement?${at}`)).body.total).toBe(1)
    expect((await outsider.get(`/bank-statement?${at}`)).status).toBe(403)
    expect((await finance.get(`/bank-statement?merchantId=${otherBrand}`)).body.total).toBe(0)
  })

  it.each([
    ['', 422],
    ['hello', 422],
    [`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`, 422],
    [`:20:X\n:25:${iban}\n:28C:1/1\n:60F:C260204EUR1,\n`, 422],
  ])('refuses %j', async (content, status) => {
    expect((await send(content)).status).toBe(status)
    expect(await countOf('bank_statement')).toBe(0)
  })
})

describe('an open entry', () => {
  const open = async (text: string, minor: bigint) => {
    await account()
    await imported(file(statement('2026-02-04', 0n, [entry(text, minor)])))
    return firstOpen()
  }

  it('is confirmed as proposed, once, whoever is quicker', async () => {
    payouts.expect('B-1', '5.00')
    const { id, version } = await open('no name', 5_00n)
    const both = await Promise.all([operate(id, 'confirm', { version }), operate(id, 'confirm', { version })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(payouts.seen).toHaveLength(1)
    expect(await entries()).toMatchObject([{ state: 'CONFIRMED', matchedBy: 'finance', batchRef: 'B-1' }])
    expect(await statements()).toMatchObject([{ confirmedCount: 1, openCount: 0 }])
  })

  it('is linked by hand with a reason, and the difference stays written', async () => {
    payouts.expect('B-1', '5.00')
    payouts.expect('S-1', '5.00', { net: { minor: 5_00n, currency: 'SEK' } })
    payouts.expect('B-2', '7.00', { isPaid: true })
    payouts.expect('B-3', '7.00')
    payouts.expect('B-3', '7.00', { psp: 'borealpay' })
    const { id } = await open('unknown', 4_00n)
    const link = (batch: string, reason = 'Called the PSP') => operate(id, 'link-batch', { batch, reason })
    expect((await link('B-1', '')).status).toBe(422)
    expect((await link('none')).body.fields[0].code).toBe('UNKNOWN')
    expect((await link('S-1')).body.fields[0].code).toBe('CURRENCY')
    expect((await link('B-2')).body.fields[0].code).toBe('PAID')
    expect((await link('B-3')).body.fields[0].code).toBe('SEVERAL')
    expect((await operate(id, 'link-batch', { batch: 'B-1', reason: 'x' }, viewer)).status).toBe(403)
    expect((await link('B-1')).body).toMatchObject({
      state: 'CONFIRMED',
      matchNote: 'Differs from the batch by -1.00 EUR',
    })
    expect(payouts.seen).toMatchObject([{ amount: { minor: 4_00n } }])
    expect((await link('B-1')).status).toBe(409)
  })

  it('is set aside with a reason and comes back when it is reopened', async () => {
    payouts.expect('B-1', '5.00')
    const { id } = await open('Interest', 3_00n)
    expect((await operate(id, 'set-aside')).status).toBe(422)
    expect((await operate(id, 'reopen', { reason: 'x' })).status).toBe(409)
    expect((await operate(id, 'set-aside', { reason: 'Interest of the bank' })).body.state).toBe('SET_ASIDE')
    expect(await entries('&open=true')).toEqual([])
    expect((await operate(id, 'confirm')).status).toBe(409)
    expect((await operate(id, 'reopen', { reason: 'Not interest' })).body.state).toBe('UNMATCHED')
  })

  it('is matched again once the settlement file is there', async () => {
    await open('Payout B-9', 9_00n)
    payouts.expect('B-9', '9.00')
    const again = await finance.post(`/bank-entry/match?${at}`)
    expect(again.body).toEqual({
      looked: 1,
      matches: { confirmed: 1, amountDiffers: 0, proposed: 0, unmatched: 0 },
    })
    expect(payouts.seen).toHaveLength(1)
    expect((await finance.post(`/bank-entry/match?${at}`)).body.looked).toBe(0)
  })
})

describe('a bank account', () => {
  it('is one per number and currency, and keeps both once it has statements', async () => {
    const { id, version } = await account()
    const again = { name: 'Other', accountNo: iban.toLowerCase(), currency: 'EUR' }
    expect((await finance.post(`/bank-account?${at}`, again)).status).toBe(409)
    expect((await finance.post(`/bank-account?${at}`, { ...again, accountNo: '<b>' })).status).toBe(422)
    await imported(file(statement('2026-02-04', 0n, [])))
    const change = (body: object) => finance.put(`/bank-account/${id}?${at}`, { version, ...body })
    expect((await change({ currency: 'SEK' })).status).toBe(409)
    expect((await finance.delete(`/bank-account/${id}?${at}&version=${version}`)).status).toBe(409)
    expect((await change({ name: 'Operating account' })).body.name).toBe('Operating account')
  })
})
