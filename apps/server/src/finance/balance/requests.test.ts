import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ledgerRequestsToDecide } from './read-model.ts'
import {
  adjustment,
  at,
  audited,
  brand,
  check,
  closeBalance,
  draft,
  emptyBooks,
  group,
  kit,
  line,
  openBalance,
  openBankAccount,
  people,
  put,
  runCheck,
  stranger,
} from './testing/balance-app.ts'
import { testUser } from '../../kit/testing/kit-app.ts'

beforeAll(openBalance)
afterAll(closeBalance)
afterEach(emptyBooks)

const propose = (body: object = adjustment(), who = people().anna) =>
  who.post(`/ledger-request/adjustment?${at()}`, body)
const decide = async (id: string, verb: string, who = people().bert, body: object = {}) => {
  const { version } = (await people().viewer.get(`/ledger-request/${id}?${at()}`)).body
  return who.post(`/ledger-request/${id}/${verb}?${at()}`, { version, ...body })
}
const balanceOf = async (account: string) => {
  const { body } = await people().viewer.get(`/balance/accounts?${at()}`)
  return body.accounts.find((each: { account: string }) => each.account === account)?.balance.amount ?? '0'
}
const funds = `USER_FUNDS:${brand}::EUR`

describe('an adjustment', () => {
  it('is posted when another person approves it, and can be followed from the account to who proposed it', async () => {
    const { body: request, text } = await propose()
    expect(request, text).toMatchObject({
      state: 'WAITING',
      title: 'Adjustment of 12.34 EUR',
      requestedBy: 'anna',
    })
    expect(await balanceOf(funds)).toBe('0')
    const approved = await decide(request.id, 'approve')
    expect(approved.body, approved.text).toMatchObject({ state: 'APPROVED', decidedBy: 'bert', version: 2 })
    expect(await balanceOf(funds)).toBe('-12.34')
    const postings = await people().viewer.get(
      `/ledger-posting?${at()}&accountKey=${encodeURIComponent(funds)}`,
    )
    expect(postings.body.items, postings.text).toMatchObject([
      { credit: { amount: '12.34', currency: 'EUR' }, debit: null, valueDate: '2026-03-09' },
    ])
    const entry = await people().viewer.get(`/balance/entry/${postings.body.items[0].entryId}?${at()}`)
    expect(entry.body).toMatchObject({
      requestId: request.id,
      notReversible: null,
      description: 'Booked to the wrong account (proposed by anna)',
      createdBy: 'bert',
    })
    expect(await audited(request.id)).toEqual(['anna CREATE', 'bert APPROVE'])
    const history = await people().viewer.get(`/ledger-request/${request.id}/history?${at()}`)
    expect(history.body.items).toHaveLength(2)
    expect(await check()).toEqual([])
  })

  it('is decided by another person only, and once', async () => {
    const { body: request } = await propose()
    const { anna, bert, viewer } = people()
    expect(await decide(request.id, 'approve', anna)).toMatchObject({
      status: 403,
      body: { code: 'FOUR_EYES' },
    })
    expect(await decide(request.id, 'reject', anna, { reason: 'No' })).toMatchObject({ status: 403 })
    expect((await decide(request.id, 'approve', viewer)).status).toBe(403)
    expect((await decide(request.id, 'withdraw', bert)).status).toBe(409)
    expect((await decide(request.id, 'approve', bert, { version: 7 })).body.code).toBe('VERSION_CONFLICT')
    const both = await Promise.all([1, 2, 3].map(() => decide(request.id, 'approve')))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await balanceOf(funds)).toBe('-12.34')
    expect(await decide(request.id, 'reject', bert, { reason: 'Late' })).toMatchObject({
      status: 409,
      body: { message: 'The request was approved by bert.' },
    })
  })

  it('leaves nothing when it is rejected or withdrawn', async () => {
    const first = (await propose()).body
    expect((await decide(first.id, 'reject')).status).toBe(422)
    expect((await decide(first.id, 'reject', people().bert, { reason: 'Not ours' })).body).toMatchObject({
      state: 'REJECTED',
      decisionNote: 'Not ours',
    })
    const second = (await propose()).body
    expect((await decide(second.id, 'withdraw', people().anna)).body.state).toBe('WITHDRAWN')
    expect((await decide(second.id, 'approve')).status).toBe(409)
    expect(await balanceOf(funds)).toBe('0')
  })

  it.each([
    [
      'does not balance',
      { lines: [line('BANK', 'DEBIT', '5', 'main'), line('USER_FUNDS', 'CREDIT', '4')] },
      'lines',
    ],
    [
      'balances only across currencies',
      { lines: [line('BANK', 'DEBIT', '5', 'main'), line('USER_FUNDS', 'CREDIT', '5', '', 'SEK')] },
      'lines',
    ],
    ['has one line', { lines: [line('USER_FUNDS', 'CREDIT', '4')] }, 'lines'],
    [
      'has nothing on a line',
      { lines: [line('USER_FUNDS', 'DEBIT', '0'), line('USER_FUNDS', 'CREDIT', '0')] },
      'lines.0.amount',
    ],
    [
      'is negative',
      { lines: [line('USER_FUNDS', 'DEBIT', '-1'), line('USER_FUNDS', 'CREDIT', '-1')] },
      'lines.0.amount',
    ],
    [
      'has parts of a cent',
      { lines: [line('USER_FUNDS', 'DEBIT', '1.001'), line('USER_FUNDS', 'CREDIT', '1.001')] },
      'lines.0.amount',
    ],
    [
      'is for an unknown currency',
      { lines: [line('USER_FUNDS', 'DEBIT', '1', '', 'XXQ'), line('USER_FUNDS', 'CREDIT', '1', '', 'XXQ')] },
      'lines.0.amount.currency',
    ],
    [
      'names no PSP',
      { lines: [line('PSP_FEE_EXPENSE', 'DEBIT', '1'), line('USER_FUNDS', 'CREDIT', '1')] },
      'lines.0.dimension',
    ],
    [
      'names an account nobody has',
      { lines: [line('USER_FUNDS', 'DEBIT', '1', 'mine'), line('USER_FUNDS', 'CREDIT', '1')] },
      'lines.0.dimension',
    ],
    [
      'has a colon in a name',
      { lines: [line('BANK', 'DEBIT', '1', 'a:b'), line('USER_FUNDS', 'CREDIT', '1')] },
      'lines.0.dimension',
    ],
    ['is for tomorrow', { valueDate: '2026-03-11' }, 'valueDate'],
    [
      'fills an account',
      {
        lines: [
          line('BANK', 'DEBIT', '10000000000000.01', 'main'),
          line('USER_FUNDS', 'CREDIT', '10000000000000.01'),
        ],
      },
      'lines.0.amount',
    ],
    ['is for no day', { valueDate: '2026-02-30' }, 'valueDate'],
    ['gives no reason', { reason: '  ' }, 'reason'],
    [
      'has a file that is none',
      { file: { name: 'a.pdf', content: Buffer.from('hello').toString('base64') } },
      'file',
    ],
  ])('is refused when it %s', async (_why, given, field) => {
    const refused = await propose(adjustment(given))
    expect(refused.status, refused.text).toBe(422)
    expect(refused.body.fields[0].field).toBe(field)
  })

  it.each([
    ['PSP_RECEIVABLE', 'acmecards/3DS', 'PSP receivable', 'payments that are not settled'],
    ['PSP_FEE_ACCRUED', 'acmecards', 'PSP fees accrued', 'the fees of payments that are not settled'],
    ['RESERVE_HELD', 'acmecards', 'Reserve held', 'what settlements say is held back'],
    ['WITHDRAWAL_RESERVED', '', 'Withdrawals reserved', 'withdrawals that are under way'],
    ['SUSPENSE', 'acmecards', 'Suspense', 'open cases'],
    ['VOUCHER_LIABILITY', 'GIFT', 'Voucher liability', 'vouchers outstanding'],
    ['PLATFORM_FEES_PAYABLE', 'C-00001', 'Platform fees payable', 'the invoices of the customer'],
  ])(
    'is refused on %s, which would no longer agree with what it is the sum of',
    async (type, dimension, label, kept) => {
      const lines = [line(type, 'DEBIT', '5', dimension), line('USER_FUNDS', 'CREDIT', '5')]
      const fields = [
        {
          field: 'lines.0.type',
          code: 'CONTROL_ACCOUNT',
          message: `${label} must equal ${kept}; an adjustment would make it differ. Correct it there`,
        },
      ]
      expect(await propose(adjustment({ lines }))).toMatchObject({ status: 422, body: { fields } })
      // Nor is one carried out that was proposed before.
      const { body: request } = await propose()
      await sql`update ledger_request set lines = ${JSON.stringify(lines)}::jsonb where id = ${request.id}`.execute(
        kit.db,
      )
      expect(await decide(request.id, 'approve')).toMatchObject({ status: 422, body: { fields } })
      expect(await balanceOf(funds)).toBe('0')
    },
  )

  it('names only accounts of what there is: a bank account, a PSP, two currencies, or what the books have', async () => {
    await openBankAccount(group, 'Nordea EUR')
    await openBankAccount(stranger, 'Elsewhere')
    const against = async (type: string, dimension: string) => {
      const lines = [line(type, 'DEBIT', '5', dimension), line('USER_FUNDS', 'CREDIT', '5')]
      const { status, body } = await propose(adjustment({ lines }))
      return [status, body.fields?.[0]?.field, body.fields?.[0]?.message]
    }
    const fine = [200, undefined, undefined]
    const refused = (message: string) => [422, 'lines.0.dimension', message]
    const known = 'Known: main, Nordea EUR'
    expect(await against('BANK', 'Nordea EUR')).toEqual(fine)
    expect(await against('BANK', 'main')).toEqual(fine)
    expect(await against('BANK', 'Main')).toEqual(refused(`There is no bank account Main. ${known}`))
    expect(await against('BANK', 'Elsewhere')).toEqual(
      refused(`There is no bank account Elsewhere. ${known}`),
    )
    expect(await against('CHARGEBACK_LOSS', 'acmecard')).toEqual(
      refused('There is no PSP acmecard. Known: acmecards'),
    )
    expect(await against('DISTRIBUTOR_RECEIVABLE', 'GIFT')).toEqual(refused('There is no product GIFT'))
    expect(await against('PLATFORM_FEE_EXPENSE', 'C-00001')).toEqual(refused('There is no customer C-00001'))
    expect(await against('FX_CLEARING', 'EUR/SEK')).toEqual(fine)
    for (const pair of ['SEK/EUR', 'EUR/EUR', 'EUR/XXQ', 'EUR/SEK/USD', 'EUR'])
      expect(await against('FX_CLEARING', pair)).toEqual(
        refused('Must be two currencies in alphabetical order, such as EUR/SEK'),
      )
    // What stands in the books under a wrong name is put right from there.
    const wrong = { account: { type: 'BANK', dimension: 'Mian', currency: 'EUR' }, minor: 500n } as const
    const right = { ...wrong, account: { ...wrong.account, dimension: 'main' } }
    await put(
      draft({
        lines: [
          { ...wrong, side: 'DEBIT' },
          { ...right, side: 'CREDIT' },
        ],
      }),
    )
    expect(await against('BANK', 'Mian')).toEqual(fine)
    expect((await against('RECON_DIFFERENCE', 'Mian'))[0]).toBe(422)
  })

  it('is not posted to an account that is gone when it is approved', async () => {
    const lines = [line('BANK', 'DEBIT', '5', 'main'), line('USER_FUNDS', 'CREDIT', '5')]
    const { body: request } = await propose(adjustment({ lines }))
    const unknown = JSON.stringify([line('BANK', 'DEBIT', '5', 'closed'), lines[1]])
    await sql`update ledger_request set lines = ${unknown}::jsonb where id = ${request.id}`.execute(kit.db)
    expect(await decide(request.id, 'approve')).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'lines.0.dimension' }] },
    })
    expect(await balanceOf(funds)).toBe('0')
  })

  it('is allowed on fees the merchant bears, which no invoice takes back', async () => {
    const lines = [line('PLATFORM_FEES_PAYABLE', 'DEBIT', '5'), line('BANK', 'CREDIT', '5', 'main')]
    expect((await propose(adjustment({ lines }))).status).toBe(200)
  })

  it('is refused for a closed day; when the day is closed before it is approved, the next open one takes it', async () => {
    await put(draft({ valueDate: '2026-01-15' }))
    const { body: request } = await propose(adjustment({ valueDate: '2026-01-20' }))
    const early = await propose(adjustment({ valueDate: '1999-01-01' }))
    expect([early.status, early.body.fields?.[0].message]).toEqual([
      422,
      'The books begin on 2026-01-15. Choose a later day',
    ])
    await runCheck()
    // A month is not closed while this waits; one that was closed before that was looked at.
    const setState = (state: string) =>
      sql`update ledger_request set state = ${state} where id = ${request.id}`.execute(kit.db)
    await setState('WITHDRAWN')
    const path = `/balance/period/2026-01/close?${at()}`
    expect((await people().anna.post(path, { version: 0 })).status).toBe(200)
    await setState('WAITING')
    expect((await propose(adjustment({ valueDate: '2026-01-20' }))).body.fields[0].message).toContain(
      '2026-01-31',
    )
    const { body: approved } = await decide(request.id, 'approve')
    const entry = await people().viewer.get(`/balance/entry/${approved.postedEntryId}?${at()}`)
    expect(entry.body).toMatchObject({ valueDate: '2026-02-01', movedFrom: '2026-01-20' })
    expect(entry.body.description).toContain('meant for 2026-01-20, which is closed')
    const moved = await people().viewer.get(`/ledger-posting?${at()}&moved=true`)
    expect(moved.body.total).toBe(2)
    expect(await check()).toEqual([])
  })

  it('keeps its attachment sealed, and gives it to those who see the books', async () => {
    const pdf = Buffer.from('%PDF-1.4 a statement')
    const file = { name: 'statement.pdf', content: pdf.toString('base64') }
    const { body: request, text } = await propose(adjustment({ file }))
    expect(request.fileName, text).toBe('statement.pdf')
    const answer = await people().viewer.get(`/ledger-request/${request.id}/file?${at()}`)
    expect(answer.bytes?.toString()).toBe(pdf.toString())
    const { rows } = await sql<{ content: Buffer }>`select content from ledger_request_file`.execute(kit.db)
    expect(rows[0]?.content.includes('statement')).toBe(false)
    const without = (await propose()).body
    expect((await people().viewer.get(`/ledger-request/${without.id}/file?${at()}`)).status).toBe(404)
  })

  it('is nobody else’s business: another merchant sees and decides nothing', async () => {
    const { body: request } = await propose()
    const elsewhere = kit.as({
      username: 'carl',
      id: kit.deps.newId(),
      homeMerchantId: stranger,
      roles: ['MINIBANK_ADMIN'],
    })
    const there = `?${at(stranger)}`
    expect((await elsewhere.get(`/ledger-request/${request.id}${there}`)).status).toBe(404)
    expect(
      (await elsewhere.post(`/ledger-request/${request.id}/approve${there}`, { version: 1 })).status,
    ).toBe(404)
    expect((await elsewhere.post(`/ledger-request/adjustment?${at()}`, adjustment())).status).toBe(403)
    await decide(request.id, 'approve')
    expect((await elsewhere.get(`/ledger-posting${there}`)).body.total).toBe(0)
    expect((await elsewhere.get(`/balance/accounts${there}`)).body.accounts).toEqual([])
    const chart = `/balance/chart${there}&account=${encodeURIComponent(funds)}`
    expect((await elsewhere.get(chart)).status).toBe(404)
    const { postedEntryId } = (await people().viewer.get(`/ledger-request/${request.id}?${at()}`)).body
    expect((await elsewhere.get(`/balance/entry/${postedEntryId}${there}`)).status).toBe(404)
  })
})

describe('a reversal', () => {
  const reverse = (entryId: string, who = people().anna) =>
    who.post(`/ledger-request/reversal?${at()}`, { entryId, reason: 'A mistake' })
  const adjusted = async () => {
    const { body: request } = await propose()
    return (await decide(request.id, 'approve')).body.postedEntryId as string
  }

  it('is proposed once and undoes the entry when another person approves it', async () => {
    const entryId = await adjusted()
    const asked = await reverse(entryId)
    expect(asked.status, asked.text).toBe(200)
    expect((await reverse(entryId, people().bert)).body.message).toContain('waiting for approval')
    expect((await decide(asked.body.id, 'approve', people().anna)).status).toBe(403)
    const done = await decide(asked.body.id, 'approve')
    expect(done.body, done.text).toMatchObject({ state: 'APPROVED' })
    expect(await balanceOf(funds)).toBe('0.00')
    expect((await reverse(entryId)).body.message).toBe('This entry is already reversed.')
    expect((await reverse(done.body.postedEntryId)).body.message).toBe('This entry is itself a reversal.')
    expect(await check()).toEqual([])
  })

  it('can be proposed again after it was rejected, by one of two who try at once', async () => {
    const entryId = await adjusted()
    const first = (await reverse(entryId)).body
    await decide(first.id, 'reject', people().bert, { reason: 'It was right' })
    const both = await Promise.all([reverse(entryId), reverse(entryId, people().bert)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is only for entries that were made here', async () => {
    const { entryId } = await put(draft())
    expect((await reverse(entryId)).body.message).toBe('Only adjustments made here can be reversed here.')
    expect((await reverse(kit.deps.newId())).status).toBe(404)
  })
})

it('a request is in the inbox of those who can decide it, and of nobody else', async () => {
  const { body: request } = await propose()
  const inboxOf = (
    username: string,
    id: string,
    roles: ('MINIBANK_ADMIN' | 'MINIBANK')[],
    merchants = [group, brand],
  ) =>
    ledgerRequestsToDecide({
      tx: kit.db,
      now: kit.deps.now(),
      deps: kit.deps,
      user: testUser({ id, username, roles }),
      merchants,
    })
  const other = '01900000-0000-7000-8000-000000000102'
  expect(await inboxOf('bert', other, ['MINIBANK_ADMIN'])).toMatchObject([
    { record: request.id, merchantId: brand },
  ])
  expect(await inboxOf('anna', '01900000-0000-7000-8000-000000000101', ['MINIBANK_ADMIN'])).toEqual([])
  expect(await inboxOf('bert', other, ['MINIBANK'])).toEqual([])
  expect(await inboxOf('bert', other, ['MINIBANK_ADMIN'], [stranger])).toEqual([])
})
