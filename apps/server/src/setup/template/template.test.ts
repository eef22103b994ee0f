import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { handlers } from './routes.ts'
import { seedDefaultTemplates } from './seed-templates.ts'
import { fakeTools } from './testing/fake-tools.ts'

const group = 100010000
const brand = 100010001
const sibling = 100010002

const mail = (templateType: string, more: object = {}) => ({
  type: 'email',
  templateType,
  subject: 'Your withdrawal',
  content: '<p>Hello ${ptx.merchantUser.firstName}</p>',
  textContent: 'Hello ${ptx.merchantUser.firstName}',
  note: 'first wording',
  ...more,
})
const page = (templateType: string, more: object = {}) => ({
  type: 'html',
  templateType,
  content: '<p>Bank</p>',
  note: 'first page',
  ...more,
})

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => handlers(fakeTools()))
})
afterAll(() => kit.close())

const auditOf = (entityId: string) =>
  kit.db.selectFrom('auditEntry').selectAll().where('entityId', '=', entityId).orderBy('seq').execute()

describe('GET /template/{type}/read', () => {
  it('lists one type without bodies, 50 from the start unless told otherwise, newest edit first', async () => {
    const admin = kit.as()
    await admin.post(`/template/?merchantId=${group}`, mail('ListedFirst'))
    await admin.post(`/template/?merchantId=${group}`, mail('ListedSecond', { locale: 'sv_SE' }))
    await admin.post(`/template/?merchantId=${group}`, page('ListedPage'))
    const list = await admin.get(`/template/email/read?merchantId=${brand}`)
    expect(list.body).toMatchObject({ start: 0, limit: 50, total: 2, totalCapped: false })
    expect(list.body.items.map((item: { templateType: string }) => item.templateType)).toEqual([
      'ListedSecond',
      'ListedFirst',
    ])
    expect(list.body.items[0]).toEqual({
      id: expect.any(String),
      type: 'email',
      templateType: 'ListedSecond',
      merchantId: group,
      inherited: true,
      locale: 'sv_SE',
      channel: null,
      url: null,
      subject: 'Your withdrawal',
      description: null,
      version: 1,
      updatedBy: 'tester',
      lastUpdated: expect.stringMatching(/Z$/),
      created: expect.stringMatching(/Z$/),
    })
    const second = await admin.get(`/template/email/read/?merchantId=${brand}&start=1&limit=1`)
    expect(second.body).toMatchObject({
      start: 1,
      limit: 1,
      total: 2,
      items: [{ templateType: 'ListedFirst' }],
    })
    const full = await admin.get(`/template/email/read?merchantId=${brand}&full=true`)
    expect(full.body.items[1].content).toContain('Hello')
  })

  it('finds by name or content, by locale, and own ones only', async () => {
    const admin = kit.as()
    await admin.post(`/template/?merchantId=${brand}`, mail('OwnOnly', { textContent: 'a needle in here' }))
    const names = async (query: string) =>
      (await admin.get(`/template/email/read?merchantId=${brand}&${query}`)).body.items.map(
        (item: { templateType: string }) => item.templateType,
      )
    expect(await names('keyword=NEEDLE')).toEqual(['OwnOnly'])
    expect(await names('keyword=ownonl')).toEqual(['OwnOnly'])
    expect(await names('locale=sv_SE')).toEqual(['ListedSecond'])
    expect(await names('overridesOnly=true')).toEqual(['OwnOnly'])
    expect(await names('overridesOnly=false')).not.toContain('OwnOnly')
  })

  it('knows six types and no other', async () => {
    const admin = kit.as()
    for (const type of ['email', 'script', 'html', 'sql', 'mq', 'css']) {
      expect((await admin.get(`/template/${type}/read?merchantId=${brand}`)).status, type).toBe(200)
    }
    expect((await admin.get(`/template/pdf/read?merchantId=${brand}`)).status).toBe(404)
    expect((await admin.get(`/template/email/read?merchantId=${brand}&limit=none`)).status).toBe(422)
  })
})

describe('POST /template/', () => {
  it('creates on the selected merchant, with history, audit and live event', async () => {
    const admin = kit.as()
    const created = await admin.post(
      `/template/?merchantId=${brand}`,
      mail('Created', { merchantId: brand, locale: 'sv_SE' }),
    )
    expect(created.status).toBe(200)
    expect(created.body).toMatchObject({
      type: 'email',
      merchantId: brand,
      version: 1,
      inherited: false,
      locale: 'sv_SE',
      content: '<p>Hello ${ptx.merchantUser.firstName}</p>',
      params: null,
    })
    const [entry] = await auditOf(created.body.id)
    expect(entry).toMatchObject({
      entityType: 'template',
      entityLabel: 'Created',
      changeType: 'CREATE',
      note: 'first wording',
    })
    const events = await kit.db.selectFrom('outbox').selectAll().where('key', '=', created.body.id).execute()
    expect(events).toMatchObject([{ topic: 'template', merchantId: brand }])
  })

  it('refuses a second one of the same name, locale, channel and url, empty selectors included', async () => {
    const admin = kit.as()
    await admin.post(`/template/?merchantId=${brand}`, mail('Twice'))
    const again = await admin.post(
      `/template/?merchantId=${brand}`,
      mail('Twice', { channel: '', url: null }),
    )
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', message: 'A template with this name, locale, channel and url exists' },
    })
    const other = await admin.post(`/template/?merchantId=${brand}`, mail('Twice', { channel: 'mobile' }))
    expect(other.status).toBe(200)
  })

  it('takes a template that is no more than its id, type and merchant, to be written later', async () => {
    const admin = kit.as()
    const id = randomUUID()
    const at = `/template/?merchantId=${brand}`
    const created = await admin.post(at, { id, type: 'email', merchantId: brand })
    expect(created).toMatchObject({
      status: 200,
      body: { id, type: 'email', merchantId: brand, templateType: id, content: '', version: 1 },
    })
    expect(await auditOf(id)).toMatchObject([{ changeType: 'CREATE', note: null }])
    expect(await admin.post(at, { id, type: 'email', merchantId: brand })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', message: 'A template with this id exists or existed' },
    })
    const path = `/template/${id}/?merchantId=${brand}`
    const saved = await admin.put(path, { id, type: 'email', merchantId: brand })
    expect(saved).toMatchObject({ status: 200, body: { id, version: 2 } })
    const named = await admin.put(path, { id, type: 'email', merchantId: brand, templateType: 'NowNamed' })
    expect(named).toMatchObject({ status: 422, body: { fields: [{ field: 'content' }] } })
    const written = await admin.put(path, { id, ...mail('NowNamed'), merchantId: brand })
    expect(written).toMatchObject({ status: 200, body: { id, templateType: 'NowNamed', version: 3 } })
  })

  it('makes a template under the id the caller gives it, and refuses what is no id', async () => {
    const admin = kit.as()
    const id = randomUUID()
    const created = await admin.post(`/template/?merchantId=${brand}`, mail('NamedByCaller', { id }))
    expect(created).toMatchObject({ status: 200, body: { id, templateType: 'NamedByCaller' } })
    const odd = await admin.post(`/template/?merchantId=${brand}`, mail('OddId', { id: 'mine' }))
    expect(odd).toMatchObject({ status: 422, body: { fields: [{ field: 'id' }] } })
  })

  it('says what is wrong, field by field, and writes nothing', async () => {
    const admin = kit.as()
    const cases: [object, string, string][] = [
      [mail('x'), 'templateType', 'A name has 2 to 80 letters, digits, dots, dashes and underscores'],
      [mail('Bad', { note: '' }), 'note', 'This field is required'],
      [mail('Bad', { note: 'ab' }), 'note', 'Too short'],
      [mail('Bad', { templateType: undefined }), 'templateType', 'This field is required'],
      [mail('Bad', { content: undefined, note: '' }), 'content', 'This field is required'],
      [mail('Bad', { subject: '' }), 'subject', 'This field is required'],
      [mail('Bad', { textContent: undefined }), 'textContent', 'This field is required'],
      [mail('Bad', { content: 'x'.repeat(200_001) }), 'content', 'Too long'],
      [mail('Bad', { surprise: 1 }), 'surprise', 'Unknown field'],
      [mail('Bad', { merchantId: sibling }), 'merchantId', 'Must be the selected merchant'],
      [mail('Bad', { type: 'pdf' }), 'type', 'Unknown template type'],
      [page('Bad', { subject: 'pages have none' }), 'subject', 'HTML templates have no such field'],
      [mail('Bad', { content: 'Hello ${ptx.' }), 'content', expect.stringContaining('line 1')],
    ]
    for (const [body, field, message] of cases) {
      const answer = await admin.post(`/template/?merchantId=${brand}`, body)
      expect(answer.status, JSON.stringify(body).slice(0, 200)).toBe(422)
      expect(answer.body.fields).toContainEqual(expect.objectContaining({ field, message }))
    }
    const list = await admin.get(`/template/email/read?merchantId=${brand}&keyword=Bad`)
    expect(list.body.total).toBe(0)
  })
})

describe('PUT /template/{id}/', () => {
  it('changes what is given, and refuses a stale version with the template as it is', async () => {
    const admin = kit.as()
    const { body: created } = await admin.post(`/template/?merchantId=${brand}`, mail('Changed'))
    const path = `/template/${created.id}/?merchantId=${brand}`
    const changed = await admin.put(path, {
      id: created.id,
      type: 'email',
      merchantId: brand,
      version: 1,
      subject: 'New',
      note: 'wording',
    })
    expect(changed.body).toMatchObject({
      id: created.id,
      version: 2,
      subject: 'New',
      textContent: created.textContent,
    })
    const stale = await admin.put(path, {
      id: created.id,
      type: 'email',
      version: 1,
      subject: 'Late',
      note: 'too late',
    })
    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'VERSION_CONFLICT',
        current: { version: 2, subject: 'New', lastUpdated: expect.any(String) },
      },
    })
    const [, update] = await auditOf(created.id)
    expect(update).toMatchObject({ changeType: 'UPDATE', note: 'wording' })
    expect(update?.diff).toContainEqual(
      expect.objectContaining({ path: 'subject', from: 'Your withdrawal', to: 'New' }),
    )
  })

  it('takes a whole template back as it was given', async () => {
    const admin = kit.as()
    const { body: created } = await admin.post(`/template/?merchantId=${brand}`, mail('RoundTrip'))
    const back = await admin.put(`/template/${created.id}?merchantId=${brand}`, {
      ...created,
      note: 'unchanged',
    })
    expect(back).toMatchObject({ status: 200, body: { version: 2 } })
  })

  it('refuses another id, another type, an empty note and what does not exist', async () => {
    const admin = kit.as()
    const { body: created } = await admin.post(`/template/?merchantId=${brand}`, mail('Fixed'))
    const put = (id: string, body: object) =>
      admin.put(`/template/${id}/?merchantId=${brand}`, {
        type: 'email',
        version: 1,
        note: 'try this',
        ...body,
      })
    expect(await put(created.id, { id: randomUUID() })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'id' }] },
    })
    expect(await put(created.id, { type: 'html' })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'type' }] },
    })
    expect(await put(created.id, { note: ' ' })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'note' }] },
    })
    expect((await put(randomUUID(), {})).status).toBe(404)
    expect((await put('not-an-id', {})).status).toBe(404)
  })
})

describe('inheritance', () => {
  it('lets an edit below make an override, and its deletion restore what was inherited', async () => {
    const admin = kit.as()
    const { body: above } = await admin.post(`/template/?merchantId=${group}`, mail('Shared'))
    const edited = await admin.put(`/template/${above.id}/?merchantId=${brand}`, {
      id: above.id,
      type: 'email',
      merchantId: brand,
      version: 1,
      subject: 'Ours',
      note: 'our tone',
    })
    expect(edited.body).toMatchObject({ merchantId: brand, inherited: false, subject: 'Ours', version: 1 })
    expect(edited.body.id).not.toBe(above.id)
    const seen = async (merchantId: number) =>
      (await admin.get(`/template/email/read?merchantId=${merchantId}&keyword=Shared`)).body.items
    expect(await seen(brand)).toMatchObject([{ subject: 'Ours', inherited: false }])
    expect(await seen(sibling)).toMatchObject([{ subject: 'Your withdrawal', inherited: true }])

    const late = await admin.put(`/template/${above.id}/?merchantId=${brand}`, {
      type: 'email',
      version: 1,
      subject: 'Mine',
      note: 'at once',
    })
    expect(late).toMatchObject({ status: 409, body: { current: { id: edited.body.id, subject: 'Ours' } } })

    const usage = await admin.get(`/template/${above.id}/usage?merchantId=${group}`)
    expect(usage.body.merchants).toEqual([
      { merchantId: group, ownerId: group, templateId: above.id },
      { merchantId: brand, ownerId: brand, templateId: edited.body.id },
      { merchantId: sibling, ownerId: group, templateId: above.id },
    ])

    const fromBelow = await admin.delete(`/template/${above.id}?merchantId=${sibling}`)
    expect(fromBelow).toMatchObject({ status: 409, body: { code: 'INHERITED' } })
    const removed = await admin.delete(`/template/${edited.body.id}?merchantId=${brand}`)
    expect(removed.body).toEqual({ id: edited.body.id, deleted: true, nowInheritedFrom: group })
    expect(await seen(brand)).toMatchObject([{ subject: 'Your withdrawal', inherited: true }])
    const gone = await admin.delete(`/template/${above.id}?merchantId=${group}&version=1&note=not%20needed`)
    expect(gone.body).toEqual({ id: above.id, deleted: true, nowInheritedFrom: null })
    expect(await seen(brand)).toEqual([])
  })

  it('keeps the name of what it overrides', async () => {
    const admin = kit.as()
    const { body: above } = await admin.post(`/template/?merchantId=${group}`, mail('KeepsName'))
    const renamed = await admin.put(`/template/${above.id}/?merchantId=${brand}`, {
      type: 'email',
      version: 1,
      templateType: 'Other',
      note: 'rename it',
    })
    expect(renamed).toMatchObject({ status: 422, body: { fields: [{ field: 'templateType' }] } })
  })
})

describe('GET /template/html/history/{templateType}', () => {
  it('shows every version with who, when and why, deleted ones included, 30 unless told otherwise', async () => {
    const admin = kit.as()
    const { body: created } = await admin.post(`/template/?merchantId=${brand}`, page('ManualBankDeposit'))
    const path = `/template/${created.id}`
    for (let version = 1; version <= 32; version++) {
      await admin.put(`${path}/?merchantId=${brand}`, {
        type: 'html',
        version,
        content: `<p>${version}</p>`,
        note: `edit ${version}`,
      })
    }
    await admin.delete(`${path}?merchantId=${brand}&note=no%20longer`)
    const history = await admin.get(`/template/html/history/ManualBankDeposit?merchantId=${brand}`)
    expect(history.body.items).toHaveLength(30)
    expect(history.body.items[0]).toMatchObject({
      changeType: 'DELETE',
      by: 'tester',
      note: 'no longer',
      version: 33,
    })
    expect(history.body.items[1]).toMatchObject({
      version: 33,
      changeType: 'UPDATE',
      note: 'edit 32',
      template: { id: created.id, type: 'html', templateType: 'ManualBankDeposit', content: '<p>32</p>' },
    })
    const some = await admin.get(`/template/html/history/ManualBankDeposit?limit=2&merchantId=${brand}`)
    expect(some.body.items).toHaveLength(2)
    expect(
      (await admin.get(`/template/html/history/ManualBankDeposit?limit=101&merchantId=${brand}`)).status,
    ).toBe(422)
  })

  it('serves the other types, one record of a name, and nothing of other merchants', async () => {
    const admin = kit.as()
    const { body: own } = await admin.post(`/template/?merchantId=${brand}`, mail('Versions'))
    await admin.post(`/template/?merchantId=${brand}`, mail('Versions', { locale: 'sv_SE' }))
    const of = async (merchantId: number, query: string) =>
      (await admin.get(`/template/html/history/Versions?merchantId=${merchantId}${query}`)).body.items
    expect(await of(brand, '')).toEqual([])
    expect(await of(brand, '&type=email')).toHaveLength(2)
    expect(await of(brand, `&type=email&id=${own.id}`)).toMatchObject([{ template: { id: own.id } }])
    expect(await of(sibling, '&type=email')).toEqual([])
  })
})

describe('who may', () => {
  it('depends on the type', async () => {
    const rules = kit.as({ id: randomUUID(), roles: ['RULES_ADMIN'] })
    const merchantAdmin = kit.as({ id: randomUUID(), roles: ['MERCHANT_ADMIN'], homeMerchantId: group })
    const operator = kit.as({ id: randomUUID(), roles: ['OPERATOR_ADMIN'] })
    const outside = kit.as({ id: randomUUID(), roles: ['OPERATOR_ADMIN'], homeMerchantId: group })
    const read = (client: typeof rules, type: string) =>
      client.get(`/template/${type}/read?merchantId=${brand}`)
    expect((await read(rules, 'email')).status).toBe(200)
    expect((await read(rules, 'html')).status).toBe(403)
    expect((await read(merchantAdmin, 'css')).status).toBe(200)
    expect((await read(merchantAdmin, 'sql')).status).toBe(403)
    expect((await read(operator, 'sql')).status).toBe(200)
    expect((await rules.post(`/template/?merchantId=${brand}`, page('Nope'))).status).toBe(403)
    const script = { type: 'script', templateType: 'Doubler', content: 'x => x * 2', note: 'a script' }
    expect((await outside.post(`/template/?merchantId=${brand}`, script)).status).toBe(403)
    expect((await operator.post(`/template/?merchantId=${brand}`, script)).status).toBe(200)
    const { body: html } = await operator.post(`/template/?merchantId=${brand}`, page('Guarded'))
    expect((await rules.get(`/template/${html.id}?merchantId=${brand}`)).status).toBe(403)
    expect((await rules.delete(`/template/${html.id}?merchantId=${brand}`)).status).toBe(403)
    expect((await rules.get(`/template/html/history/Guarded?merchantId=${brand}`)).status).toBe(403)
    expect((await kit.as({ roles: [] }).get(`/template/email/read?merchantId=${brand}`)).status).toBe(403)
  })

  it('stops at the own merchants', async () => {
    const { body: created } = await kit.as().post(`/template/?merchantId=${sibling}`, mail('Finnish'))
    const foreign = kit.as({ id: randomUUID(), homeMerchantId: brand, roles: ['MERCHANT_ADMIN'] })
    expect((await foreign.get(`/template/${created.id}?merchantId=${brand}`)).status).toBe(404)
    expect((await foreign.get(`/template/email/read?merchantId=${sibling}`)).status).toBe(403)
    const edit = { type: 'email', version: 1, subject: 'Taken', note: 'take over' }
    expect((await foreign.put(`/template/${created.id}/?merchantId=${brand}`, edit)).status).toBe(404)
    expect((await foreign.delete(`/template/${created.id}?merchantId=${brand}`)).status).toBe(404)
    const untouched = await kit.as().get(`/template/${created.id}?merchantId=${sibling}`)
    expect(untouched.body).toMatchObject({ version: 1, subject: 'Your withdrawal' })
  })
})

describe('trying a template', () => {
  it('names its variables per type', async () => {
    const variables = await kit.as().get(`/template/variables?type=mq&merchantId=${brand}`)
    expect(variables.body.items).toContainEqual({
      path: 'ptx.amount',
      label: 'Amount, signed',
      kind: 'money',
    })
  })

  it('mails a test to the own address and to no other', async () => {
    const id = randomUUID()
    await sql`insert into backoffice_user (merchant_id, id, username, first_name, last_name, email, state, created_at, updated_at, updated_by)
      values (1000, ${id}, 'mailtester', 'Mia', 'Tester', 'mia@example.com', 'ACTIVE', now(), now(), 'system')`.execute(
      kit.db,
    )
    const tester = kit.as({ id })
    const { body: created } = await tester.post(`/template/?merchantId=${brand}`, mail('Tested'))
    const send = (to: string) => tester.post(`/template/${created.id}/send-test?merchantId=${brand}`, { to })
    expect(await send('someone@example.com')).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'to' }] },
    })
    expect(await send('Mia@example.com')).toMatchObject({ status: 200, body: { to: 'mia@example.com' } })
    const owner = new pg.Client({ connectionString: kit.ownerUrl })
    await owner.connect()
    const jobs = await owner.query('select task_identifier from graphile_worker.jobs')
    await owner.end()
    expect(jobs.rows).toEqual([{ task_identifier: 'send-mail' }])
    expect((await auditOf(created.id)).map(({ action }) => action)).toContain('SEND_TEST')
  })
})

describe('the templates that come with the platform', () => {
  const resets = () => kit.as().get(`/template/email/read?merchantId=1000&keyword=PasswordReset`)

  it('are written once, also by two nodes at a time, each with a first version', async () => {
    const counts = await Promise.all([seedDefaultTemplates(kit.deps), seedDefaultTemplates(kit.deps)])
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, expect.any(Number)])
    expect(Math.max(...counts)).toBeGreaterThan(20)
    expect((await resets()).body.total).toBe(2)
    const history = await kit.as().get(`/template/html/history/PasswordReset?merchantId=1000&type=email`)
    expect(history.body.items).toHaveLength(2)
    expect(await auditOf('defaults')).toMatchObject([{ action: 'SEED_TEMPLATES', actorName: 'system' }])
  })

  it('stay away when somebody deleted them, and stay as somebody worded them', async () => {
    const [first, second] = (await resets()).body.items
    await kit.as().delete(`/template/${first.id}?merchantId=1000&note=not%20needed`)
    const worded = { type: 'email', version: second.version, subject: 'Our own', note: 'wording' }
    expect((await kit.as().put(`/template/${second.id}/?merchantId=1000`, worded)).status).toBe(200)
    expect(await seedDefaultTemplates(kit.deps)).toBe(0)
    expect((await resets()).body.items).toMatchObject([{ id: second.id, subject: 'Our own' }])
  })

  it('arrive later when a release brings new ones', async () => {
    const known = ['email/LoginAlert/all', 'email/LoginAlert/sv_SE']
    await sql`delete from template where template_type = 'LoginAlert'`.execute(kit.db)
    await sql`update platform_setting set value = value - ${known}::text[] where name = 'default-templates'`.execute(
      kit.db,
    )
    expect(await seedDefaultTemplates(kit.deps)).toBe(2)
  })
})
