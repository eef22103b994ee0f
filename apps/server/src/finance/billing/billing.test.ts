import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceLine } from '@signalbox/model/billing/invoice-line'
import { mailTasks } from '../../jobs/index.ts'
import { runQueuedJobs } from '../../kit/jobs/job-queue.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestNode, type TestPlatform } from '../../testing/test-app.ts'
import { expectedLines } from './testing/expected-lines.ts'
import {
  brand,
  buyer,
  buyerEmail,
  fillMonth,
  group,
  invoicesOfCustomer,
  made,
  openBilling,
  operate,
  otherBrand,
  seller,
} from './testing/billing-app.ts'

let platform: TestPlatform
let other: TestNode
let finance: Client
let finance2: Client
let admin: Client
let customerNumber = ''
beforeAll(async () => {
  platform = await testPlatform()
  other = await platform.anotherNode()
  finance = await platform.as('finance')
  finance2 = await platform.as('finance2')
  admin = await platform.as('admin')
  await openBilling(finance)
  await fillMonth(platform, '2026-08', 900)
  await sql`update psp set kickback = true, kickback_ppm = 1500 where psp = 'acmecards'`.execute(platform.db)
  await sql`update transaction set psp_fee_currency = 'EUR' where psp = 'acmecards' and psp_fee_minor is not null`.execute(
    platform.db,
  )
  const customer = await made(
    finance.post(`/customer?${group}`, buyer('Nordic Play Oy', [brand, otherBrand])),
  )
  customerNumber = customer.number
}, 120_000)
afterAll(() => platform.close())

const generate = (who: Client, period = '2026-08') => who.post(`/invoice/generate?${group}`, { period })

describe('the drafts of a month', () => {
  it('are made once, however often and by how many they are asked for', async () => {
    const second = await other.as('finance2')
    const runs = await Promise.all([generate(finance), generate(second), generate(finance)])
    expect(runs.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(runs.reduce((sum, { body }) => sum + body.created, 0)).toBe(1)
    const before = await invoicesOfCustomer(finance, customerNumber)
    expect(before).toHaveLength(1)
    expect((await generate(finance)).body).toMatchObject({ created: 0, existing: 1 })
    expect(await invoicesOfCustomer(finance, customerNumber)).toEqual(before)
  })

  it('come to what an independent sum over the payments comes to, line by line', async () => {
    const [draft] = await invoicesOfCustomer(finance, customerNumber)
    const lines = draft?.lines as InvoiceLine[]
    const expected = await expectedLines(platform.db, [brand, otherBrand], '2026-08')
    expect(expected.length).toBeGreaterThan(8)
    expect(Object.fromEntries(lines.map(({ code, net }) => [code, net]))).toEqual(
      Object.fromEntries(expected.map(({ code, net }) => [code, net])),
    )
    const cents = (text: string) => BigInt(text.replace('.', ''))
    const net = expected.reduce((sum, line) => sum + cents(line.net), 0n)
    // The buyer is in another country of the EU and has a VAT number: reverse charge.
    expect([draft?.net.amount, draft?.vat.amount, draft?.gross.amount].map(cents)).toEqual([net, 0n, net])
  })

  it('count on each line exactly the transactions that are found by it, and each of those names the line', async () => {
    const [draft] = await invoicesOfCustomer(finance, customerNumber)
    const all = (draft?.lines ?? []) as InvoiceLine[]
    const lines = all.filter(({ filter }) => filter !== null)
    expect(lines.length).toBeGreaterThan(4)
    for (const { code, count, filter } of lines) {
      const query = new URLSearchParams({ ...filter, merchantId: '100010000', limit: '10' })
      const found = await made(admin.get(`/transaction?${query.toString()}`))
      const own = await made(finance.get(`/invoice/${draft?.id}/transactions?${group}&line=${code}&limit=10`))
      expect([code, found.total, own.total]).toEqual([code, count, count])
      // The payment leads back to the line.
      const { invoiceLines } = await made(finance.get(`/transaction/${own.items[0].id}/finance?${group}`))
      expect(invoiceLines).toContainEqual(expect.objectContaining({ invoiceId: draft?.id, code }))
    }
  })
})

interface CapturedMail {
  readonly to: string
  readonly template: string
  readonly subject: string
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[]
}

/** Mails as they left. */
function mailsTo(address: string): CapturedMail[] {
  const folder = join(platform.config.dataDir, 'mail')
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const all = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CapturedMail)
  return all.filter(({ to }) => to === address)
}

const today = () => new Date().toISOString().slice(0, 10)
const only = async () => {
  const all = await invoicesOfCustomer(finance, customerNumber)
  const record = all.find(({ type }) => type === 'INVOICE')
  if (!record) throw new Error('There is no invoice')
  return record
}

describe('an invoice', () => {
  it('is approved by somebody who neither generated nor changed it', async () => {
    // The first run was of one of the two; whoever it was edits nothing yet.
    const draft = await only()
    const [author, reader] = draft.generatedBy === 'finance' ? [finance, finance2] : [finance2, finance]
    // As a document it is there before it is issued, with the parties as they are now.
    expect(await made(author.get(`/invoice/${draft.id}/sheet?${group}`))).toMatchObject({
      seller: { name: 'Signalbox Test AB' },
      buyer: { legalName: 'Nordic Play Oy' },
      vatNote: expect.stringMatching(/^Reverse charge: /),
      mayDecide: false,
    })
    expect(await operate(author, draft, 'approve')).toMatchObject({
      status: 403,
      body: { code: 'FOUR_EYES' },
    })
    const lines = [
      ...draft.lines,
      { code: 'EXTRA', description: 'Żółć, support €', qty: '-2', unitPrice: '1.005' },
    ]
    const edited = await made(reader.put(`/invoice/${draft.id}?${group}`, { version: draft.version, lines }))
    expect(edited.lines.at(-1)).toMatchObject({ net: '-2.01', count: null, filter: null })
    expect(edited.lines[0]).toMatchObject({ code: 'MONTHLY', net: '250.00' })
    expect(await operate(reader, { id: draft.id, version: edited.version }, 'approve')).toMatchObject({
      status: 403,
    })
    expect(await operate(admin, draft, 'approve')).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CONFLICT' },
    })
    expect(await operate(admin, await only(), 'issue')).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
    expect(await operate(admin, await only(), 'approve')).toMatchObject({
      status: 200,
      body: { state: 'APPROVED' },
    })
    expect(
      (await finance.put(`/invoice/${draft.id}?${group}`, { version: edited.version + 1, lines })).status,
    ).toBe(409)
  })

  it('gets its number, its documents and its place in the books when it is issued', async () => {
    const issued = await made(operate(finance, await only(), 'issue'))
    expect(issued).toMatchObject({
      state: 'ISSUED',
      number: `TST-${today().slice(0, 4)}-00001`,
      issueDate: today(),
    })
    const { rows } = await sql<{ account: string; debit: string; credit: string }>`
      select split_part(p.account, ':', 1) as account, p.debit::text, p.credit::text from posting p join journal_entry e
        on e.merchant_id = p.merchant_id and e.id = p.entry_id
      where e.source_type = 'INVOICE' and e.source_id = ${issued.id} order by 1`.execute(platform.db)
    const minor = String(issued.gross.amount).replace('.', '')
    expect(rows).toEqual([
      { account: 'PLATFORM_FEES_PAYABLE', debit: '0', credit: minor },
      { account: 'PLATFORM_FEE_EXPENSE', debit: minor, credit: '0' },
    ])
    const pdf = await finance.get(`/invoice/${issued.id}/document?${group}&format=pdf`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.text.startsWith('%PDF-')).toBe(true)
    const xml = await finance.get(`/invoice/${issued.id}/document?${group}&format=xml`)
    expect(xml.text).toContain(`<cbc:ID>${issued.number}</cbc:ID>`)
    expect(await finance.get(`/invoice/${issued.id}/document?${group}&format=xml`)).toMatchObject({
      text: xml.text,
    })
    expect(
      (await finance.put(`/invoice/${issued.id}?${group}`, { version: issued.version, poNumber: 'x' }))
        .status,
    ).toBe(409)
    expect((await finance.delete(`/invoice/${issued.id}?${group}&version=${issued.version}`)).status).toBe(
      409,
    )
  })

  it('is mailed with PDF and XML', async () => {
    const sent = await made(operate(finance, await only(), 'send'))
    expect(sent).toMatchObject({ state: 'SENT' })
    const { config, deps, queueUrl } = platform
    await runQueuedJobs({ url: queueUrl, log: deps.log, tasks: mailTasks(config, deps) })
    const [mail, ...others] = mailsTo(buyerEmail)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ template: 'Invoice', subject: expect.stringContaining(sent.number) })
    // What is attached is what anybody downloads afterwards, to the byte.
    const files = mail?.attachments ?? []
    expect(files.map(({ filename }) => filename)).toEqual([`${sent.number}.pdf`, `${sent.number}.xml`])
    for (const { filename, content } of files) {
      const { rows } = await sql<{ content: Buffer }>`select content from invoice_document
        where invoice_id = ${sent.id} and format = ${filename.slice(-3)}`.execute(platform.db)
      expect(content).toBe(rows[0]?.content.toString('base64'))
    }
  })

  it('takes payments, and what is too much stands to the customer’s credit', async () => {
    const pay =
      (amount: string, paidOn = today()) =>
      async () =>
        operate(finance, await only(), 'pay', { amount, paidOn, reference: 'bank' })
    for (const amount of ['0', '-1.00', '1.001', '', 'lots', '1e3'])
      expect((await pay(amount)()).status).toBe(422)
    for (const day of ['2999-01-01', '0001-01-01', '2026-07-31'])
      expect((await pay('1.00', day)()).status, day).toBe(422)
    const slip = await pay('9999999999999.00')()
    expect([slip.status, slip.body.fields?.[0]?.message]).toEqual([
      422,
      expect.stringMatching(/^Must be at most [\d.]+ EUR: what is open and the invoice once more$/),
    ])
    expect(await pay('10.00')()).toMatchObject({ status: 200, body: { state: 'PARTLY_PAID' } })
    const stale = await only()
    const both = await Promise.all([
      operate(finance, stale, 'pay', { amount: '5.00', paidOn: today() }),
      operate(finance2, stale, 'pay', { amount: '5.00', paidOn: today() }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { open } = await only()
    const paid = await pay((Number(open.amount) + 7).toFixed(2))()
    expect(paid).toMatchObject({ status: 200, body: { state: 'PAID', open: { amount: '0.00' } } })
    const sheet = await made(finance.get(`/invoice/${paid.body.id}/sheet?${group}`))
    expect(sheet.creditBalance).toEqual({ amount: '7.00', currency: 'EUR' })
    expect((await pay('1.00')()).status).toBe(409)
  })

  it('is credited in parts that come to exactly the invoice', async () => {
    expect((await operate(finance, await only(), 'credit', { net: '100.33' })).status).toBe(422)
    const credit = async (net?: string) =>
      operate(finance, await only(), 'credit', { reason: 'Agreed', ...(net && { net }) })
    expect(await credit('99999999')).toMatchObject({ status: 422 })
    expect(await credit('20.33')).toMatchObject({ status: 200, body: { state: 'PAID', creditBy: null } })
    const asked = await credit()
    expect(asked).toMatchObject({ status: 200, body: { state: 'PAID', creditBy: 'finance' } })
    const whole = await operate(finance2, asked.body, 'confirm-credit')
    expect(whole).toMatchObject({ status: 200, body: { state: 'CREDITED', open: { amount: '0.00' } } })
    expect((await credit()).status).toBe(409)
    const sheet = await made(finance.get(`/invoice/${whole.body.id}/sheet?${group}`))
    const sum = sheet.creditNotes.reduce(
      (total: number, { gross }: { gross: { amount: string } }) => total + Number(gross.amount),
      0,
    )
    expect(sum.toFixed(2)).toBe(whole.body.gross.amount)
    expect(sheet.creditNotes.map(({ number }: { number: string }) => number)).toEqual(
      [1, 2].map((no) => `TST-CN-${today().slice(0, 4)}-0000${no}`),
    )
    // All that was paid is the customer's again.
    expect(Number(sheet.creditBalance.amount)).toBeCloseTo(Number(whole.body.gross.amount) + 7, 2)
    const { rows } = await sql<{ balance: string }>`select sum(debit_total - credit_total)::text as balance
      from account_balance where account like 'PLATFORM_FEE_EXPENSE:%'`.execute(platform.db)
    expect(rows[0]?.balance).toBe('0')
  })
})

/** An invoice of the minimum of a month, with domestic VAT: 375.00. */
async function issuedFor(name: string) {
  const values = { ...buyer(name), country: 'SWE', vatNo: null }
  const { number } = await made(finance.post(`/customer?${group}`, values))
  await made(finance.post(`/invoice/generate?${group}`, { period: '2026-08' }))
  const [draft] = await invoicesOfCustomer(finance, number)
  if (!draft) throw new Error('There is no draft')
  const approved = (await made(operate(finance2, draft, 'approve'))) as typeof draft
  return (await made(operate(finance2, approved, 'issue'))) as typeof draft
}

describe('two people', () => {
  it('write off what is open, and neither alone', async () => {
    const customer = await made(
      finance.post(`/customer?${group}`, { ...buyer('Slow Payer AB'), country: 'SWE', vatNo: null }),
    )
    await made(finance.post(`/invoice/generate?${group}`, { period: '2026-08' }))
    const [draft] = await invoicesOfCustomer(finance, customer.number)
    if (!draft) throw new Error('There is no draft')
    // The minimum of a month, with domestic VAT.
    expect(draft).toMatchObject({
      net: { amount: '300.00' },
      vat: { amount: '75.00' },
      gross: { amount: '375.00' },
    })
    const issued = await made(
      operate(finance2, (await made(operate(finance2, draft, 'approve'))) as never, 'issue'),
    )
    expect((await operate(finance, issued as never, 'confirm-write-off')).status).toBe(409)
    const asked = await made(operate(finance, issued as never, 'write-off', { reason: 'Insolvent' }))
    expect(await operate(finance, asked as never, 'confirm-write-off')).toMatchObject({
      status: 403,
      body: { code: 'FOUR_EYES' },
    })
    const lost = await operate(finance2, asked as never, 'confirm-write-off')
    expect(lost).toMatchObject({
      status: 200,
      body: { state: 'WRITTEN_OFF', open: { amount: '0.00' } },
    })
    expect((await operate(finance, lost.body, 'send')).body.message).toBe(
      'It was written off: nobody is to pay it any more.',
    )
  })

  it('credit much of an invoice, and neither alone', async () => {
    const issued = await issuedFor('Overcharged AB')
    const waiting = async (who: Client) =>
      (await made(who.get(`/inbox?${group}`))).items.filter(
        ({ kind, title }: { kind: string; title: string }) =>
          kind === 'billing' && title === 'Credit to confirm',
      )
    const asked = await made(operate(finance, issued, 'credit', { reason: 'Agreed', net: '100' }))
    // Nothing has happened yet: no credit note, nothing in the books.
    expect(asked).toMatchObject({
      state: 'ISSUED',
      open: { amount: '375.00' },
      creditBy: 'finance',
      creditAt: expect.any(String),
      creditNet: { amount: '100.00' },
      creditGross: { amount: '125.00' },
      creditReason: 'Agreed',
    })
    const sheet = await made(finance.get(`/invoice/${issued.id}/sheet?${group}`))
    expect(sheet).toMatchObject({ creditNotes: [], mayDecide: false })
    expect(await made(finance2.get(`/invoice/${issued.id}/sheet?${group}`))).toMatchObject({
      mayDecide: true,
    })
    expect([await waiting(finance), await waiting(finance2)]).toEqual([
      [],
      [expect.objectContaining({ detail: issued.number })],
    ])
    for (const operation of ['credit', 'write-off'])
      expect(await operate(finance2, asked, operation, { reason: 'Twice' })).toMatchObject({
        status: 409,
        body: { message: 'A credit already waits for a second person.' },
      })
    expect(await operate(finance, asked, 'confirm-credit')).toMatchObject({
      status: 403,
      body: { code: 'FOUR_EYES', message: 'You requested this credit; someone else must confirm it.' },
    })
    const refused = await made(operate(finance2, asked, 'refuse-credit', { reason: 'It was used' }))
    expect(refused).toMatchObject({ creditBy: null, creditNet: null, open: { amount: '375.00' } })
    expect((await operate(finance2, refused, 'confirm-credit')).body.message).toBe('No credit was requested.')
    const again = await made(operate(finance, refused, 'credit', { reason: 'Agreed', net: '100' }))
    const done = await made(operate(finance2, again, 'confirm-credit'))
    expect(done).toMatchObject({ creditBy: null, credited: { amount: '125.00' }, open: { amount: '250.00' } })
    const { creditNotes } = await made(finance.get(`/invoice/${issued.id}/sheet?${group}`))
    expect(creditNotes).toMatchObject([{ gross: { amount: '125.00' } }])
    expect(await made(finance.get(`/invoice/${creditNotes[0].id}?${group}`))).toMatchObject({
      generatedBy: 'finance',
      issuedBy: 'finance2',
    })
    const { rows } = await sql<{ what: string }>`select actor_name || ' ' || action as what from audit_entry
      where entity_id = ${issued.id} and action like '%CREDIT%' and result = 'OK' order by seq`.execute(
      platform.db,
    )
    expect(rows.map(({ what }) => what)).toEqual([
      'finance CREDIT',
      'finance2 REFUSE_CREDIT',
      'finance CREDIT',
      'finance2 CONFIRM_CREDIT',
    ])
  })

  it('change the IBAN that customers pay to', async () => {
    const { items } = await made(finance.get(`/legal-entity?${group}&limit=100`))
    const own = items.find(({ code }: { code: string }) => code === 'TST')
    const change = (who: Client, operation: string, version: number, body: object = {}) =>
      who.post(`/legal-entity/${own.id}/${operation}?${group}`, { version, ...body })
    const iban = 'DE89 3704 0044 0532 0130 00'
    expect(
      (await finance.put(`/legal-entity/${own.id}?${group}`, { version: own.version, iban, note: 'test' }))
        .status,
    ).toBe(422)
    expect(
      (await change(finance, 'request-iban', own.version, { iban: 'DE00', reason: 'New bank' })).status,
    ).toBe(422)
    const asked = await made(change(finance, 'request-iban', own.version, { iban, reason: 'New bank' }))
    expect(asked).toMatchObject({ iban: own.iban, pendingIban: 'DE89370400440532013000' })
    expect(await change(finance, 'confirm-iban', asked.version)).toMatchObject({
      status: 403,
      body: { code: 'FOUR_EYES' },
    })
    expect(await change(finance2, 'confirm-iban', asked.version)).toMatchObject({
      status: 200,
      body: { iban: 'DE89370400440532013000', pendingIban: null },
    })
  })
})

/** A hundred where there is time for it. */
const crowd = process.env.TEST_FULL ? 100 : 24

it('numbers many invoices issued at once on two nodes without a gap or a double', async () => {
  const second = await other.as('finance2')
  const names = Array.from({ length: crowd }, (_, at) => `Crowd ${at}`)
  const customers = await Promise.all(
    names.map((name) => made(finance.post(`/customer?${group}`, buyer(name)))),
  )
  expect(await made(generate(finance))).toMatchObject({ created: crowd, problems: [] })
  const { items } = await made(finance.get(`/invoice?${group}&limit=1000&state=DRAFT`))
  const numbers = new Set(customers.map(({ number }) => number))
  const drafts = (items as { id: string; version: number; customerNumber: string }[]).filter(
    ({ customerNumber: number }) => numbers.has(number),
  )
  expect(drafts).toHaveLength(crowd)
  const approved = await Promise.all(drafts.map((draft) => made(operate(finance2, draft, 'approve'))))
  const answers = await Promise.all(
    approved.map((draft, at) =>
      operate(at % 2 === 0 ? finance : second, { id: draft.id, version: draft.version }, 'issue'),
    ),
  )
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
  const { rows } = await sql<{ number: string }>`
    select number from invoice where number is not null and type = 'INVOICE'`.execute(platform.db)
  expect(rows.length).toBeGreaterThanOrEqual(crowd)
  const year = today().slice(0, 4)
  expect(rows.map(({ number }) => number).toSorted()).toEqual(
    rows.map((_, at) => `TST-${year}-${String(at + 1).padStart(5, '0')}`),
  )
}, 120_000)

it('an invoice with VAT or reverse charge is not issued without the VAT number of the seller', async () => {
  const { vatNo: _none, ...unnumbered } = { ...seller, code: 'NOV' }
  const entity = await made(finance.post(`/legal-entity?${group}`, unnumbered))
  const approvedFor = async (name: string, values: object) => {
    const { number } = await made(
      finance.post(`/customer?${group}`, { ...buyer(name), ...values, seller: 'NOV' }),
    )
    await made(generate(finance))
    const [draft] = await invoicesOfCustomer(finance, number)
    if (!draft) throw new Error('There is no draft')
    return (await made(operate(finance2, draft, 'approve'))) as typeof draft
  }
  const reverse = await approvedFor('Reverse charge', {})
  const domestic = await approvedFor('Domestic', { country: 'SWE', vatNo: null })
  const outside = await approvedFor('Outside', { country: 'USA', vatNo: null })
  const message =
    'The legal entity NOV has no VAT number. Enter it there before an invoice with VAT or reverse charge is issued.'
  for (const draft of [reverse, domestic])
    expect(await operate(finance, draft, 'issue')).toMatchObject({ status: 409, body: { message } })
  expect((await operate(finance, outside, 'issue')).status).toBe(200)
  const { vatNo } = seller
  const numbered = { version: entity.version, vatNo, note: 'Registered' }
  await made(finance.put(`/legal-entity/${entity.id}?${group}`, numbered))
  expect((await operate(finance, reverse, 'issue')).status).toBe(200)
})

it('an invoice is credited although its seller has no VAT number any more; there is a PDF, and no e-invoice', async () => {
  const entity = await made(finance.post(`/legal-entity?${group}`, { ...seller, code: 'NOC' }))
  const customer = { ...buyer('Credited without'), country: 'SWE', vatNo: null, seller: 'NOC' }
  const { number } = await made(finance.post(`/customer?${group}`, customer))
  await made(generate(finance))
  const [draft] = await invoicesOfCustomer(finance, number)
  if (!draft) throw new Error('There is no draft')
  const approved = (await made(operate(finance2, draft, 'approve'))) as typeof draft
  const issued = (await made(operate(finance, approved, 'issue'))) as typeof draft
  const without = { version: entity.version, vatNo: null, note: 'Not registered' }
  await made(finance.put(`/legal-entity/${entity.id}?${group}`, without))

  const asked = (await made(
    operate(finance, issued, 'credit', { reason: 'Charged wrongly' }),
  )) as typeof draft
  await made(operate(finance2, asked, 'confirm-credit'))
  const { creditNotes } = await made(finance.get(`/invoice/${issued.id}/sheet?${group}`))
  const [{ id, number: noteNumber }] = creditNotes
  const message = `There is no e-invoice of ${noteNumber}: ${seller.name} had no VAT number when it was issued. Use the PDF.`
  const document = (format: string) => finance.get(`/invoice/${id}/document?${group}&format=${format}`)
  expect(await document('xml')).toMatchObject({ status: 409, body: { message } })
  expect((await document('pdf')).status).toBe(200)
  const note = await made(finance.get(`/invoice/${id}?${group}`))
  expect((await operate(finance, note as typeof draft, 'send')).status).toBe(200)
  // What was issued with the number has its e-invoice still.
  expect((await finance.get(`/invoice/${issued.id}/document?${group}&format=xml`)).status).toBe(200)
})

it('an invoice is paid to the account its approver saw: under another legal entity it is approved again', async () => {
  const customer = { ...buyer('Moved elsewhere'), country: 'SWE', vatNo: null }
  const { id, number } = await made(finance.post(`/customer?${group}`, customer))
  await made(generate(finance))
  const [draft] = await invoicesOfCustomer(finance, number)
  if (!draft) throw new Error('There is no draft')
  const approved = (await made(operate(finance2, draft, 'approve'))) as typeof draft
  const iban = 'FR14 2004 1010 0505 0001 3M02 606'
  await made(finance.post(`/legal-entity?${group}`, { ...seller, code: 'OWN', iban }))
  await made(finance.put(`/customer/${id}?${group}`, { version: 1, seller: 'OWN' }))
  expect(await operate(finance, approved, 'issue')).toMatchObject({
    status: 409,
    body: {
      message:
        'It would be paid to another account than when it was approved. Return it to draft and have it approved again.',
    },
  })
  const reason = 'Another account'
  const returned = (await made(operate(finance, approved, 'return', { reason }))) as typeof draft
  expect(await operate(finance, returned, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } })
  const again = (await made(operate(finance2, returned, 'approve'))) as typeof draft
  expect((await operate(finance, again, 'issue')).status).toBe(200)
  const sheet = await made(finance.get(`/invoice/${draft.id}/sheet?${group}`))
  expect(sheet.seller.iban).toBe('FR1420041010050500013M02606')
})

it('several invoices are not approved at once by whoever does not say what they saw', async () => {
  const { id } = await only()
  const body = { operation: 'approve', ids: [{ id }] }
  const answer = await finance2.post(`/invoice/bulk?${group}`, body)
  expect(answer, answer.text).toMatchObject({ status: 422, body: { fields: [{ field: 'ids' }] } })
})

describe('who may', () => {
  it('see invoices is said by role and merchant', async () => {
    const { id, version } = await only()
    expect((await (await platform.as('operator')).get(`/invoice?${group}`)).status).toBe(403)
    expect((await finance.get(`/invoice/${id}?merchantId=${otherBrand}`)).status).toBe(404)
    expect((await finance.post(`/invoice/${id}/send?merchantId=${otherBrand}`, { version })).status).toBe(404)
    await sql`update backoffice_user set roles = array['INVOICE_VIEWER'] where username = 'approver1'`.execute(
      platform.db,
    )
    const viewer = await platform.as('approver1')
    expect((await viewer.get(`/invoice/${id}?${group}`)).status).toBe(200)
    expect((await viewer.post(`/invoice/${id}/send?${group}`, { version })).status).toBe(403)
    expect((await viewer.post(`/invoice/generate?${group}`, { period: '2026-08' })).status).toBe(403)
  })

  it('belong to a customer is one customer’s merchant', async () => {
    const again = await finance.post(`/customer?${group}`, buyer('Second owner', [brand]))
    expect(again).toMatchObject({ status: 422, body: { fields: [{ field: 'merchants' }] } })
    const wrong = await finance.post(`/customer?${group}`, { ...buyer('Wrong VAT'), vatNo: 'FI123' })
    expect(wrong).toMatchObject({ status: 422, body: { fields: [{ field: 'vatNo' }] } })
    expect(await generate(finance, '2999-01')).toMatchObject({ status: 422 })
    expect(await generate(finance, 'October')).toMatchObject({ status: 422 })
  })
})
