import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusBands } from '@signalbox/model/reference/status-codes'
import { runQueuedJobs } from '../../kit/jobs/job-queue.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { checkBooksJob } from '../ledger/check-books.ts'
import { gdprJobs, gdprTasks } from './gdpr-feature.ts'
import { zipOf } from './zip.ts'

const merchantId = 100010001
const userId = 'user_17'
const iban = 'SE4550000000058398257466'
const at = `merchantId=${merchantId}`
const once = { now: new Date(), signal: new AbortController().signal }
const asked = { merchantId, userId, reason: 'Asked by mail', caseReference: 'DPO-12' }

const localAccount = { accountNumber: '77889900112233', clearingNumber: '50123' }

let platform: PaymentPlatform
let owner: pg.Client
let officer: Client
let admin: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  owner = new pg.Client({ connectionString: platform.ownerUrl })
  await owner.connect()
  // Those who check on others see people who are about to be erased; here the administrator is none of them.
  await owner.query(
    `update backoffice_user set roles = array_remove(roles, 'AUDIT_VIEWER') where username = 'admin'`,
  )
  officer = await platform.as('gdpr')
  admin = await platform.as('admin')
})
afterAll(async () => {
  await owner.end()
  await platform.close()
})

const erase = (client = officer, changes: object = {}) =>
  client.post(`/gdpr/erase?${at}`, { ...asked, confirm: userId, ...changes })

const keepYears = async (years: number) => {
  const found = await admin.get(`/config?${at}&type=MerchantConfig`)
  const current = (found.body.items as { id: string; version: number; document: object }[])[0]
  const document = { ...current?.document, 'gdpr.retentionYears': years }
  const note = 'how long data is kept'
  const saved = current
    ? await admin.put(`/config/${current.id}?${at}`, { version: current.version, document, note })
    : await admin.post(`/config?${at}`, { type: 'MerchantConfig', document, note })
  expect(saved.status, saved.text).toBe(200)
}

/** Tables in which one of the texts stands, among everything the database holds. */
async function tablesWith(...words: readonly string[]): Promise<string[]> {
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables.rows)
    for (const word of words) {
      const { rowCount } = await owner.query(
        `select 1 from ${name} t where position(lower($1) in lower(t::text)) > 0 limit 1`,
        [word],
      )
      if (rowCount) found.push(`${name}: ${word}`)
    }
  return found
}

/** Names and contents of a ZIP file, read by its own headers. */
function unzipped(file: Buffer): Record<string, string> {
  const contents: Record<string, string> = {}
  for (let at = 0; file.readUInt32LE(at) === 0x04034b50;) {
    const [packed, length] = [file.readUInt32LE(at + 18), file.readUInt16LE(at + 26)]
    const begin = at + 30 + length
    contents[file.toString('utf8', at + 30, begin)] = inflateRawSync(
      file.subarray(begin, begin + packed),
    ).toString()
    at = begin + packed
  }
  return contents
}

/** A case about a payment of theirs, with evidence that names them. */
async function closedCaseWithFile(txId: number): Promise<{ caseId: string; fileId: string }> {
  const opened = await admin.post(`/case?${at}`, { txId, text: 'Canary Holdersson asks where it is' })
  const caseId = String(opened.body.id)
  const content = Buffer.from('holder,amount\nCanary Holdersson,10.00\n').toString('base64')
  const added = await admin.post(`/case/${caseId}/file?${at}`, { name: 'Canary Holdersson.csv', content })
  expect(added.status, added.text).toBe(200)
  const comment = { text: 'Canary Holdersson was called' }
  const said = await admin.post(`/case/${caseId}/comment?${at}`, comment)
  expect(said.status, said.text).toBe(200)
  const { version } = said.body as { version: number }
  const close = { version, resolution: 'NO_ACTION', text: 'Canary Holdersson has it' }
  expect((await admin.post(`/case/${caseId}/close?${at}`, close)).status).toBe(200)
  const [file] = (await admin.get(`/case/${caseId}?${at}`)).body.files as { id: string }[]
  return { caseId, fileId: String(file?.id) }
}

/** Everything that tells who the user is. */
let canaries: string[]

describe('the data of a person', () => {
  it('is collected in a file that can be fetched once', async () => {
    const { body: paid } = await platform.deposit({
      userId,
      ip: '198.51.100.77',
      card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123', holder: 'Canary Holdersson' },
    })
    await platform.until(paid, 'SUCCESSFUL')
    const withdrawn = await platform.withdraw({ userId, iban, amount: { amount: '10.00', currency: 'EUR' } })
    await platform.until(withdrawn.body, 'WAITING_APPROVAL')
    const local = await platform.withdraw({
      userId,
      txType: 'BankLocalWithdrawal',
      iban: undefined,
      ...localAccount,
      amount: { amount: '10.00', currency: 'EUR' },
    })
    await platform.until(local.body, 'WAITING_APPROVAL')
    await platform.call('DELETE', `/payments/${local.body.txId}`)
    await platform.until(local.body, 'CANCELLED')
    const row = await platform.row({ merchantId, txId: paid.txId })
    const { email: userEmail, mobile: userPhone } = row
    canaries = [String(userEmail), String(userPhone), 'Canary Holdersson', iban, userId]
    canaries.push('198.51.100.77', 'A word about the person')
    canaries.push('A reason about the person', localAccount.accountNumber)
    expect(await tablesWith(...canaries)).not.toEqual([])
    const view = { page: '/transactions', name: `About ${userId}`, query: `userId=${userId}&states=FAILED` }
    expect((await admin.post('/userdata/filter', view)).status).toBe(200)
    const reasoned = await admin.post(`/transaction/${paid.txId}/tag?${at}`, {
      version: (await platform.row({ merchantId, txId: paid.txId })).version,
      info: 'A reason about the person',
      addTags: ['vip'],
    })
    expect(reasoned.status, reasoned.text).toBe(200)
    const reasons = await admin.get(`/transaction/${paid.txId}/audit?${at}`)
    expect(reasons.text).toContain('A reason about the person')
    const note = await admin.post(`/transaction/${paid.txId}/note?${at}`, { text: 'A word about the person' })
    expect(note.status, note.text).toBe(200)
    const accounts = await admin.get(`/user-account?${at}&keyword=${userId}`)
    const bank = (accounts.body.items as { id: string; version: number; iban: string | null }[]).find(
      (account) => account.iban === iban,
    )
    const edited = await admin.put(`/user-account/${bank?.id}?${at}`, {
      version: bank?.version,
      holder: 'Canary Holdersson',
    })
    expect(edited.status, edited.text).toBe(200)

    const made = await officer.post(`/gdpr/export?${at}`, asked)
    expect(made.body, made.text).toMatchObject({ type: 'EXPORT', state: 'REQUESTED', userId })
    const fetched = () => officer.post(`/gdpr/${made.body.id}/file?${at}`)
    expect((await fetched()).status).toBe(409)
    await runQueuedJobs({
      url: platform.queueUrl,
      log: platform.deps.log,
      tasks: gdprTasks(platform.config, platform.deps),
    })
    const ready = await officer.get(`/gdpr/${made.body.id}?${at}`)
    expect(ready.body).toMatchObject({ state: 'DONE' })
    const answer = await fetched()
    expect(answer.status, answer.text).toBe(200)
    const files = unzipped(answer.bytes ?? Buffer.alloc(0))
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['data.json', 'profile.csv', 'accounts.csv', 'transactions.csv']),
    )
    const data = JSON.parse(files['data.json'] ?? '') as Record<string, Record<string, unknown>[]>
    expect(data.profile).toContainEqual(expect.objectContaining({ email: userEmail }))
    expect(data.transactions?.map(({ id }) => Number(id))).toContain(paid.txId)
    expect(data.accounts).toContainEqual(expect.objectContaining({ holder: 'Canary Holdersson' }))
    expect(files['data.json']).not.toContain('A word about the person')
    expect(files['data.json']).not.toContain(iban)
    expect((await fetched()).status).toBe(409)
  })

  it('is erased by nobody but who may, and not by mistake', async () => {
    expect((await erase(admin)).status).toBe(403)
    expect((await erase(await platform.as('agent'))).status).toBe(403)
    expect((await erase(officer, { confirm: 'user_1' })).body.fields).toMatchObject([{ field: 'confirm' }])
    expect((await erase(officer, { userId: 'nobody', confirm: 'nobody' })).status).toBe(404)
    expect((await erase(officer, { merchantId: 100020000 })).status).toBe(404)
  })

  it('is not erased while something is open or under legal hold', async () => {
    const { rows } = await owner.query<{ id: string }>(
      'select id from transaction where user_id = $1 and status_no between $2 and $3',
      [userId, statusBands.WAITING_APPROVAL.first, statusBands.WAITING_APPROVAL.last],
    )
    expect(rows).toHaveLength(1)
    const held = await officer.post(`/gdpr/hold?${at}`, asked)
    expect(held.status, held.text).toBe(200)
    const refused = await erase()
    expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(refused.body.message).toContain('not finished')
    expect(refused.body.message).toContain('under legal hold')
    for (const { id } of rows) {
      await platform.call('DELETE', `/payments/${id}`)
      await platform.until({ txId: Number(id) }, 'CANCELLED')
    }
    await owner.query(`update notification set status = 'SENT' where merchant_id = $1`, [merchantId])
    const release = { reason: 'Case closed', version: 1 }
    expect((await officer.post(`/gdpr/${held.body.id}/release?${at}`, release)).status).toBe(200)
    expect((await officer.post(`/gdpr/${held.body.id}/release?${at}`, { reason: 'again' })).status).toBe(409)
  })

  it('is hidden while the law wants it kept, and erased when its time has come', async () => {
    const before = await admin.get(`/transaction?${at}&userId=${userId}&created=..`)
    expect(before.body.total).toBeGreaterThan(1)
    const { id, version } = before.body.items[0] as { id: number; version: number }
    const { caseId, fileId } = await closedCaseWithFile(id)
    const openCases = async () => {
      const counted = await admin.get(`/counters?${at}`)
      const [{ data }] = (await admin.get(`/home?${at}&widget=cases`)).body.widgets as [
        { data: { hour: number } },
      ]
      return { badge: counted.body.investigate.open as number, home: data.hour }
    }
    const none = await openCases()
    const setCase = (state: string) =>
      owner.query(`update investigation_case set state = $1 where id = $2`, [state, caseId])
    await setCase('OPEN')
    expect(await openCases()).toEqual({ badge: none.badge + 1, home: none.home + 1 })
    await setCase('RESOLVED')
    const both = await Promise.all([erase(), erase()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const made = both.find(({ status }) => status === 200)?.body as {
      id: string
      state: string
      dueAt: string
    }
    expect(made.state).toBe('RESTRICTED')
    expect(Date.parse(made.dueAt)).toBeGreaterThan(Date.now() + 4 * 365 * 86_400_000)
    expect((await erase()).status).toBe(409)
    expect((await admin.get(`/transaction?${at}&userId=${userId}&created=..`)).body.total).toBe(0)
    expect((await admin.get(`/transaction/${id}?${at}`)).status).toBe(404)
    const blind = { version, info: 'Nobody sees it' }
    for (const op of ['tag', 'refund', 'approve', 'force-inconsistent'])
      expect((await admin.post(`/transaction/${id}/${op}?${at}`, blind)).status, op).toBe(404)
    expect((await admin.post(`/case?${at}`, { txId: id, text: 'Nobody sees it' })).status).toBe(422)
    expect((await admin.get(`/case?${at}&state=RESOLVED&keyword=${id}`)).body.total).toBe(0)
    // A PSP may still say something about somebody who is hidden already.
    await setCase('OPEN')
    expect(await openCases()).toEqual(none)
    await setCase('RESOLVED')
    expect((await admin.get(`/case/${caseId}?${at}`)).status).toBe(404)
    expect((await admin.get(`/case/${caseId}/outcome?${at}`)).status).toBe(404)
    expect((await admin.get(`/case/${caseId}/file/${fileId}?${at}`)).status).toBe(404)
    expect((await admin.post(`/case/${caseId}/comment?${at}`, { text: 'Nobody' })).status).toBe(404)
    expect((await admin.get(`/user-account?${at}&keyword=${userId}`)).body.total).toBe(0)
    expect((await officer.get(`/user-account?${at}&keyword=${userId}`)).body.total).toBeGreaterThan(0)

    const [schedule] = gdprJobs(platform.config, platform.deps)
    const run = () => schedule?.run(once)
    expect(await run()).toContain('People erased: 0')
    await keepYears(0)
    await owner.query('update gdpr_request set due_at = now() where id = $1', [made.id])
    expect(await run()).toContain('People erased: 1')
    expect((await officer.get(`/gdpr/${made.id}?${at}`)).body).toMatchObject({ state: 'DONE', userId: null })
    expect((await erase()).status).toBe(404)
  })

  it('leaves no trace, and the audit chain and the books still verify', async () => {
    expect(await tablesWith(...canaries)).toEqual([])
    const auditor = await platform.as('auditor')
    expect((await auditor.get('/audit/verify?merchantId=1000')).body).toMatchObject({ ok: true })
    const log = await auditor.get(`/audit?${at}&entityType=user-account`)
    const [entry] = log.body.items as { diff: { path: string; to: unknown }[] }[]
    expect(entry?.diff.find(({ path }) => path === 'holder')).toMatchObject({ to: 'ERASED' })
    expect(await checkBooksJob(platform.deps).run(once)).toMatch(/^Merchants checked: \d+$/)
    const rows = await admin.get(`/transaction?${at}&erased=true&created=..`)
    const erasedRow = (rows.body.items as { id: number; userId: string; amount: unknown }[])[0]
    expect(erasedRow?.userId).toMatch(/^gdpr-/)
    const [kept] = (await owner.query(`select name, content, sha256 from case_file`)).rows
    expect(kept).toEqual({ name: 'ERASED', content: null, sha256: null })
    const { views } = (await admin.get('/userdata')).body as { views: { name: string; query: string }[] }
    expect(views).toMatchObject([{ name: 'View', query: 'states=FAILED' }])
    const mails = join(platform.config.dataDir, 'mail')
    mkdirSync(mails, { recursive: true })
    const captured = (name: string, to: string) => {
      writeFileSync(join(mails, `${name}.eml`), 'x')
      writeFileSync(join(mails, `${name}.json`), JSON.stringify({ to }))
    }
    captured('theirs', String(canaries[0]))
    captured('of-others', 'somebody@else.example')
    await runQueuedJobs({
      url: platform.queueUrl,
      log: platform.deps.log,
      tasks: gdprTasks(platform.config, platform.deps),
    })
    const left = readdirSync(mails)
    expect(left).toEqual(expect.arrayContaining(['of-others.eml', 'of-others.json']))
    expect(left.filter((name) => name.startsWith('theirs'))).toEqual([])
    const refund = { version: 99, info: 'too late' }
    expect((await admin.post(`/transaction/${erasedRow?.id}/refund?${at}`, refund)).status).toBe(409)
  })
})

it('a ZIP file holds what was put into it', () => {
  const entries = [
    { name: 'a.json', content: '{"é":1}' },
    { name: 'b.csv', content: 'x'.repeat(100_000) },
  ]
  const file = zipOf(entries, new Date('2026-11-16T10:00:00Z'))
  expect(unzipped(file)).toEqual({ 'a.json': '{"é":1}', 'b.csv': 'x'.repeat(100_000) })
  expect(file.length).toBeLessThan(2_000)
})
