import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import { group, setupApp } from '../config/testing/setup-app.ts'

let kit: KitApp
let admin: Client
beforeAll(async () => {
  kit = await setupApp()
  admin = kit.as()
})
afterAll(() => kit.close())

const templateOf = async (psp: string, status = 'PUBLISHED') =>
  (await admin.get(`/credentials-template?keyword=${psp}&status=${status}`)).body.items[0]
const field = (key: string, more: object = {}) => ({
  key,
  label: key,
  type: 'STRING',
  scope: 'ACCOUNT',
  ...more,
})

describe('credentials templates', () => {
  it('change by versions: a published one stays as it is, and a new one marks what is now incomplete', async () => {
    const published = await templateOf('acmecards')
    const path = `/credentials-template/${published.id}`
    const edit = await admin.put(path, { version: 1, changelog: 'no', note: 'trying' })
    expect(edit.body).toMatchObject({ code: 'INVALID_STATE' })
    const draft = await admin.post(`${path}/next-version`, { note: 'region is asked for' })
    expect(draft.body).toMatchObject({ templateVersion: 2, status: 'DRAFT', fields: published.fields })
    const again = await admin.post(`${path}/next-version`, { note: 'and again' })
    expect(again.body.code).toBe('DUPLICATE')
    const draftPath = `/credentials-template/${draft.body.id}`
    const changed = await admin.put(draftPath, {
      version: 1,
      fields: [...published.fields, field('region', { required: true })],
      note: 'region',
    })
    expect(changed.body.fieldNames).toContain('region')
    const before = await admin.get(`/config?merchantId=${group}&provider=acmecards`)
    const result = await admin.post(`${draftPath}/publish`, { version: 2 })
    expect(result.body.status).toBe('PUBLISHED')
    expect((await admin.get(path)).body.status).toBe('RETIRED')
    const after = await admin.get(`/config?merchantId=${group}&provider=acmecards`)
    expect(after.body.items[0]).toEqual({
      ...before.body.items[0],
      missing: ['3DS.region', 'N3DS.region'],
    })
    const forms = await admin.get(`/config/form?merchantId=${group}`)
    const form = forms.body.items.find(({ provider }: { provider: string }) => provider === 'acmecards')
    expect(form.fields.at(-1).key).toBe('region')
  })

  it.each([
    ['a key that is no word', [field('9lives')], 'fields.0.key'],
    ['two fields of one name', [field('apiKey'), field('apiKey')], 'fields.1.key'],
    ['a secret with a default', [field('apiKey', { secret: true, default: 'x' })], 'fields.0.default'],
    ['a choice without options', [field('mode', { type: 'LIST' })], 'fields.0.options'],
    ['a default that does not fit', [field('port', { type: 'NUMBER', default: 'x' })], 'fields.0.default'],
    ['a secret number', [field('pin', { type: 'NUMBER', secret: true })], 'fields.0.secret'],
    ['a word documents use', [field('accounts')], 'fields.0.key'],
    [
      'a field that hangs on none',
      [field('url', { dependsOn: { key: 'mode', equals: 'x' } })],
      'fields.0.dependsOn',
    ],
    ['no field at all', [], 'fields'],
    ['a wrong scope', [field('url', { scope: 'SIDE' })], 'fields.0.scope'],
  ])('refuse %s', async (_what, fields, where) => {
    const clone = await admin.post(`/psp/${(await aPsp()).id}/clone`, {
      psp: `fresh-${Math.trunc(performance.now() * 1000)}`,
      name: 'Fresh PSP',
      note: 'for a template',
    })
    const answer = await admin.post('/credentials-template', { psp: clone.body.psp, fields, note: 'wrong' })
    expect(answer.status).toBe(422)
    expect(answer.body.fields[0].field).toBe(where)
  })

  const aPsp = async () => (await admin.get('/psp?keyword=walletx')).body.items[0]

  it('come from a file as drafts, so that nothing changes before somebody publishes them', async () => {
    const { psp } = (
      await admin.post(`/psp/${(await aPsp()).id}/clone`, { psp: 'imported', name: 'Imported', note: 'new' })
    ).body
    const exported = (await admin.get('/credentials-template/export?format=json&keyword=borealpay')).body
    const content = JSON.stringify([{ ...exported[0], psp }])
    const load = (step: string) =>
      admin.post(`/credentials-template/import/${step}`, { format: 'json', content, note: 'from test' })
    expect((await load('preview')).body.counts).toMatchObject({ create: 1, refuse: 0 })
    expect(await templateOf('imported', 'DRAFT')).toBeUndefined()
    expect((await load('commit')).status).toBe(200)
    const draft = await templateOf('imported', 'DRAFT')
    expect(draft).toMatchObject({ psp, templateVersion: 1, fields: exported[0].fields })
    expect((await load('preview')).body.counts).toMatchObject({ refuse: 1 })
    const configurer = kit.as({ roles: ['CONFIG_ADMIN'] })
    const refused = await configurer.post('/credentials-template/import/commit', { format: 'json', content })
    expect(refused.status).toBe(403)
  })

  it('keep a secret secret: no later version shows what an earlier one hid, by whichever way it comes', async () => {
    const { psp } = (
      await admin.post(`/psp/${(await aPsp()).id}/clone`, { psp: 'hiding', name: 'Hiding', note: 'new' })
    ).body
    const [hidden, shown] = [field('apiKey', { secret: true }), field('apiKey')]
    const other = field('endpoint')
    const at = '/credentials-template'
    const publish = ({ id, version }: { id: string; version: number }) =>
      admin.post(`${at}/${id}/publish`, { version })
    const refusal = { status: 422, body: { fields: [{ field: 'fields.0.secret', code: 'SECRET' }] } }

    const first = (await admin.post(at, { psp, fields: [hidden, other], note: 'first' })).body
    // What was never published has hidden nothing.
    const draft = await admin.put(`${at}/${first.id}`, { version: 1, fields: [shown, other], note: 'try' })
    expect(draft.status, draft.text).toBe(200)
    const back = await admin.put(`${at}/${first.id}`, { version: 2, fields: [hidden, other], note: 'hidden' })
    expect((await publish(back.body)).body.status).toBe('PUBLISHED')

    expect(await admin.post(at, { psp, fields: [shown], note: 'shown' })).toMatchObject(refusal)
    const next = (await admin.post(`${at}/${first.id}/next-version`, { note: 'next' })).body
    const show = { version: next.version, fields: [shown, other], note: 'shown' }
    expect(await admin.put(`${at}/${next.id}`, show)).toMatchObject(refusal)
    const content = JSON.stringify([{ ...next, fields: [shown, other] }])
    const imported = await admin.post(`${at}/import/commit`, { format: 'json', content, note: 'shown' })
    expect(imported.text).toContain('was secret in an earlier version')
    // As if it had been saved before this rule: publishing it is refused as well.
    await sql`update credentials_template set fields = ${JSON.stringify([shown, other])}::jsonb
      where id = ${next.id}`.execute(kit.db)
    expect(await publish(next)).toMatchObject(refusal)

    // Left out for a version, it does not come back in the open.
    const without = await admin.put(`${at}/${next.id}`, {
      version: next.version,
      fields: [other],
      note: 'gone',
    })
    expect((await publish(without.body)).body.status).toBe('PUBLISHED')
    expect(await admin.post(at, { psp, fields: [shown, other], note: 'back' })).toMatchObject(refusal)
  })

  it('go only while nobody is configured with them, and are otherwise retired', async () => {
    const used = await templateOf('walletx')
    const path = `/credentials-template/${used.id}`
    const refused = await admin.delete(`${path}?version=1&note=gone`)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: '1 configuration uses it. Retire it instead.' },
    })
    expect((await admin.post(`${path}/retire`, { reason: 'Old' })).body.status).toBe('RETIRED')
    const forms = await admin.get(`/config/form?merchantId=${group}`)
    expect(forms.text).not.toContain('"walletx"')
  })

  it('are the platform’s: seen by those who configure, changed by its staff only', async () => {
    const { id } = await templateOf('nordbank')
    const configurer = kit.as({ roles: ['CONFIG_ADMIN'], homeMerchantId: group })
    expect((await configurer.get(`/credentials-template/${id}?merchantId=${group}`)).status).toBe(200)
    const next = `/credentials-template/${id}/next-version?merchantId=${group}`
    expect((await configurer.post(next, { note: 'mine' })).status).toBe(403)
    const operator = kit.as({ roles: ['OPERATOR_ADMIN'], homeMerchantId: group })
    expect((await operator.post(next, { note: 'mine' })).status).toBe(403)
  })
})
