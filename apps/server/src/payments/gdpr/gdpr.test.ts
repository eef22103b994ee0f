import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { allCalls } from '@signalbox/model/calls/index'
import { statusBands } from '@signalbox/model/reference/status-codes'
import { runQueuedJobs } from '../../kit/jobs/job-queue.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { onlyFor, rulePublisher } from '../testing/publish-rules.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { checkBooksJob } from '../ledger/check-books.ts'
import { gdprJobs, gdprTasks } from './gdpr-feature.ts'
import { readArchive } from './testing/read-archive.ts'
import { zipOf } from './zip.ts'

const merchantId = 100010001
const userId = 'user_17'
const iban = 'SE4550000000058398257466'
const at = `merchantId=${merchantId}`
const once = { now: new Date(), signal: new AbortController().signal }
const asked = { merchantId, userId, reason: 'Canary Holdersson asked by mail', caseReference: 'DPO-12' }

const localAccount = { accountNumber: '77889900112233', clearingNumber: '50123' }

let platform: PaymentPlatform
let owner: pg.Client
let officer: Client
let admin: Client
beforeAll(async () => {
  platform = await paymentPlatform({}, 0, { logLevel: 'info' })
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
  const document = { ...current?.document, 'gdpr.retentionYears': Math.max(years, 1) }
  const note = 'how long data is kept'
  const saved = current
    ? await admin.put(`/config/${current.id}?${at}`, { version: current.version, document, note })
    : await admin.post(`/config?${at}`, { type: 'MerchantConfig', document, note })
  expect(saved.status, saved.text).toBe(200)
  // Nobody can enter none any more; a document of an earlier build may have it.
  if (years === 0)
    await owner.query(
      `update config set document = jsonb_set(document, '{gdpr.retentionYears}', '0') where id = $1`,
      [saved.body.id],
    )
}

/** Tables in which one of the texts stands, among everything the database holds. */
async function tablesWith(...words: readonly string[]): Promise<string[]> {
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await owner.query<{ word: string }>(
      `select word from unnest($1::text[]) word
       where exists (select 1 from ${name} t where position(lower(word) in lower(t::text)) > 0)`,
      [words],
    )
    found.push(...rows.map(({ word }) => `${name}: ${word}`))
  }
  return found
}

/** As the format describes it: salt, check, content, proof. The counter begins with its lowest byte. */
function decrypted(sealed: Buffer, password: string): Buffer {
  const keys = pbkdf2Sync(password, sealed.subarray(0, 16), 1000, 66, 'sha1')
  if (!keys.subarray(64).equals(sealed.subarray(16, 18))) throw new Error('Wrong password')
  const content = sealed.subarray(18, -10)
  const proof = createHmac('sha1', keys.subarray(32, 64)).update(content).digest().subarray(0, 10)
  expect(sealed.subarray(-10)).toEqual(proof)
  const plain = Buffer.from(content)
  for (let block = 0; block * 16 < plain.length; block++) {
    const counter = Buffer.alloc(16)
    counter.writeBigUInt64LE(BigInt(block + 1))
    const cipher = createCipheriv('aes-256-ecb', keys.subarray(0, 32), null).setAutoPadding(false)
    const stream = cipher.update(counter)
    for (let at = block * 16; at < Math.min(plain.length, block * 16 + 16); at++)
      plain[at] = (plain[at] ?? 0) ^ (stream[at % 16] ?? 0)
  }
  return plain
}

/** Names and contents of a ZIP file, read by its own headers. */
function unzipped(file: Buffer, password?: string): Record<string, string> {
  const contents: Record<string, string> = {}
  for (let at = 0; file.readUInt32LE(at) === 0x04034b50;) {
    const [packed, length, extra] = [
      file.readUInt32LE(at + 18),
      file.readUInt16LE(at + 26),
      file.readUInt16LE(at + 28),
    ]
    const begin = at + 30 + length + extra
    const bytes = file.subarray(begin, begin + packed)
    const isEncrypted = (file.readUInt16LE(at + 6) & 1) === 1
    expect({ isEncrypted, method: file.readUInt16LE(at + 8) }).toEqual(
      password === undefined ? { isEncrypted: false, method: 8 } : { isEncrypted: true, method: 99 },
    )
    contents[file.toString('utf8', at + 30, at + 30 + length)] = inflateRawSync(
      password === undefined ? bytes : decrypted(bytes, password),
    ).toString()
    at = begin + packed
  }
  return contents
}

/** Every text of the log and of all files the server keeps, in which one of the words stands. */
function linesWith(...words: readonly string[]): string[] {
  const folder = platform.config.dataDir
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const texts = [
    ...platform.logged,
    ...files.map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name), 'latin1')}`),
  ]
  return texts.filter((text) => words.some((word) => text.toLowerCase().includes(word.toLowerCase())))
}

/** What the KYC team knows and wrote, some of which waits for a second person. */
async function checkedPerson(): Promise<void> {
  const person = { firstName: 'Canary', lastName: 'Kycsdotter', dob: '1979-02-03', ...kycPerson }
  const check = { merchantId, userId, provider: 'kyc-sim', ...person }
  const { status, body } = await platform.call('POST', '/kyc/checks', check)
  expect(status, JSON.stringify(body)).toBe(201)
  const lead = await platform.as('kyc')
  const [found] = (await lead.get(`/kyc?${at}&keyword=${userId}`)).body.items as {
    id: string
    version: number
  }[]
  const note = 'A KYC reason about the person'
  const hit = { version: found?.version, warnings: ['PEP_WARNING'], note }
  const changed = await lead.put(`/kyc/${found?.id}?${at}`, hit)
  expect(changed.status, changed.text).toBe(200)
  const asked = await lead.post(`/kyc/${found?.id}/clear-pep?${at}`, { hits: ['PEP_WARNING'], reason: note })
  expect(asked.status, asked.text).toBe(200)
  canaries.push(note, 'Kycsdotter', ...Object.values(kycPerson))
}
const kycPerson = { nationalId: '19790203-4455', street: 'Canary Lane 7' }

const ruled = { named: '', ofAnother: '' }

/** Where people and banks name somebody without writing about their payments: rules, tags, statements, comments, alerts. */
async function namedElsewhere(txId: number): Promise<void> {
  const publish = await rulePublisher(platform, merchantId)
  const outputs = { psp: 'acmecards', pspAccount: '3DS' }
  ruled.named = await publish(
    'psp-routing',
    { conditions: { userId: { op: 'in', values: [userId, 'somebody_else'] } }, outputs },
    { conditions: { email: { op: 'in', values: [canaries[0] ?? ''] } }, outputs },
  )
  ruled.ofAnother = await publish('psp-routing', { conditions: onlyFor('somebody_else'), outputs })
  await owner.query(
    `update transaction set channel = 'shop of Canary Holdersson', tags = array['vip', 'Canary Holdersson']
     where merchant_id = $1 and id = $2`,
    [merchantId, txId],
  )
  await owner.query(`insert into transaction_value values ($1, 'channelId', 'shop of Canary Holdersson')`, [
    merchantId,
  ])
  const statement = '01900000-0000-7000-8000-00000000ba01'
  await owner.query(
    `insert into bank_account (merchant_id, id, name, account_no, account_key, currency, created_at, updated_at, updated_by)
     values ($1, $2, 'Main', 'SE1', 'SE1', 'EUR', now(), now(), 'test')`,
    [merchantId, statement],
  )
  await owner.query(
    `insert into bank_statement (merchant_id, id, bank_account_id, account_name, account_no, statement_ref, currency,
       opened_on, closed_on, opening, closing, opening_minor, closing_minor, entry_count, confirmed_count, open_count,
       format, file_name, file_sha256, fingerprint, ordinal, imported_by, imported_at, created_at, updated_at, updated_by)
     values ($1, $2, $2, 'Main', 'SE1', 'S1', 'EUR', '2026-01-01', '2026-01-01', '{}', '{}', 0, 0, 1, 0, 1, 'MT940',
       'f', 'f', 'f', 1, 'test', now(), now(), now(), 'test')`,
    [merchantId, statement],
  )
  await owner.query(
    `insert into bank_entry (merchant_id, id, bank_statement_id, statement_ref, account_name, line_no, title, booked_on,
       amount, amount_minor, currency, counterparty, reference, text, is_reversal, state, created_at, updated_at, updated_by)
     values ($1, $2, $2, 'S1', 'Main', 1, 'From HOLDERSSON, CANARY', '2026-01-01', '{"amount":"1.00","currency":"EUR"}', 100, 'EUR',
       'HOLDERSSON CANARY', $3, 'Payout, thanks Canary Holdersson', false, 'UNMATCHED', now(), now(), 'test')`,
    [merchantId, statement, `REF-${userId}/${iban}`],
  )
  const put = await admin.post(`/bank-entry/${statement}/set-aside?${at}`, {
    version: 1,
    reason: 'Canary Holdersson pays us',
  })
  expect(put.status, put.text).toBe(200)
  await owner.query(
    `insert into alert (merchant_id, id, source, key, severity, title, body, state, fired_at, last_at)
     values ($1, $2, 'RULE', 'k', 'WARNING', 'Many tries', $3, 'OPEN', now(), now())`,
    [merchantId, statement, `User ${userId} tried often`],
  )
  const comment = { version: 1, rowId: null, text: 'Canary Holdersson complained' }
  const said = await admin.post(`/ruleset/${ruled.named}/comment?${at}`, comment)
  expect(said.status, said.text).toBe(200)
  canaries.push('HOLDERSSON CANARY')
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

/** What somebody sees of their own, such as a view they saved, is theirs to know. */
const isOwn = ({ path }: Endpoint): boolean => path === '/events' || path.startsWith('/userdata')

/** Areas whose single records may be about a user of a merchant. */
const aboutUsers = new Set(['transaction', 'approval', 'user-account', 'kyc', 'case', 'pending-grant'])

/** Every address of the console that answers an administrator, of lists and of what stands in them. */
async function consoleAddresses(): Promise<string[]> {
  const addresses: string[] = []
  const reads = allCalls.filter((call) => call.method === 'GET' && call.effect === 'read' && !isOwn(call))
  for (const { path } of reads) {
    if (!path.includes('{')) addresses.push(`${path}?${at}`)
    else if (/^[^{]*\{id\}[^{]*$/.test(path)) {
      const [, area = ''] = path.split('/')
      if (!aboutUsers.has(area)) continue
      const { body } = await admin.get(`/${area}?${at}&limit=5${area === 'transaction' ? '&created=..' : ''}`)
      const ids = ((body?.items ?? []) as { id: string | number }[]).map(({ id }) => id)
      addresses.push(...ids.map((id) => `${path.replace('{id}', String(id))}?${at}`))
    }
  }
  const log = await admin.get(`/audit?${at}&limit=50`)
  const entries = log.body.items as { chainId: number; seq: number }[]
  return [...addresses, ...entries.map(({ chainId, seq }) => `/audit/${chainId}/${seq}?${at}`)]
}

const isTold = (text: string): boolean =>
  canaries.some((word) => text.toLowerCase().includes(word.toLowerCase()))

async function tellingAddresses(addresses: readonly string[]): Promise<string[]> {
  const telling: string[] = []
  for (const address of addresses) if (isTold((await admin.get(address)).text)) telling.push(address)
  return telling
}

/** The addresses that tell of the person while nobody hides them; of every kind that there is something to hide in. */
async function addressesToldOf(): Promise<string[]> {
  const telling = await tellingAddresses(await consoleAddresses())
  const areas = new Set(telling.map((address) => address.split(/[/?]/)[1]))
  expect([...areas]).toEqual(
    expect.arrayContaining(['transaction', 'user-account', 'kyc', 'pending-grant', 'inbox', 'audit']),
  )
  return telling
}

/** Everything that tells who the user is. */
let canaries: string[]
let paidTx: number

/** Every address and every table is looked at. */
const long = { timeout: 120_000 }

interface StoredVersion {
  readonly rules: { readonly conditions: Readonly<Record<string, { readonly values: string[] }>> }[]
  readonly hash: string
}

/** Rules go on with the pseudonym of the payments, and name everybody else as they did. */
async function stillDecides(): Promise<void> {
  const pseudonym = (await platform.row({ merchantId, txId: paidTx })).userId
  const { rows } = await owner.query<StoredVersion>(
    `select rules, content_hash as hash from ruleset_version where ruleset_id = any($1::uuid[]) order by ruleset_id = $2 desc`,
    [[ruled.named, ruled.ofAnother], ruled.named],
  )
  const [first, other] = rows
  expect(first?.rules.map(({ conditions }) => conditions)).toEqual([
    { userId: { op: 'in', values: [pseudonym, 'somebody_else'] } },
    { email: { op: 'in', values: [`${pseudonym}@erased.invalid`] } },
  ])
  expect(other?.rules[0]?.conditions).toEqual(onlyFor('somebody_else'))
  const log = await owner.query<{ after: object }>(
    `select after from audit_entry where entity_type = 'ruleset' and action = 'ERASE_PERSON'`,
  )
  expect(log.rows.map(({ after }) => after)).toMatchObject([{ contentHash: first?.hash, pseudonym }])
  const read = await admin.get(`/ruleset/${ruled.named}?${at}`)
  expect(read.status, read.text).toBe(200)
  const { channel, tags } = (
    await owner.query<{ channel: string; tags: string[] }>(
      `select channel, tags from transaction where id = $1`,
      [paidTx],
    )
  ).rows[0] ?? { channel: '', tags: [] }
  expect({ channel, tags }).toEqual({ channel: `shop of ${pseudonym}`, tags: ['vip', pseudonym] })
}

describe('the data of a person', () => {
  it('is collected in an archive that can be fetched once', long, async () => {
    const { body: paid } = await platform.deposit({
      userId,
      ip: '198.51.100.77',
      merchantTxId: 'order of Canary Orderson',
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
    paidTx = paid.txId
    const { email: userEmail, mobile: userPhone } = row
    canaries = [String(userEmail), String(userPhone), 'Canary Holdersson', iban, userId]
    canaries.push('198.51.100.77', 'A word about the person')
    canaries.push('A reason about the person', localAccount.accountNumber)
    canaries.push('order of Canary Orderson')
    // Who took what away is in the log, with what they had searched for.
    for (const search of [`userId=${userId}`, `keyword=${userEmail}`, 'keyword=Canary%20Holder']) {
      const away = await admin.get(`/transaction/export?${at}&created=..&format=csv&${search}`)
      expect(away.status, away.text).toBe(200)
    }
    const auditor = await platform.as('auditor')
    await auditor.get(`/audit/export?${at}&format=csv&keyword=${userEmail}`)
    const exports = await auditor.get(`/audit?${at}&action=EXPORT`)
    expect(exports.text).toContain('Canary Holder')
    await checkedPerson()
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
    const linked = () => officer.post(`/gdpr/${made.body.id}/link?${at}`)
    expect((await linked()).status).toBe(409)
    await runQueuedJobs({
      url: platform.queueUrl,
      log: platform.deps.log,
      tasks: gdprTasks(platform.config, platform.deps),
    })
    const ready = await officer.get(`/gdpr/${made.body.id}?${at}`)
    expect(ready.body).toMatchObject({ state: 'DONE' })
    expect((await admin.post(`/gdpr/${made.body.id}/link?${at}`)).status).toBe(403)
    const link = await linked()
    expect(link.status, link.text).toBe(200)
    expect((await linked()).status).toBe(409)
    const { url, password, expiresAt } = link.body as { url: string; password: string; expiresAt: string }
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect(await tablesWith(password, url.slice(-20))).toEqual([])
    // Not every program opens AES-256: people would believe that their password is wrong.
    expect(await (await fetch(url)).text()).toContain('7-Zip')
    // Programs that look at links take nothing away.
    for (const times of [1, 2]) expect((await fetch(url)).status, `look ${times}`).toBe(200)
    expect((await fetch(`${url}x`)).status).toBe(404)
    const both = await Promise.all([fetch(url, { method: 'POST' }), fetch(url, { method: 'POST' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const [served = new Response()] = both.filter(({ status }) => status === 200)
    const file = Buffer.from(await served.arrayBuffer())
    for (const word of canaries) expect(file.includes(word), word).toBe(false)
    expect(() => unzipped(file, 'wrong')).toThrow('Wrong password')
    const files = unzipped(file, password)
    expect(await readArchive(file, password)).toEqual(files)
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['data.json', 'profile.csv', 'accounts.csv', 'transactions.csv']),
    )
    const data = JSON.parse(files['data.json'] ?? '') as Record<string, Record<string, unknown>[]>
    expect(data.profile).toContainEqual(expect.objectContaining({ email: userEmail }))
    expect(data.transactions?.map(({ id }) => Number(id))).toContain(paid.txId)
    expect(data.accounts).toContainEqual(expect.objectContaining({ holder: 'Canary Holdersson' }))
    expect(files['data.json']).not.toContain('A word about the person')
    expect(files['data.json']).not.toContain(iban)
    expect(files['data.json']).toContain('Kycsdotter')
    expect((await fetch(url)).status).toBe(404)
    const fetched = await officer.get(`/gdpr/${made.body.id}?${at}`)
    expect(fetched.body.downloadedAt).not.toBeNull()
  })

  it('is at its address for a day', async () => {
    const made = await officer.post(`/gdpr/export?${at}`, asked)
    await runQueuedJobs({
      url: platform.queueUrl,
      log: platform.deps.log,
      tasks: gdprTasks(platform.config, platform.deps),
    })
    const { url } = (await officer.post(`/gdpr/${made.body.id}/link?${at}`)).body as { url: string }
    await owner.query(`update gdpr_file set expires_at = now() - interval '1 second'`)
    expect((await fetch(url)).status).toBe(404)
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
    const [schedule] = gdprJobs(platform.config, platform.deps)
    expect(await schedule?.run(once)).toContain('exports removed: 1')
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

  it('is hidden while the law wants it kept, and erased when its time has come', long, async () => {
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
    const told = await addressesToldOf()
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
    expect(await tellingAddresses(told)).toEqual([])
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

    // Whoever pays while hidden is kept longer, and everything that says until when says the same.
    const payLater = (hours: number) =>
      owner.query(
        `update transaction set created_at = created_at + make_interval(hours => $2) where id = $1`,
        [id, hours],
      )
    await payLater(1)
    const standing = await officer.post(`/gdpr/check?${at}`, { merchantId, userId })
    expect(Date.parse(standing.body.keptUntil)).toBeGreaterThan(Date.parse(made.dueAt))
    const listed = await officer.get(`/gdpr?${at}&type=ERASE&state=RESTRICTED`)
    const opened = await officer.get(`/gdpr/${made.id}?${at}`)
    const file = await officer.get(`/gdpr/export?${at}&format=json&type=ERASE&state=RESTRICTED`)
    const account = await officer.get(`/user-account?${at}&keyword=${userId}`)
    expect([
      listed.body.items[0].dueAt,
      opened.body.dueAt,
      JSON.parse(file.text)[0].dueAt,
      account.body.items[0].erasureDueAt,
    ]).toEqual(Array(4).fill(standing.body.keptUntil))
    await payLater(-1)

    await namedElsewhere(paidTx)
    const [schedule] = gdprJobs(platform.config, platform.deps)
    const run = () => schedule?.run(once)
    expect(await run()).toContain('People erased: 0')
    await keepYears(0)
    await owner.query(`update gdpr_request set due_at = now() - interval '1 second' where id = $1`, [made.id])
    expect(await run()).toContain('People erased: 1')
    const done = await officer.get(`/gdpr/${made.id}?${at}`)
    expect(done.body).toMatchObject({ state: 'DONE', userId: null })
    // Nothing of them is kept in secret.
    expect(done.body.reasons).toEqual([])
    expect((await erase()).status).toBe(404)
  })

  it('leaves no trace, and the audit chain and the books still verify', long, async () => {
    expect(await tablesWith(...canaries)).toEqual([])
    // Merchants' providers may name people in their references.
    expect(await tablesWith(Buffer.from(userId).toString('base64url'))).toEqual([])
    const auditor = await platform.as('auditor')
    expect((await auditor.get('/audit/verify?merchantId=1000')).body).toMatchObject({ ok: true })
    const log = await auditor.get(`/audit?${at}&entityType=user-account`)
    const entries = log.body.items as { diff: { path: string; to: unknown }[] | null }[]
    const holders = entries.flatMap(({ diff }) => diff ?? []).filter(({ path }) => path === 'holder')
    expect(holders).toMatchObject([{ to: 'ERASED' }])
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
    await stillDecides()
    expect(platform.logged.length).toBeGreaterThan(100)
    expect(linesWith(...canaries)).toEqual([])
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
