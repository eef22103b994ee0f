import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '@signalbox/model/access/roles'
import type { HelpAnswer } from '@signalbox/model/calls/help'
import { expiredExchanges } from '../../people/help/read-model.ts'
import { prune } from '../../jobs/prune.ts'
import { systemActor } from '../../kit/audit.ts'
import { createDatabase, type Database } from '../../kit/database.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { patientPool } from '../../kit/testing/patient-pool.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { erasePerson } from '../../payments/gdpr/erase-store.ts'
import { wordsOf } from '../../payments/gdpr/words-store.ts'
import { paymentPlatform, type PaymentPlatform } from '../../payments/testing/payment-platform.ts'

const merchantId = 100010001
const at = `merchantId=${merchantId}`
const holder = 'Quirina Zebulonsdotter'

let platform: PaymentPlatform
/** Mails that wait to be sent are seen by the login that takes jobs. */
let queue: Database
let declined: number
let waiting: number
beforeAll(async () => {
  platform = await paymentPlatform()
  queue = createDatabase(patientPool(platform.queueUrl, 1))
  const card = { pan: '4000000000000002', expiry: '2030-12', cvv: '123', holder }
  declined = (await platform.deposit({ merchantId, card })).body.txId
  waiting = (await platform.withdraw({ amount: { amount: '900.00', currency: 'EUR' } })).body.txId
}, 300_000)
afterAll(async () => {
  await queue.destroy()
  await platform.close()
})

const signedIn = new Map<string, Promise<Client>>()
/** Signing in costs more than everything a test does with it. */
function as(who: string): Promise<Client> {
  const client = signedIn.get(who) ?? platform.as(who)
  signedIn.set(who, client)
  return client
}

async function queuedMails(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from graphile_worker.jobs
    where task_identifier = 'send-mail'`.execute(queue)
  return rows[0]?.n ?? 0
}

async function ask(who: string | Client, question: string, more: object = {}): Promise<HelpAnswer> {
  const client = typeof who === 'string' ? await as(who) : who
  const answer = await client.post(`/help/ask?${at}`, { question, page: '/home', ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

describe('about a payment', () => {
  it('says how it stands, by its id, its reference or because it is open', async () => {
    const byId = await ask('operator', `Explain transaction ${declined}`)
    expect(byId).toMatchObject({ known: true, txId: declined })
    expect(byId.answer).toMatch(
      new RegExp(String.raw`Transaction ${declined} is \*\*failed\*\* \(.5\d\d ERR_`),
    )
    expect(byId.actions).toContainEqual({
      label: 'Open the transaction',
      route: `/transactions?id=${declined}`,
    })
    expect((await ask('operator', `what about ${merchantId}A${declined}`)).answer).toBe(byId.answer)
    expect((await ask('operator', 'Explain this transaction', { txId: declined })).answer).toBe(byId.answer)
  })

  it('says who declined it and why, and links to the decisions only for who may see them', async () => {
    const why = await ask('investigator', 'Why was it declined?', { txId: declined })
    expect(why.answer).toContain('Declined by: **')
    expect(why.actions).toContainEqual({
      label: 'Show the decisions',
      route: `/transactions?id=${declined}&tab=why`,
    })
    const agent = await ask('agent', 'Why was it declined?', { txId: declined })
    expect(JSON.stringify(agent.actions)).not.toContain('tab=why')
    expect((await ask('operator', 'Why was it declined?')).answer).toBe(
      'Which transaction? Open it, or write its id, and ask again.',
    )
    expect((await ask('operator', `Why did ${waiting} fail?`)).answer).toMatch(/^It was not declined\./)
  })

  it('says who can approve it, and whether the asker can', async () => {
    const approver = await ask('approver1', 'Who can approve this?', { txId: waiting })
    expect(approver.answer).toContain('First approval: First approver or Admin approver.')
    expect(approver.answer).toContain('You can approve it.')
    expect((await ask('admin', `Who approves ${waiting}?`)).answer).toContain('You cannot approve it.')
    expect((await ask('operator', 'Who can approve?')).answer).toContain('Second approver or Admin approver')
  })

  it('does not exist for whoever cannot open it', async () => {
    const gone = (id: number) => `There is no transaction ${id} that you can open at the selected merchant.`
    for (const who of ['nobody', 'kyc']) {
      for (const question of ['Explain transaction', 'Why was it declined:', 'Who can approve'])
        expect((await ask(who, `${question} ${declined}`)).answer, who).toBe(gone(declined))
    }
    // An approver opens what waits, and nothing else.
    expect((await ask('approver1', `Explain ${declined}`)).answer).toBe(gone(declined))
    // Another merchant is selected.
    const finland = await (
      await as('operator')
    ).post('/help/ask?merchantId=100010002', {
      question: `Explain ${declined}`,
      page: '/home',
    })
    expect(finland.body).toMatchObject({ known: false, txId: null, actions: [], answer: gone(declined) })
    const unknown = 123456789012
    expect((await ask('operator', `Explain ${unknown}`)).answer).toBe(gone(unknown))
  })

  it('masks what the page masks', async () => {
    await sql`update transaction set info = ${`Card of ${holder}`}, account_holder = ${holder}
      where id = ${declined}`.execute(platform.db)
    await sql`update merchant set mask_sensitive_data = true`.execute(platform.db)
    const others = roles.filter((role) => role !== 'DATA_VIEWER')
    await sql`update backoffice_user set roles = ${others}::text[] where username = 'approver2'`.execute(
      platform.db,
    )
    await sql`update backoffice_user set roles = ${[...roles]}::text[] where username = 'approver3'`.execute(
      platform.db,
    )
    expect((await ask('approver3', `Explain ${declined}`)).answer).toContain(holder)
    const masked = await ask('approver2', `Explain ${declined}`)
    expect(masked.known).toBe(true)
    expect(masked.answer).not.toContain('Zebulonsdotter')
    await sql`update merchant set mask_sensitive_data = false`.execute(platform.db)
  })
})

describe('from the catalogues and the guide', () => {
  it('says what a status code means, by number or name', async () => {
    for (const question of ['What does code 506 mean?', '506', 'what is err_declined_other_reason'])
      expect((await ask('agent', question)).answer).toContain('`506 ERR_DECLINED_OTHER_REASON`')
    const unknown = await ask('agent', 'What does code 999 mean?')
    expect(unknown).toMatchObject({ known: false, answer: 'There is no status code 999.' })
  })

  it('says which roles something needs, and whether the asker has one', async () => {
    const refund = await ask('agent', 'What roles do I need to refund?')
    expect(refund.answer).toContain('Roles: Investigator, Investigator admin or Merchant admin.')
    expect(refund.answer).toContain('You have none of these roles.')
    expect((await ask('investigator', 'Who can refund?')).answer).toContain('You have: Investigator')
    const log = await ask('agent', 'Who can open the audit log?')
    expect(log.answer).toContain('Audit viewer or Operator admin')
    expect(log).toMatchObject({ actions: [] })
    expect((await ask('auditor', 'Who can open the audit log?')).actions).toEqual([
      { label: 'Open Audit log', route: '/admin/audit-log' },
    ])
    expect((await ask('agent', 'What may a first approver do?')).answer).toContain('`FIRST_APPROVER`')
  })

  it('finds where something is done, and offers only pages the asker may open', async () => {
    const found = await ask('admin', 'Where do I rotate the secret of an API client?')
    expect(found.answer).toContain('**Rotate the secret of an API client**')
    expect(found.actions).toEqual([{ label: 'Open API clients', route: '/admin/api-clients' }])
    expect(found.articles[0]).toEqual({
      title: 'Rotate the secret of an API client',
      page: 'API clients',
      route: '/help?page=api-clients#rotate-the-secret-of-an-api-client',
    })
    const closed = await ask('agent', 'Where do I rotate the secret of an API client?')
    expect(closed.actions).toEqual([])
    expect(closed.answer).toContain('You may not open API clients.')
  })

  it.each([
    ['how do I lock a user', '/admin/backoffice-users'],
    ['lock out a colleague', '/admin/backoffice-users'],
    ['how do I block an account of a user', '/user-accounts'],
    ['issue an invoice', '/admin/invoice'],
  ])('“%s” leads to %s', async (question, route) => {
    expect((await ask('admin', question)).actions[0]).toMatchObject({ route })
  })

  it('says so when it does not know', async () => {
    for (const question of ['What is the weather in Oslo?', 'xyzzy', '???', 'the']) {
      const answer = await ask('admin', question)
      expect(answer.known, question).toBe(false)
      expect(answer.answer).toMatch(/^I do not know the answer\./)
    }
  })

  it('does not know how many there are of something, and says where to look', async () => {
    const locked = await ask('admin', 'How many users are locked?')
    expect(locked).toMatchObject({ known: false, articles: [] })
    expect(locked.answer).toMatch(/^I do not know how many there are\. Open the list/)
    expect(locked.actions[0]).toEqual({ label: 'Open Backoffice users', route: '/admin/backoffice-users' })
    expect((await ask('operator', 'how many payments failed today')).actions).toContainEqual({
      label: 'Open Transactions',
      route: '/transactions',
    })
    const closed = await ask('nobody', 'How many users are locked?')
    expect(closed).toMatchObject({
      known: false,
      answer: 'I do not know how many there are.',
      actions: [],
    })
    expect((await ask('admin', 'How many approvals must a withdrawal have?')).known).toBe(true)
  })

  it('refuses bad input and writes nothing', async () => {
    const admin = await as('admin')
    const count = async () => (await admin.get('/help/transcript')).body.items.length
    const before = await count()
    const bad = [
      {},
      { question: '', page: '/home' },
      { question: 'x'.repeat(501), page: '/home' },
      { question: 'Why?', page: '' },
      { question: 'Why?' },
      { question: 'Why?', page: '/home', txId: 'many' },
      { question: 'Why?', page: '/home', txId: -1 },
      { question: 'Why?', page: '/home', surprise: true },
      { question: 'Why was 4111111111111111 declined?', page: '/home' },
    ]
    for (const body of bad)
      expect((await admin.post(`/help/ask?${at}`, body)).status, JSON.stringify(body)).toBe(422)
    expect(await count()).toBe(before)
  })
})

describe('what was asked', () => {
  it('is kept for the asker alone, without what was said about a payment', async () => {
    const colleague = await as('config')
    await ask(colleague, 'Who can approve?')
    const operator = await as('operator')
    await operator.delete('/help/transcript')
    await ask(operator, `Explain ${waiting}`)
    const { items } = (await operator.get('/help/transcript')).body
    expect(items).toMatchObject([
      {
        question: `Explain ${waiting}`,
        answer: {
          txId: waiting,
          answer: `About transaction ${waiting}. Ask again to see how it stands now.`,
        },
      },
    ])
    expect((await colleague.get('/help/transcript')).body.items).toMatchObject([
      { question: 'Who can approve?' },
    ])
  })

  it('leaves no word of it in the audit log', async () => {
    await ask('operator', 'Where does Quirina live?')
    const { rows } = await sql<{ entry: string }>`select after::text as entry from audit_entry
      where entity_type = 'help' and action = 'ASK'`.execute(platform.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ entry }) => entry.includes('Quirina'))).toEqual([])
  })

  it('is deleted when the asker wants, after 30 days, and with the asker', async () => {
    const rules = await as('rules')
    await ask(rules, 'Who can approve?')
    expect((await rules.delete('/help/transcript')).body).toEqual({ deleted: 1 })
    await ask(rules, 'Who can approve?')
    await sql`update help_exchange set asked_at = now() - interval '31 days' where user_id =
      (select id from backoffice_user where username = 'rules')`.execute(platform.db)
    expect((await rules.get('/help/transcript')).body.items).toEqual([])
    const job = prune(platform.deps, [expiredExchanges])
    await job.run({ now: platform.deps.now(), signal: new AbortController().signal })
    const left = async (username: string) => {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::integer as n from help_exchange where user_id =
        (select id from backoffice_user where username = ${username})`.execute(platform.db)
      return rows[0]?.n
    }
    expect(await left('rules')).toBe(0)
    await ask('rulesviewer', 'Who can approve?')
    const admin = await as('admin')
    const [person] = (await admin.get('/user?keyword=rulesviewer')).body.items
    expect((await admin.delete(`/user/${person.id}`)).status).toBe(200)
    expect(await left('rulesviewer')).toBe(0)
  })
})

it('what was asked about a person is erased with the person', async () => {
  const config = await as('config')
  await config.delete('/help/transcript')
  const { userId } = await platform.row({ merchantId, txId: declined })
  const operator = await as('operator')
  await operator.delete('/help/transcript')
  await ask(operator, `Explain ${declined}`)
  await ask(operator, `Where do I see the payments of ${userId}?`)
  await ask(operator, 'Who can approve?')
  await perform(platform.deps, systemActor, async (unit) => {
    const about = { entityType: 'user', entityId: 'erased', entityLabel: 'erased', action: 'ERASE' }
    unit.audit({ merchantId, ...about })
    const person = { merchantId, userId: String(userId), pseudonym: 'erased-1', now: unit.now }
    await erasePerson(unit.tx, person, await wordsOf(unit.tx, person))
  })
  const { items } = (await operator.get('/help/transcript')).body
  expect(items.map(({ question }: { question: string }) => question)).toEqual(['Who can approve?'])
})

describe('release notes', () => {
  const note = (more: object = {}) => ({
    title: `Note ${randomUUID()}`,
    release: '2.44.0',
    date: '2026-11-18',
    category: 'FEATURE',
    bodyMd: '**New**: [see](/help)',
    ...more,
  })
  const publish = async (more: object = {}) => {
    const admin = await as('admin')
    const made = await admin.post('/release-note', note(more))
    expect(made.status, made.text).toBe(200)
    const { id, title } = made.body as { id: string; title: string }
    expect((await admin.get('/news')).text).not.toContain(title)
    expect((await admin.post(`/release-note/${id}/publish`, {})).status).toBe(200)
    return { id, title }
  }
  const newsOf = async (who: string) => (await (await as(who)).get('/news')).body

  it('are seen by those they are for, and read by each for themselves', async () => {
    const { id, title } = await publish({ audienceRoles: ['AGENT'] })
    expect(JSON.stringify(await newsOf('operator'))).not.toContain(title)
    const agent = await as('agent')
    const { items, unread } = (await agent.get('/news')).body
    expect(items[0]).toMatchObject({ id, title, read: false })
    // What is not for them is no read mark of theirs either.
    const operator = await as('operator')
    expect((await operator.post('/news/read', { ids: [id] })).body).toEqual({ read: 0 })
    expect((await agent.post('/news/read', { ids: [id] })).body).toEqual({ read: 1 })
    expect((await agent.post('/news/read', { ids: [id] })).body).toEqual({ read: 0 })
    expect((await newsOf('agent')).unread).toBe(unread - 1)
  })

  it('are mailed once to those who chose it, at every merchant, as far as they are for them', async () => {
    await sql`update backoffice_user set communication_preferences = '{RELEASE_NOTES}'
      where username in ('brand2', 'agent', 'operator')`.execute(platform.db)
    const before = await queuedMails()
    const { id } = await publish({ audienceRoles: ['MERCHANT_ADMIN', 'AGENT'] })
    const admin = await as('admin')
    expect((await admin.post(`/release-note/${id}/withdraw`, {})).status).toBe(200)
    expect((await admin.post(`/release-note/${id}/withdraw`, {})).status).toBe(409)
    expect((await admin.post(`/release-note/${id}/publish`, {})).status).toBe(200)
    expect((await admin.post(`/release-note/${id}/publish`, {})).status).toBe(409)
    expect((await queuedMails()) - before).toBe(2)
  })

  it('are written by staff of the platform, with a day that exists and a version', async () => {
    const admin = await as('admin')
    for (const who of ['operator', 'brand2', 'rules'])
      expect((await (await as(who)).post('/release-note', note())).status, who).toBe(403)
    const bad: [object, string][] = [
      [{ date: '2026-02-30' }, 'date'],
      [{ date: 'soon' }, 'date'],
      [{ release: 'next' }, 'release'],
      [{ category: 'RUMOUR' }, 'category'],
      [{ audienceRoles: ['KING'] }, 'audienceRoles'],
      [{ bodyMd: '' }, 'bodyMd'],
      [{ publishedAt: '2026-11-18T00:00:00.000Z' }, 'publishedAt'],
    ]
    for (const [more, field] of bad) {
      const refused = await admin.post('/release-note', note(more))
      expect(refused.status, field).toBe(422)
      expect(JSON.stringify(refused.body.fields)).toContain(field)
    }
    expect((await admin.post('/news/read', { ids: [] })).status).toBe(422)
    expect((await admin.post('/news/read', { ids: ['x'] })).status).toBe(422)
  })
})
