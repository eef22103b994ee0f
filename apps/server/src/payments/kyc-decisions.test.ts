import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { runQueuedJobs } from '../kit/jobs/job-queue.ts'
import type { Client } from '../kit/testing/kit-app.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'

/* What the KYC team does on its screen decides about the next payment of the user. */

const merchantId = 100010001
const at = `merchantId=${merchantId}`

let platform: PaymentPlatform
let owner: pg.Client
/** Two KYC administrators, one of whom sees personal data, and one person who only searches. */
let lead: Client
let second: Client
let searcher: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  owner = new pg.Client({ connectionString: platform.ownerUrl })
  await owner.connect()
  await owner.query(`update backoffice_user set roles = '{KYC}' where username = 'agent'`)
  lead = await platform.as('kyc')
  second = await platform.as('admin')
  searcher = await platform.as('agent')
})
afterAll(async () => {
  await owner.end()
  await platform.close()
})

interface KycRow {
  readonly id: string
  readonly version: number
  readonly userId: string
  readonly status: string
  readonly idStatus: string
  readonly warnings: readonly string[]
  readonly score: number
  readonly provider: string
  readonly trigger: string
  readonly txId: number | null
  readonly overrides: readonly { field: string; by: string; reason: string; requestedBy?: string }[]
}

const recordsOf = async (userId: string, more = '', client = lead): Promise<KycRow[]> => {
  const found = await client.get(`/kyc?${at}&keyword=${userId}${more}`)
  expect(found.status, found.text).toBe(200)
  return found.body.items as KycRow[]
}
const recordOf = async (userId: string): Promise<KycRow> => {
  const [record] = await recordsOf(userId)
  if (!record) throw new Error(`There is no record about ${userId}`)
  return record
}

/** A check by a call of the merchant, of somebody whose name says what it finds. */
async function checked(userId: string, person: object = {}): Promise<KycRow> {
  const asked = { merchantId, userId, provider: 'kyc-sim', scopes: ['ID', 'AGE', 'PEP'], ...person }
  const { status, body } = await platform.call('POST', '/kyc/checks', asked)
  expect(status, JSON.stringify(body)).toBe(201)
  return recordOf(userId)
}

/** Where the payment ended, once it has. */
async function paid(userId: string): Promise<{ no: number; info: string | null; kycStatus: string | null }> {
  const { status, body } = await platform.deposit({ userId })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  await platform.until(body, 'SUCCESSFUL', 'FAILED')
  const { statusNo, info, kycStatus } = await platform.row({ merchantId, txId: body.txId })
  return { no: statusNo, info, kycStatus }
}

const operate = (client: Client, { id, version }: KycRow, name: string, body: object = {}) =>
  client.post(`/kyc/${id}/${name}?${at}`, { version, reason: 'Seen by the KYC team', ...body })
const change = (client: Client, { id, version }: KycRow, values: object, note = 'Passport was shown') =>
  client.put(`/kyc/${id}?${at}`, { version, note, ...values })

const work = () =>
  runQueuedJobs({ url: platform.queueUrl, log: platform.deps.log, tasks: [...platform.app.payments.tasks] })

describe('a user who is blocked', () => {
  it('pays nothing until they are unblocked, whatever later checks find', async () => {
    const record = await checked('user_kyc_1')
    expect((await paid('user_kyc_1')).no).toBe(StatusNo.SUCCESS)
    const blocked = await operate(lead, record, 'block')
    expect(blocked.status, blocked.text).toBe(200)
    expect(blocked.body).toMatchObject({ status: 'BLOCKED', version: 2 })
    expect(await paid('user_kyc_1')).toMatchObject({ no: StatusNo.ERR_DECLINED_KYC_BLOCK })

    const later = await checked('user_kyc_1')
    // The block is what counts, and what is shown.
    expect(later).toMatchObject({ id: record.id, status: 'BLOCKED' })
    expect(await recordsOf('user_kyc_1', '&showAll=true')).toHaveLength(2)
    expect(await paid('user_kyc_1')).toMatchObject({ no: StatusNo.ERR_DECLINED_KYC_BLOCK })
    expect((await operate(lead, later, 'block')).status).toBe(409)

    const free = await operate(lead, later, 'unblock')
    expect(free.body, free.text).toMatchObject({ status: 'VERIFIED' })
    expect((await paid('user_kyc_1')).no).toBe(StatusNo.SUCCESS)
  })

  it('gets no payout that waited for approval either', async () => {
    const record = await checked('user_kyc_2')
    expect((await paid('user_kyc_2')).no).toBe(StatusNo.SUCCESS)
    const { body } = await platform.withdraw({ userId: 'user_kyc_2' })
    await platform.until(body, 'WAITING_APPROVAL')
    expect((await operate(lead, record, 'block')).status).toBe(200)
    const { version } = await platform.row({ merchantId, txId: body.txId })
    const approver = await platform.as('approver1')
    const decision = { version, info: 'Documents checked' }
    const approved = await approver.post(`/transaction/${body.txId}/approve?${at}`, decision)
    expect(approved.status, approved.text).toBe(200)
    await work()
    await platform.until(body, 'FAILED', 'CANCELLED')
    const row = await platform.row({ merchantId, txId: body.txId })
    expect(row.statusNo).toBe(StatusNo.ERR_DECLINED_KYC_BLOCK)
  })
})

describe('what somebody changed by hand', () => {
  it('decides about the next payment, and holds against what the provider would say', async () => {
    // The sandbox would find them verified again.
    const record = await checked('kyc-ok-1')
    expect((await paid('kyc-ok-1')).no).toBe(StatusNo.SUCCESS)
    const newest = await recordOf('kyc-ok-1')
    expect(newest).toMatchObject({ trigger: 'DEPOSIT', provider: 'kyc-sim' })
    expect(newest.txId).not.toBeNull()
    expect((await change(lead, record, { score: 3 })).status).toBe(409)

    const changed = await change(lead, newest, { ageStatus: 'UNDER_AGE', score: 3 }, 'Born in 2011')
    expect(changed.status, changed.text).toBe(200)
    expect(changed.body).toMatchObject({ status: 'UNDER_AGE', score: 3, version: 2 })
    expect(changed.body.overrides).toMatchObject([
      { field: 'ageStatus', from: 'VERIFIED', to: 'UNDER_AGE', by: 'kyc', reason: 'Born in 2011' },
      { field: 'score', from: 90, to: 3, by: 'kyc', reason: 'Born in 2011' },
    ])
    expect(await paid('kyc-ok-1')).toMatchObject({
      no: StatusNo.ERR_DECLINED_KYC_USER_UNDER_AGE,
      kycStatus: 'UNDER_AGE',
    })
    const versions = await lead.get(`/kyc/${newest.id}/history?${at}`)
    expect(versions.body.items, versions.text).toMatchObject([{ version: 2, note: 'Born in 2011' }])

    const back = await change(lead, await recordOf('kyc-ok-1'), { ageStatus: 'VERIFIED' })
    expect(back.body).toMatchObject({ status: 'VERIFIED' })
    expect((await paid('kyc-ok-1')).no).toBe(StatusNo.SUCCESS)
  })

  it('is a hit that was added: sanctions decline', async () => {
    const record = await checked('user_kyc_3')
    expect((await paid('user_kyc_3')).no).toBe(StatusNo.SUCCESS)
    const changed = await change(lead, record, { warnings: ['SANCTIONS_WARNING'] })
    expect(changed.status, changed.text).toBe(200)
    expect((await paid('user_kyc_3')).no).toBe(StatusNo.ERR_DECLINED_KYC_BLOCK)
  })

  it.each([
    ['idStatus', 'UNDER_AGE', 'UNDER_AGE', StatusNo.ERR_DECLINED_KYC_USER_UNDER_AGE],
    ['idStatus', 'NOT_VERIFIED', 'VERIFICATION_FAILED', StatusNo.ERR_DECLINED_KYC_BLOCK],
    ['addressStatus', 'UNDER_VERIFICATION', 'VERIFICATION_IN_PROGRESS', StatusNo.SUCCESS],
    ['addressStatus', 'UNKNOWN', 'VERIFIED', StatusNo.SUCCESS],
  ])('of %s to %s makes the check %s, and the next payment goes by it', async (field, to, status, no) => {
    const userId = `by-hand-${field}-${to}`
    const record = await checked(userId)
    const changed = await change(lead, record, { [field]: to }, 'Passport and bill were shown')
    expect(changed.body, changed.text).toMatchObject({ [field]: to, status, version: 2 })
    expect(changed.body.overrides).toMatchObject([
      { field, to, by: 'kyc', reason: 'Passport and bill were shown' },
    ])
    expect(await paid(userId)).toMatchObject({ no, kycStatus: status })
    expect((await change(lead, changed.body, { [field]: 'HALF' })).body.fields).toMatchObject([{ field }])
  })

  it('is refused without a reason, without a change, with a wrong value and when it is stale', async () => {
    const record = await checked('user_kyc_4')
    const { id, version } = record
    const put = (body: object) => lead.put(`/kyc/${id}?${at}`, body)
    expect((await put({ version, score: 50 })).body.fields).toMatchObject([
      { field: 'note', message: 'This field is required' },
    ])
    expect((await change(lead, record, {})).body.fields).toMatchObject([{ code: 'UNCHANGED' }])
    expect((await change(lead, record, { score: 101 })).status).toBe(422)
    expect((await change(lead, record, { score: 50.5 })).status).toBe(422)
    expect((await change(lead, record, { ageStatus: 'OLD' })).status).toBe(422)
    expect((await change(lead, record, { status: 'VERIFIED' })).status).toBe(422)
    expect((await change(lead, { ...record, version: 7 }, { score: 50 })).status).toBe(409)
    expect((await operate(lead, record, 'block', { reason: ' ' })).body.fields).toMatchObject([
      { field: 'reason', message: 'This field is required' },
    ])
    expect(await recordOf('user_kyc_4')).toEqual(record)
  })
})

describe('a PEP hit', () => {
  const pendingOf = async (client: Client, recordId: string) =>
    (await client.get(`/pending-grant?${at}&recordId=${recordId}&state=WAITING`)).body.items as {
      id: string
      version: number
      summary: string
    }[]

  it('is cleared by two KYC administrators, and by nobody else', async () => {
    const rule = await checked('user_kyc_5')
    const hit = await change(lead, rule, { warnings: ['PEP_WARNING', 'SDN_WARNING'] })
    expect(hit.status, hit.text).toBe(200)
    expect((await paid('user_kyc_5')).no).toBe(StatusNo.ERR_DECLINED_KYC_BLOCK)

    const direct = await change(lead, hit.body, { warnings: [] })
    expect(direct.body.fields, direct.text).toMatchObject([{ field: 'warnings', code: 'TWO_PEOPLE' }])
    expect((await operate(lead, hit.body, 'clear-pep', { hits: [] })).status).toBe(422)
    const none = await operate(lead, hit.body, 'clear-pep', { hits: ['SANCTIONS_WARNING'] })
    expect(none.status, none.text).toBe(409)
    const asked = await operate(lead, hit.body, 'clear-pep', {
      hits: ['SDN_WARNING', 'PEP_WARNING'],
      reason: 'Another person of that name',
    })
    expect(asked.status, asked.text).toBe(200)
    expect(asked.body.warnings).toHaveLength(2)
    // Nothing has changed yet: the answer and the record say what it waits for.
    const waiting = 'Clear PEP and sanctions hits of a KYC record'
    expect(asked.body.waiting).toBe(waiting)
    expect(await recordOf('user_kyc_5')).toMatchObject({ waiting })
    expect((await searcher.get(`/kyc/${rule.id}?${at}`)).body.waiting).toBe(waiting)
    expect((await paid('user_kyc_5')).no).toBe(StatusNo.ERR_DECLINED_KYC_BLOCK)

    const [pending] = await pendingOf(lead, rule.id)
    // A colleague who asks for the same does not take the first request back: it is theirs to confirm.
    for (const hits of [['SDN_WARNING', 'PEP_WARNING'], ['PEP_WARNING']]) {
      const anew = await operate(second, hit.body, 'clear-pep', { hits, reason: 'I think so too' })
      expect(anew.body, anew.text).toMatchObject({
        code: 'INVALID_STATE',
        message: 'Someone else has already requested this. Confirm or refuse their request first.',
      })
      expect(await pendingOf(lead, rule.id)).toEqual([pending])
    }
    expect(pending?.summary).toBe('Clear PEP and sanctions hits of a KYC record')
    const confirm = (client: Client) =>
      client.post(`/pending-grant/${pending?.id}/confirm?${at}`, { version: pending?.version })
    expect((await confirm(lead)).body).toMatchObject({ code: 'FOUR_EYES' })
    // Whoever looks after settings does not even see it, and those who only search neither.
    const config = await platform.as('config')
    expect(await pendingOf(config, rule.id)).toEqual([])
    expect((await confirm(config)).status).toBe(404)
    expect((await confirm(searcher)).status).toBe(403)
    const inbox = await second.get('/inbox')
    expect(inbox.text).toContain('Clear PEP and sanctions hits')
    const confirmed = await confirm(second)
    expect(confirmed.status, confirmed.text).toBe(200)
    expect(await recordOf('user_kyc_5')).toMatchObject({
      warnings: [],
      overrides: [{}, { field: 'warnings', by: 'admin', requestedBy: 'kyc' }],
    })
    expect(await recordOf('user_kyc_5')).not.toHaveProperty('waiting')
    expect((await paid('user_kyc_5')).no).toBe(StatusNo.SUCCESS)
  })

  it('its reason names nobody to whoever may not see personal data', async () => {
    const record = await checked('user_kyc_6')
    const { rows: people } = await sql<{ lastName: string }>`update kyc_check set last_name = 'Lindqvist'
      where id = ${record.id} returning last_name`.execute(platform.db)
    const lastName = people[0]?.lastName ?? ''
    const hit = await change(lead, record, { warnings: ['PEP_WARNING'] })
    const reason = `${lastName} is not the minister`
    const asked = await operate(lead, hit.body, 'clear-pep', { hits: ['PEP_WARNING'], reason })
    expect(asked.status, asked.text).toBe(200)
    const [seen] = await pendingOf(second, record.id)
    const texts = async () =>
      Promise.all(
        [
          `/pending-grant?${at}&recordId=${record.id}`,
          `/pending-grant/${seen?.id}?${at}`,
          `/pending-grant/export?${at}&format=json`,
          '/inbox',
        ].map(async (path) => (await second.get(path)).text),
      )
    const withRoles = (roles: readonly string[]) =>
      sql`update backoffice_user set roles = ${[...roles]}::text[] where username = 'admin'`.execute(
        platform.db,
      )
    const { rows } = await sql<{ roles: string[] }>`select roles from backoffice_user
      where username = 'admin'`.execute(platform.db)
    const before = rows[0]?.roles ?? []
    await sql`update merchant set mask_sensitive_data = true`.execute(platform.db)
    await withRoles([...before, 'KYC_ADMIN', 'DATA_VIEWER'])
    for (const text of (await texts()).slice(0, 2)) expect(text).toContain(reason)
    await withRoles([...before.filter((role) => role !== 'DATA_VIEWER'), 'KYC_ADMIN'])
    for (const text of await texts()) expect(text).not.toContain(lastName)
    await withRoles(before)
    await sql`update merchant set mask_sensitive_data = false`.execute(platform.db)
  })

  it('keeps KYC administrators from what else waits for a second person', async () => {
    const finland = 'merchantId=100010002'
    const made = await second.post(`/user?${finland}`, {
      username: 'kyc.waits',
      firstName: 'Kyc',
      lastName: 'Waits',
      email: 'kyc.waits@example.com',
      roles: ['AGENT', 'FIRST_APPROVER'],
      requiredActions: ['AUTHENTICATOR'],
    })
    expect(made.status, made.text).toBe(200)
    expect((await second.get(`/pending-grant?${finland}&state=WAITING`)).body.total).toBe(1)
    expect((await lead.get(`/pending-grant?${finland}&state=WAITING`)).body.total).toBe(0)
  })
})

describe('a check that is run again', () => {
  it('goes to whom the routing and fallback tables name, at most three times a day', async () => {
    await checked('kyc-again-1', { firstName: 'Ada', dob: '1985-04-12', country: 'SWE' })
    const run = async () => {
      const answer = await operate(lead, await recordOf('kyc-again-1'), 'rerun')
      await work()
      return answer
    }
    const first = await run()
    expect(first.status, first.text).toBe(200)
    expect(await recordOf('kyc-again-1')).toMatchObject({
      trigger: 'MANUAL',
      provider: 'kyc-sim',
      firstName: 'Ada',
      dob: '1985-04-12',
      txId: null,
    })
    expect((await run()).status).toBe(200)
    expect((await run()).status).toBe(200)
    const fourth = await run()
    expect(fourth.body, fourth.text).toMatchObject({
      code: 'INVALID_STATE',
      message: 'This user was checked again 3 times in the last 24 hours.',
    })
    expect(await recordsOf('kyc-again-1', '&showAll=true')).toHaveLength(4)
  })

  it('says so when no provider answers, and when no rule names one', async () => {
    await owner.query(
      `insert into kyc_check (merchant_id, id, user_id, provider, at, status, id_status, age_status)
       values ($1, gen_random_uuid(), 'kyc-down-1', 'kyc-sim', now(), 'NOT_VERIFIED', 'NOT_VERIFIED', 'NOT_VERIFIED')`,
      [merchantId],
    )
    expect((await operate(lead, await recordOf('kyc-down-1'), 'rerun')).status).toBe(200)
    await work()
    expect(await recordOf('kyc-down-1')).toMatchObject({
      status: 'NOT_VERIFIED',
      rerunNote: 'No answer from kyc-sim, kyc-sim-2',
    })
    const unrouted = await checked('user_kyc_6')
    expect((await operate(lead, unrouted, 'rerun')).body).toMatchObject({
      message: 'No KYC routing rule matches this user. Add one on KYC routing.',
    })
  })

  it('waits for the provider where documents are looked at, as one record', async () => {
    await checked('kyc-partly-1')
    expect((await operate(lead, await recordOf('kyc-partly-1'), 'rerun')).status).toBe(200)
    await work()
    const record = await recordOf('kyc-partly-1')
    expect(record).toMatchObject({ trigger: 'MANUAL', status: 'VERIFICATION_IN_PROGRESS' })
    const documents = (await lead.get(`/kyc/${record.id}?${at}`)).body.documents
    expect(documents).toMatchObject([{ type: 'ID_CARD', state: 'RECEIVED' }])
  })
})

describe('who only searches', () => {
  it('changes nothing and takes away no more than a page', async () => {
    const record = await checked('user_kyc_7')
    expect(await recordsOf('user_kyc_7', '', searcher)).toHaveLength(1)
    for (const name of ['rerun', 'block', 'unblock', 'clear-pep'])
      expect((await operate(searcher, record, name)).status, name).toBe(403)
    expect((await change(searcher, record, { score: 1 })).status).toBe(403)
    const lines = async (client: Client, query: string) => {
      const file = await client.get(`/kyc/export?${at}&showAll=true&columns=userId${query}`)
      expect(file.status, file.text).toBe(200)
      return file.text.trim().split('\n').length - 1
    }
    const all = await lines(lead, '')
    expect(all).toBeGreaterThan(10)
    expect(await lines(lead, '&limit=10')).toBe(all)
    expect(await lines(searcher, '&limit=10')).toBe(10)
    expect(await lines(searcher, '&limit=10&start=10')).toBe(Math.min(10, all - 10))
    const nobody = await platform.as('finance')
    expect((await nobody.get(`/kyc?${at}`)).status).toBe(403)
  })

  it('sees personal data masked where the merchant hides it, and does not find people by it', async () => {
    const person = {
      firstName: 'Ottilia',
      lastName: 'Canaryson',
      dob: '1984-05-06',
      nationalId: '19840506-2384',
      street: 'Canary Street 9',
    }
    await checked('user_kyc_8', person)
    const record = await recordOf('user_kyc_8')
    expect(record).toMatchObject(person)
    await change(lead, record, { score: 12 }, 'Ottilia Canaryson called')
    await owner.query('update merchant set mask_sensitive_data = true where id = $1', [merchantId])
    const seen = await searcher.get(`/kyc/${record.id}?${at}`)
    expect(seen.body).toMatchObject({ userId: 'user_kyc_8', dob: '1984-**-**' })
    const history = await searcher.get(`/kyc/${record.id}/history?${at}`)
    const file = await searcher.get(
      `/kyc/export?${at}&columns=firstName,lastName,nationalId,street,overrides`,
    )
    for (const { text, status } of [seen, history, file]) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/Ottilia|Canary|2384|05-06/)
    }
    expect(await recordsOf('19840506-2384', '', searcher)).toEqual([])
    const dataViewer = await recordsOf('19840506-2384', '', second)
    expect(dataViewer).toMatchObject([{ userId: 'user_kyc_8', ...person }])
    await owner.query('update merchant set mask_sensitive_data = false where id = $1', [merchantId])
  })

  it('filters by every part of a record', async () => {
    const total = async (filter: string) => {
      const found = await searcher.get(`/kyc?${at}&keyword=user_kyc_&${filter}`)
      expect(found.status, found.text).toBe(200)
      return found.body.total as number
    }
    expect(await total('status=BLOCKED')).toBe(1)
    expect(await total('warnings=SANCTIONS_WARNING')).toBe(1)
    expect(await total('scoreRange=12')).toBe(1)
    expect(await total('scoreRange=..20')).toBe(1)
    expect(await total('provider=kyc-sim&trigger=API')).toBeGreaterThan(5)
    expect(await total('at=2020-01-01..2020-01-02')).toBe(0)
    expect((await searcher.get(`/kyc?${at}&scoreRange=abc`)).status).toBe(422)
    expect((await searcher.get(`/kyc?${at}&status=NICE`)).status).toBe(422)
  })
})
