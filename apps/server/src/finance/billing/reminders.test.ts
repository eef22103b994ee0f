import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailTasks } from '../../jobs/index.ts'
import { runQueuedJobs } from '../../kit/jobs/job-queue.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { creditorReference } from './invoice-document.ts'
import { buyer, group, invoicesOfCustomer, made, openBilling, operate } from './testing/billing-app.ts'

let platform: TestPlatform
let finance: Client
let finance2: Client
beforeAll(async () => {
  platform = await testPlatform()
  finance = await platform.as('finance')
  finance2 = await platform.as('finance2')
  await openBilling(finance)
}, 120_000)
afterAll(() => platform.close())

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

async function issuedFor(name: string, billingEmail: string) {
  const { number } = await made(finance.post(`/customer?${group}`, { ...buyer(name), billingEmail }))
  await made(finance.post(`/invoice/generate?${group}`, { period: '2026-08' }))
  const only = async () => {
    const [record] = await invoicesOfCustomer(finance, number)
    if (!record) throw new Error('There is no invoice')
    return record
  }
  await made(operate(finance2, await only(), 'approve'))
  await made(operate(finance, await only(), 'issue'))
  return only
}

const dueOn = (id: string, day: string) =>
  sql`update invoice set due_date = ${day}::date where id = ${id}::uuid`.execute(platform.db)

interface CapturedMail {
  readonly to: string
  readonly template: string
  readonly subject: string
  readonly text: string
  readonly attachments?: readonly { readonly filename: string }[]
}

/** The mails that left for somebody, in the order of their subjects. */
async function mailsTo(address: string): Promise<CapturedMail[]> {
  const { config, deps, queueUrl } = platform
  await runQueuedJobs({ url: queueUrl, log: deps.log, tasks: mailTasks(config, deps) })
  const folder = join(config.dataDir, 'mail')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CapturedMail)
    .filter(({ to }) => to === address)
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
}

it('an overdue invoice is reminded of three times, each a mail of its level, and then no more', async () => {
  const to = 'late@buyer.example'
  const only = await issuedFor('Late AB', to)
  const remind = async (who = finance) => operate(who, await only(), 'remind')
  const refused = async () => {
    const { status, body } = await remind()
    return [status, body.code, body.message]
  }
  expect(await refused()).toEqual([409, 'INVALID_STATE', 'It is not overdue.'])
  const { id, number } = await only()
  // On the day it is due there is time until the evening.
  await dueOn(id, inDays(0))
  expect(await refused()).toEqual([409, 'INVALID_STATE', 'It is not overdue.'])
  await dueOn(id, inDays(-1))
  // Two people at once send one.
  const seen = await only()
  const both = await Promise.all([operate(finance, seen, 'remind'), operate(finance2, seen, 'remind')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await only()).reminderLevel).toBe(1)
  expect((await made(remind())).reminderLevel).toBe(2)
  expect((await made(remind(finance2))).reminderLevel).toBe(3)
  expect(await refused()).toEqual([409, 'INVALID_STATE', 'The last reminder was sent.'])
  expect((await only()).reminderLevel).toBe(3)

  const mails = await mailsTo(to)
  expect(mails.map(({ template, subject }) => [template, subject])).toEqual(
    [1, 2, 3].map((level) => ['InvoiceReminder', `Reminder ${level}: invoice ${number}`]),
  )
  for (const { text, attachments } of mails) {
    expect(text).toContain(`was due on ${inDays(-1)}. 300.00 EUR is still open.`)
    expect(text).toContain(`reference ${creditorReference(String(number))}`)
    expect(attachments?.map(({ filename }) => filename)).toEqual([`${number}.pdf`, `${number}.xml`])
  }
})

it('nobody is reminded of what is paid, and of what is partly paid only the rest is asked for', async () => {
  const to = 'partly@buyer.example'
  const only = await issuedFor('Partly AB', to)
  await dueOn((await only()).id, inDays(-1))
  const pay = async (amount: string) =>
    made(operate(finance, await only(), 'pay', { amount, paidOn: inDays(0), reference: 'bank' }))
  await pay('100.00')
  await made(operate(finance, await only(), 'remind'))
  const [mail, ...more] = await mailsTo(to)
  expect(more).toEqual([])
  expect(mail?.text).toContain('200.00 EUR is still open.')
  await pay('200.00')
  const refused = await operate(finance, await only(), 'remind')
  expect([refused.status, refused.body.message]).toEqual([409, 'It is not overdue.'])
})
