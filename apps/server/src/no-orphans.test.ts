import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { row, steps } from './setup/ruleset/testing/ruleset-app.ts'
import { mailTasks } from './jobs/index.ts'
import { runQueuedJobs } from './kit/jobs/job-queue.ts'
import type { Client } from './kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from './testing/test-app.ts'

let platform: TestPlatform
let admin: Client
beforeAll(async () => {
  platform = await testPlatform()
  admin = await platform.as('admin')
})
afterAll(() => platform.close())

const userOf = async (username: string) =>
  (await admin.get(`/user?keyword=${username}`)).body.items.find(
    (item: { username: string }) => item.username === username,
  )

/** Each screen changes how the platform behaves, not only what the screen itself shows. */
describe('what a screen changes', () => {
  it('backoffice users: a role taken away closes its calls at once, in the running session', async () => {
    const auditor = await platform.as('auditor')
    expect((await auditor.get('/audit')).status).toBe(200)
    const { id, version } = await userOf('auditor')
    const edit = await admin.put(`/user/${id}`, { version, roles: ['AGENT'], note: 'moved to support' })
    expect(edit.status, edit.text).toBe(200)
    const stillSignedIn = await platform.as('auditor')
    expect((await stillSignedIn.get('/audit')).status).toBe(403)
    expect((await auditor.get('/audit')).status).toBeGreaterThanOrEqual(401)
  })

  it('backoffice users: a disabled person is signed out and cannot come back', async () => {
    const viewer = await platform.as('rulesviewer')
    const { id } = await userOf('rulesviewer')
    expect((await admin.post(`/user/${id}/disable`, { reason: 'on leave' })).status).toBe(200)
    expect((await viewer.get('/metadata')).status).toBe(401)
    await expect(platform.as('rulesviewer')).rejects.toThrow('401')
    expect((await admin.post(`/user/${id}/enable`, {})).status).toBe(200)
    await expect(platform.as('rulesviewer')).resolves.toBeDefined()
  })

  it('access review: knows which roles are used, and one taken away there closes its calls', async () => {
    const brand2 = await platform.as('brand2')
    const bankMappings = '/bank-mapping?merchantId=100010002'
    expect((await brand2.get(bankMappings)).status).toBe(200)
    const { id } = await userOf('brand2')
    const { items } = (await admin.get(`/role-grant?userId=${id}&sort=role`)).body
    const used = items.map(({ role, lastUsedAt }: { role: string; lastUsedAt: string | null }) => [
      role,
      lastUsedAt !== null,
    ])
    expect(used).toEqual([
      ['MERCHANT_ADMIN', true],
      ['TRANSACTION_VIEWER', false],
    ])
    const revoked = await admin.post(`/role-grant/${id}:MERCHANT_ADMIN/revoke`, { reason: 'reviewed' })
    expect(revoked.status, revoked.text).toBe(200)
    expect((await brand2.get(bankMappings)).status).toBe(401)
    expect((await (await platform.as('brand2')).get(bankMappings)).status).toBe(403)
    expect((await admin.post(`/user/${id}/add-role`, { role: 'MERCHANT_ADMIN' })).status).toBe(200)
  })

  it('role presets: a changed one shows who differs from it', async () => {
    const differing = async () =>
      (await admin.get('/user?differsFromPreset=true')).body.items.map(
        ({ username }: { username: string }) => username,
      )
    const { id, version } = await userOf('operator')
    await admin.put(`/user/${id}`, { version, preset: 'Payment operations' })
    expect(await differing()).not.toContain('operator')
    const [preset] = (await admin.get('/role-preset?keyword=Payment%20operations')).body.items
    const roles = [...preset.roles, 'KYC']
    await admin.put(`/role-preset/${preset.id}`, {
      version: preset.version,
      roles,
      note: 'They check KYC too',
    })
    expect(await differing()).toContain('operator')
  })

  it('PSPs: everybody with a role knows their names', async () => {
    const psps = async (username: string) =>
      (await (await platform.as(username)).get('/metadata')).body.enums.psps
    expect(await psps('agent')).toContainEqual({ psp: 'acmecards', name: 'Acme Cards' })
    expect(await psps('nobody')).toEqual([])
  })

  it('merchants: a suspended one leaves its staff’s scope', async () => {
    const brand2 = await platform.as('brand2')
    expect((await brand2.get('/metadata')).body.merchants).toHaveLength(1)
    await admin.post('/merchant/100010002/suspend', { reason: 'risk review' })
    expect((await brand2.get('/bank-mapping?merchantId=100010002')).status).toBeGreaterThanOrEqual(401)
    await expect(platform.as('brand2')).rejects.toThrow()
    await admin.post('/merchant/100010002/resume', { reason: 'review done' })
    await expect(platform.as('brand2')).resolves.toBeDefined()
  })

  it('merchants: an allowlist decides where staff may sign in from', async () => {
    const { version } = (await admin.get('/merchant/100010002')).body
    await admin.put('/merchant/100010002', { version, allowedIps: ['203.0.113.0/24'] })
    await expect(platform.as('brand2')).rejects.toThrow()
    const restored = await admin.put('/merchant/100010002', { version: version + 1, allowedIps: [] })
    expect(restored.status).toBe(200)
    await expect(platform.as('brand2')).resolves.toBeDefined()
  })

  it('bank mappings: an edited row changes what a payout would carry', async () => {
    const find = () => admin.post('/bank-mapping/find?merchantId=100010002', { bic: 'OKOYFIHH' })
    const before = (await find()).body
    expect(before.actions.bankName).toBe('OP Yrityspankki')
    const { version } = (await admin.get(`/bank-mapping/${before.matched.id}?merchantId=100010002`)).body
    await admin.put(`/bank-mapping/${before.matched.id}?merchantId=100010002`, {
      version,
      bankName: 'OP Group',
      note: 'renamed',
    })
    expect((await find()).body.actions.bankName).toBe('OP Group')
  })

  it('rules: a row edited, approved and put back changes what would be decided, each time at once', async () => {
    const at = 'merchantId=100010001'
    const [author, approver] = [steps(admin), steps(await platform.as('rules2'))]
    const decline = async (): Promise<unknown> => {
      const facts = { userId: 'somebody', userCountry: 'SWE', method: 'DEPOSIT' }
      const answer = await admin.post(`/ruleset/simulate?${at}`, { table: 'general-block', facts })
      return answer.body.outcome?.action
    }
    expect(await decline()).toBeUndefined()
    const block = row('block', 1, {
      conditions: { userId: { op: 'in', values: ['somebody'] } },
      outputs: { action: 'DECLINE' },
    })
    const draft = await author.create({ rules: [block] }, 'general-block')
    const active = await approver.approve(await author.submit(draft))
    expect(await decline()).toBe('DECLINE')
    await approver.approve(await author.archive(active, { note: 'not needed any more' }))
    expect(await decline()).toBeUndefined()
  })

  it('templates: an edited mail is the mail that is sent', async () => {
    const mailDir = join(platform.config.dataDir, 'mail')
    const sendReset = async (): Promise<string> => {
      const { id } = await userOf('rulesviewer')
      expect((await admin.post(`/user/${id}/send-reset-link`, {})).status).toBe(200)
      await runQueuedJobs({
        url: platform.queueUrl,
        tasks: mailTasks(platform.config, platform.deps),
        log: platform.deps.log,
      })
      // Mails about sign-ins may come between.
      const resets = readdirSync(mailDir)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => readFileSync(join(mailDir, name), 'utf8'))
        .filter((mail) => mail.includes('"template": "PasswordReset"'))
      return resets.at(-1) ?? ''
    }
    const before = await sendReset()
    expect(before).not.toContain('Håll dig lugn')
    const list = await admin.get('/template/email/read?merchantId=1000&full=true')
    const mail = list.body.items.find(
      (item: { templateType: string; locale: string }) =>
        item.templateType === 'PasswordReset' && item.locale === 'all',
    )
    const edit = await admin.put(`/template/${mail.id}/?merchantId=1000`, {
      id: mail.id,
      type: 'email',
      merchantId: 1000,
      version: mail.version,
      subject: 'Håll dig lugn',
      note: 'A calmer subject',
    })
    expect(edit.status, edit.text).toBe(200)
    expect(await sendReset()).toContain('Håll dig lugn')
  })

  it('settings: locale and separators change dates and the CSV', async () => {
    const csv = async () => (await admin.get('/user/export?columns=username,createdAt&keyword=auditor')).text
    const before = await csv()
    expect(before.split('\r\n')[0]).toBe('\uFEFFUsername,Created')
    const { version } = (await admin.get('/userdata')).body
    const formats = {
      locale: 'de_DE',
      timeZone: 'Asia/Tokyo',
      dateFormat: 'YYYY-MM-DD',
      decimalSeparator: ',',
      groupSeparator: '.',
      csvSeparator: ';',
      exportDatePattern: 'DD.MM.YYYY HH:MM',
    }
    const saved = await admin.put('/userdata', { version, settings: { formats } })
    expect(saved.status, saved.text).toBe(200)
    const after = await csv()
    expect(after.split('\r\n')[0]).toBe('\uFEFFUsername;Created')
    expect(after).toMatch(/auditor;\d\d\.\d\d\.\d{4} \d\d:\d\d/)
  })

  it('the audit log: what was refused and what was done are both there', async () => {
    const agent = await platform.as('agent')
    await agent.post('/bank-mapping', { title: 'Not mine', note: 'try' })
    const found = await admin.get('/audit?actor=agent&result=REFUSED')
    expect(found.status, found.text).toBe(200)
    expect(found.body.items[0]).toMatchObject({
      actorName: 'agent',
      result: 'REFUSED',
      errorCode: 'FORBIDDEN',
    })
    expect((await admin.get('/audit/verify')).body).toMatchObject({ ok: true })
  })
})

describe('what takes two people, in the demo', () => {
  const waiting = async (recordId: string, at: string) => {
    const { body, text } = await admin.get(`/pending-grant?${at}&recordId=${recordId}&state=WAITING`)
    expect(body.items, text).toHaveLength(1)
    return body.items[0] as { id: string; version: number }
  }
  /** The published logins have one administrator; this is who confirms what that one asks for. */
  const confirm = async (recordId: string, at: string) => {
    const { id, version } = await waiting(recordId, at)
    const second = await platform.as('config')
    const done = await second.post(`/pending-grant/${id}/confirm?${at}`, { version })
    expect(done.status, done.text).toBe(200)
  }

  it('thresholds of a brand that shows it change once the second person has confirmed', async () => {
    const at = 'merchantId=100010002'
    const settings = async () => (await admin.get(`/config?${at}&type=MerchantConfig`)).body.items[0]
    const { id, version, document } = await settings()
    const lax = { ...document, 'approval.maxSingle': { EUR: '12345.00' } }
    expect((await admin.put(`/config/${id}?${at}`, { version, document: lax, note: 'More' })).status).toBe(
      200,
    )
    const own = await settings()
    expect(own.document['approval.maxSingle']).not.toEqual({ EUR: '12345.00' })
    await confirm(own.id, at)
    expect((await settings()).document['approval.maxSingle']).toEqual({ EUR: '12345.00' })
  })

  it('power above that brand reaches it, so it is given by two, and elsewhere by one', async () => {
    const newApprover = async (username: string, merchantId: number) => {
      const made = await admin.post(`/user?merchantId=${merchantId}`, {
        username,
        firstName: 'New',
        lastName: 'Approver',
        email: `${username}@mail.example`,
        roles: ['ADMIN_APPROVER'],
        requiredActions: ['AUTHENTICATOR'],
      })
      expect(made.status, made.text).toBe(200)
      return made.body as { id: string; roles: string[] }
    }
    expect((await newApprover('given-alone', 100010001)).roles).toEqual(['ADMIN_APPROVER'])
    for (const above of [100010000, 1000]) {
      const at = `merchantId=${above}`
      const { id, roles } = await newApprover(`given-by-two-${above}`, above)
      expect(roles).toEqual([])
      await confirm(id, at)
      expect((await admin.get(`/user/${id}?${at}`)).body.roles).toEqual(['ADMIN_APPROVER'])
    }
  })
})
