import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templateTypes } from '@signalbox/model/template-language/template'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { renderMail } from './read-model.ts'

const brand = 100010001
const at = `merchantId=${brand}`

let platform: TestPlatform
let admin: Client
beforeAll(async () => {
  platform = await testPlatform()
  admin = await platform.as('admin')
})
afterAll(() => platform.close())

const draft = (item: Record<string, unknown>) =>
  Object.fromEntries(
    ['type', 'templateType', 'locale', 'subject', 'content', 'textContent', 'params', 'testCases'].map(
      (name) => [name, item[name] ?? null],
    ),
  )

describe('what the platform brings along', () => {
  it.each(templateTypes)('has %s templates that pass their own check', async (type) => {
    const { body } = await admin.get(`/template/${type}/read?merchantId=1000&full=true`)
    expect(body.total).toBeGreaterThan(0)
    for (const item of body.items) {
      const check = await admin.post('/template/validate?merchantId=1000', { template: draft(item) })
      expect(check.body, `${item.templateType} ${item.locale}`).toMatchObject({
        ok: true,
        problems: [],
        warnings: [],
      })
      expect(check.body.cases.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
    }
  })
})

describe('saving', () => {
  const save = (body: object) => admin.post(`/template/?${at}`, { note: 'try it out', ...body })

  it('refuses what could not be run later, with its place', async () => {
    const cases: [object, string, RegExp][] = [
      [{ type: 'html', templateType: 'Broken', content: '<p>\n${if x}' }, 'content', /line 2/],
      [{ type: 'mq', templateType: 'Broken', content: '{"id": ${ptx.id;json},}' }, 'content', /not JSON/],
      [{ type: 'sql', templateType: 'Broken', content: 'delete from v_users' }, 'content', /line 1/],
      [
        { type: 'sql', templateType: 'Broken', content: 'select * from backoffice_user' },
        'content',
        /backoffice_user/,
      ],
      [
        {
          type: 'script',
          templateType: 'Broken',
          content: 'function transform(x) { return x + 1 }',
          testCases: [{ name: 'adds one', input: 1, expected: 3 }],
        },
        'testCases',
        /adds one/,
      ],
    ]
    for (const [body, field, message] of cases) {
      const answer = await save(body)
      expect(answer.status, JSON.stringify(body)).toBe(422)
      expect(answer.body.fields).toContainEqual(
        expect.objectContaining({ field, message: expect.stringMatching(message) }),
      )
    }
  })

  it('takes what is only suspicious, and says so when asked', async () => {
    const template = {
      type: 'css',
      content: '.cashier { color: red; background: url(https://spy.example/x.png) }',
    }
    const { body } = await admin.post(`/template/validate?${at}`, { template })
    expect(body).toMatchObject({ ok: true, problems: [] })
    expect(body.warnings[0].message).toContain('Removed')
    expect((await save({ ...template, templateType: 'Suspicious' })).status).toBe(200)
  })
})

describe('rendering', () => {
  it('shows a mail in the given locale, cleaned of scripts', async () => {
    const template = {
      type: 'email',
      locale: 'sv_SE',
      subject: 'Hej ${ptx.merchantUser.firstName}',
      content: '<p>${ptx.amountAbs;money}</p><script>alert(1)</script>',
      textContent: '${ptx.created;date(d MMMM yyyy)}',
    }
    const { body } = await admin.post(`/template/render?${at}`, {
      template,
      sample: { fixture: 'withdrawal' },
    })
    expect(body).toMatchObject({ subject: 'Hej Elsa', textContent: '3 februari 2026', problems: [] })
    expect(body.content).not.toContain('script')
    expect(body.warnings.length).toBeGreaterThan(0)
    expect(body.usedVariables).toContain('ptx.amountAbs')
  })

  it('has a page with its pictures under a policy of its own, for whoever asked for it', async () => {
    const template = {
      type: 'email',
      templateType: 'Pictured',
      locale: 'all',
      subject: 'Hello',
      content: '<img src="https://shop.example/logo.png" alt="Shop"><script>alert(1)</script>',
      textContent: 'Hello',
    }
    const sample = { fixture: 'deposit' }
    const made = await admin.post(`/template/preview?${at}`, { template, sample })
    expect(made.status, made.text).toBe(200)
    const shown = await admin.get(`/template/preview/${made.body.id}`)
    expect(shown.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(shown.text).toContain('https://shop.example/logo.png')
    expect(shown.text).not.toContain('alert(1)')
    const policy = String(shown.headers['content-security-policy']).split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        'img-src data: https:',
        'sandbox',
        "frame-ancestors 'self'",
      ]),
    )
    expect(policy.some((rule) => rule.startsWith('script-src'))).toBe(false)
    const somebodyElse = await platform.as('brand2')
    expect((await somebodyElse.get(`/template/preview/${made.body.id}`)).status).toBeGreaterThanOrEqual(403)
    const css = { ...template, type: 'css', content: '.cashier{}' }
    expect((await admin.post(`/template/preview?${at}`, { template: css, sample })).status).toBe(422)
  })

  it('knows only its samples', async () => {
    const template = { type: 'html', content: 'x' }
    const answer = await admin.post(`/template/render?${at}`, { template, sample: { fixture: 'nobody' } })
    expect(answer.status).toBe(422)
  })
})

describe('reports', () => {
  const report = async () =>
    (await admin.get('/template/sql/read?merchantId=1000&keyword=UsersWithoutTwoFactor')).body.items[0]

  it('run on the views, for the merchants in scope, and leave a trace', async () => {
    const { id } = await report()
    const all = await admin.post(`/template/${id}/run?merchantId=1000`, { params: {} })
    expect(all.status, all.text).toBe(200)
    expect(all.body.columns[0]).toEqual({ name: 'username', type: 'text' })
    expect(all.body.rows.map(([username]: string[]) => username)).toContain('auditor')
    const below = await admin.post(`/template/${id}/run?merchantId=100010002`, {})
    expect(below.body.rows.map(([username]: string[]) => username)).not.toContain('auditor')
    const runs = await admin.get(`/audit?merchantId=1000&action=RUN`)
    expect(runs.body.items[0]).toMatchObject({ entityId: id, action: 'RUN' })
  })

  it('take their parameters as values, never as text of the query', async () => {
    const template = {
      type: 'sql',
      content: 'select username from v_users where username = :name',
      params: [{ name: 'name', type: 'text', required: true }],
    }
    const run = (params: object) => admin.post('/template/run?merchantId=1000', { template, params })
    expect((await run({ name: 'auditor' })).body.rows).toEqual([['auditor']])
    expect((await run({ name: "x' or '1'='1" })).body.rows).toEqual([])
    expect(await run({})).toMatchObject({ status: 422, body: { fields: [{ field: 'params' }] } })
  })

  it('refuse what is not a report, whoever asks', async () => {
    const [mail] = (await admin.get('/template/email/read?merchantId=1000')).body.items
    expect((await admin.post(`/template/${mail.id}/run?merchantId=1000`, {})).status).toBe(422)
    const rules = await platform.as('rules')
    const { id } = await report()
    expect((await rules.post(`/template/${id}/run?merchantId=1000`, {})).status).toBe(403)
  })
})

describe('renderMail', () => {
  const view = {
    user: { displayName: 'Anna', username: 'anna' },
    link: 'https://x.example/l',
    expiresMinutes: 30,
  }
  const request = { to: 'a@b.example', template: 'PasswordReset', merchantId: brand, locale: 'en_GB', view }

  it('uses the words of the nearest merchant in the nearest locale, with the merchant’s facts', async () => {
    const english = await renderMail(platform.deps, request)
    expect(english).toMatchObject({ subject: 'Choose a new password' })
    expect(english?.html).toContain('Northlight Sweden')
    expect(english?.text).toContain('https://x.example/l')
    expect(await renderMail(platform.deps, { ...request, locale: 'sv_SE' })).toMatchObject({
      subject: 'Välj ett nytt lösenord',
    })
    const [mail] = (await admin.get(`/template/email/read?${at}&keyword=PasswordReset&locale=all`)).body.items
    await admin.put(`/template/${mail.id}/?${at}`, {
      type: 'email',
      version: mail.version,
      subject: 'Nytt ord, ${user.displayName}',
      note: 'our own words',
    })
    expect(await renderMail(platform.deps, request)).toMatchObject({ subject: 'Nytt ord, Anna' })
    expect(await renderMail(platform.deps, { ...request, merchantId: 1000 })).toMatchObject({
      subject: 'Choose a new password',
    })
  })

  it('leaves a name nobody worded to the platform', async () => {
    expect(await renderMail(platform.deps, { ...request, template: 'Unworded' })).toBeNull()
  })
})
