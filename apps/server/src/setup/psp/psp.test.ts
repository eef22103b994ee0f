import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { psp } from '@signalbox/model/entities/psp'
import { writableFields, type Entity } from '@signalbox/model/field/entity'
import { inputSchema } from '@signalbox/model/field/field-schema'
import { openExternalServices } from '../../payments/connectors/index.ts'
import { insertTransaction } from '../../payments/ledger/testing/ledger-payments.ts'
import { demoCredentialsTemplates } from '@signalbox/sandbox/demo/setup/demo-credentials-templates'
import { hiddenAddresses } from '../../kit/outbound/testing/hidden-addresses.ts'
import { testWayOut } from '../../kit/outbound/testing/test-way-out.ts'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import { brand, group, setupApp } from '../config/testing/setup-app.ts'
import { content, row, steps } from '../ruleset/testing/ruleset-app.ts'
import { pspSettings } from './read-model.ts'

let kit: KitApp
let admin: Client
beforeAll(async () => {
  kit = await setupApp()
  admin = kit.as()
})
afterAll(() => kit.close())

/** What the document says may be null. */
const nullableFields = (e: Entity): string[] =>
  writableFields(e)
    .filter(([, field]) => !field.createOnly && !field.required && inputSchema(field).safeParse(null).success)
    .map(([name]) => name)

const find = async (psp: string) => (await admin.get(`/psp?keyword=${psp}`)).body.items[0]
const clone = async (psp: string) => {
  const source = await find('acmecards')
  const answer = await admin.post(`/psp/${source.id}/clone`, { psp, name: `PSP ${psp}`, note: 'a new one' })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { id: string; version: number }
}

describe('the catalogue of PSPs', () => {
  it('decides at once what can be done with a payment', async () => {
    const { id, version } = await find('acmecards')
    expect(await pspSettings(kit.db, 'acmecards')).toMatchObject({
      partialRefund: true,
      threeDsType: 'EXTERNAL',
    })
    const saved = await admin.put(`/psp/${id}`, { version, partialRefund: false, note: 'off' })
    expect(saved.body).toMatchObject({ partialRefund: false, version: 2 })
    expect(await pspSettings(kit.db, 'acmecards')).toMatchObject({ partialRefund: false })
    expect(await pspSettings(kit.db, 'nobody')).toBeUndefined()
  })

  it('keeps a small PNG as logo, judged by what it is', async () => {
    const { id, version } = await find('walletx')
    const png = (width: number, more = 0) => {
      const bytes = Buffer.alloc(45 + more)
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
      bytes.writeUInt32BE(width, 16)
      bytes.writeUInt32BE(16, 20)
      return bytes.toString('base64')
    }
    const save = (logo: string | null) => admin.put(`/psp/${id}`, { version, logo, note: 'logo' })
    const gif = Buffer.from('GIF89a-this-is-not-a-png-at-all').toString('base64')
    for (const content of [gif, png(2000), png(16, 60_000), '<svg/>']) {
      const answer = await save(`data:image/png;base64,${content}`)
      expect(answer.body.fields, content.slice(0, 20)).toMatchObject([{ field: 'logo' }])
    }
    expect((await save('data:image/svg+xml;base64,PHN2Zy8+')).status).toBe(422)
    const logo = `data:image/png;base64,${png(64)}`
    expect((await save(logo)).body.logo).toBe(logo)
  })

  it('copies a PSP into a draft, and takes no name twice', async () => {
    const copy = await clone('newcards')
    expect(copy).toMatchObject({ psp: 'newcards', status: 'DRAFT', threeDsType: 'EXTERNAL', version: 1 })
    const twice = await admin.post(`/psp/${copy.id}/clone`, { psp: 'newcards', name: 'Again', note: 'twice' })
    expect(twice).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } })
    expect((await admin.post(`/psp/${copy.id}/activate`, {})).body.status).toBe('ACTIVE')
    expect((await admin.post(`/psp/${copy.id}/activate`, {})).body.code).toBe('INVALID_STATE')
    expect((await admin.delete(`/psp/${copy.id}?version=2&note=gone`)).status).toBe(200)
  })

  it('keeps what is in use, says by how much, and lets it be deprecated', async () => {
    const [anna, bert] = [
      kit.as(),
      kit.as({ id: '01900000-0000-7000-8000-000000000002', username: 'bert' }),
    ].map((client) => steps(client, group))
    const rules = [row('a', 1, { conditions: {}, outputs: { psp: 'coinsim', pspAccount: 'default' } })]
    const open = await anna?.submit(await anna.create(content({ rules })))
    if (open) await bert?.approve(open)
    const { id } = await find('coinsim')
    const answer = await admin.delete(`/psp/${id}?version=1&note=gone`)
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'IN_USE',
        message: 'Coinsim is used by 1 configuration, 1 rule. Deprecate it instead.',
      },
    })
    expect((await admin.get(`/psp/${id}/use`)).body).toMatchObject({
      configurations: 1,
      rules: 1,
      openTransactions: 0,
      unmapped: [],
    })
    const deprecated = await admin.post(`/psp/${id}/deprecate`, { reason: 'Replaced' })
    expect(deprecated.body.status).toBe('DEPRECATED')
    const fresh = await admin.post('/config?merchantId=100020000', {
      type: 'ProviderConfig',
      provider: 'coinsim',
      document: { accounts: { default: { walletId: 'w', apiKey: '12345678', webhookSecret: '12345678' } } },
      note: 'too late',
    })
    expect(fresh.body.fields[0]).toMatchObject({ field: 'provider', message: 'Coinsim is deprecated' })
  })

  it('gives rules what they may name', async () => {
    const { items } = (await admin.get(`/decisiontable/catalogue?merchantId=${group}`)).body
    expect(items.psp).toContainEqual(
      expect.objectContaining({ value: 'acmecards', label: 'Acme Cards' }) as unknown,
    )
    expect(items['psp-account']).toContainEqual({ value: 'EU', label: 'EU (WalletX)', psps: ['walletx'] })
    expect(items.service).toContainEqual({ value: 'IDEAL', label: 'iDEAL' })
    expect(items['provider-type']).toContainEqual({ value: 'BANK:IDEAL', label: 'Online bank: iDEAL' })
  })

  it.each([
    ['statusMap', [{ pspCode: '05', statusNo: 9999, stage: 'ANY', note: '' }], 'statusMap.0.statusNo'],
    [
      'statusMap',
      [
        { pspCode: '05', statusNo: 530, stage: 'ANY', note: '' },
        { pspCode: '05', statusNo: 504, stage: 'ANY', note: '' },
      ],
      'statusMap',
    ],
    ['services', [{ service: 'x', label: 'X', providerType: 'BANK', limits: {} }], 'services.0.service'],
    ['expectedFee', { currency: 'XXY' }, 'expectedFee.currency'],
    ['callbackIps', ['everywhere'], 'callbackIps'],
    ['testUrl', 'not a url', 'testUrl'],
    ['connector', 'nobody', 'connector'],
  ])('refuses a %s that makes no sense', async (name, value, where) => {
    const { id, version } = await find('walletx')
    const answer = await admin.put(`/psp/${id}`, { version, [name]: value, note: 'wrong' })
    expect(answer.status).toBe(422)
    expect(answer.body.fields.map(({ field }: { field: string }) => field)).toContain(where)
  })

  it('is cleared of everything it may be without, as its document says', async () => {
    const { id, version } = await find('walletx')
    const before = (await admin.get(`/psp/${id}`)).body
    const cleared = Object.fromEntries(nullableFields(psp).map((name) => [name, null]))
    expect(Object.keys(cleared)).toEqual(expect.arrayContaining(['services', 'statusMap', 'expectedFee']))
    const answer = await admin.put(`/psp/${id}`, { version, ...cleared, note: 'cleared' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ services: [], statusMap: [], expectedFee: null })
    const again = Object.fromEntries(nullableFields(psp).map((name) => [name, before[name]]))
    const restored = await admin.put(`/psp/${id}`, { version: answer.body.version, ...again, note: 'back' })
    expect(restored.status, restored.text).toBe(200)
  })

  it('is the platform’s: seen by those who configure, changed by its staff only', async () => {
    const { id, version } = await find('nordbank')
    const body = { version, partialRefund: false, note: 'mine' }
    const configurer = kit.as({ roles: ['CONFIG_ADMIN'] })
    expect((await configurer.get(`/psp/${id}`)).status).toBe(200)
    expect((await configurer.put(`/psp/${id}`, body)).status).toBe(403)
    const below = kit.as({ roles: ['OPERATOR_ADMIN'], homeMerchantId: group })
    expect((await below.get(`/psp/${id}?merchantId=${group}`)).status).toBe(200)
    expect((await below.put(`/psp/${id}?merchantId=${group}`, body)).status).toBe(403)
  })

  it('takes no address inside of a network', async () => {
    const { id, version } = await find('nordbank')
    for (const field of ['testUrl', 'productionUrl'])
      for (const host of hiddenAddresses) {
        const answer = await admin.put(`/psp/${id}`, { version, [field]: `https://${host}/`, note: 'moved' })
        expect(answer.status, host).toBe(422)
        expect(answer.body.fields, host).toMatchObject([{ field }])
      }
  })

  it('has a connector and a template for every PSP of the demo', async () => {
    const { now } = kit.deps
    const services = openExternalServices({ now, exchange: testWayOut(now).exchange, sandboxUrl: undefined })
    for (const psp of Object.keys(demoCredentialsTemplates)) {
      const settings = await pspSettings(kit.db, psp)
      expect(services.connectorFor(settings?.connector ?? ''), psp).toBeDefined()
    }
  })

  it('keeps its connector while payments are open, whose answers no other one understands', async () => {
    const copy = await clone('twocards')
    const speakWith = (connector: string, version: number) =>
      admin.put(`/psp/${copy.id}`, { version, connector, note: 'another one' })
    expect((await speakWith('borealpay', 1)).status).toBe(200)
    const wallet = { minor: 1000n, currency: 'EUR' }
    const open = { id: 7_000_100, method: 'DEPOSIT', statusNo: 303, wallet, pspAmount: wallet }
    await insertTransaction(kit.db, brand, open)
    await sql`update transaction set psp = 'twocards' where id = ${open.id}`.execute(kit.db)
    expect(await speakWith('acmecards', 2)).toMatchObject({
      status: 409,
      body: {
        code: 'IN_USE',
        message: 'PSP twocards has 1 open transaction. The connector can be changed after they have ended.',
      },
    })
    expect((await speakWith('borealpay', 2)).status).toBe(200)
    await sql`delete from transaction where id = ${open.id}`.execute(kit.db)
    expect((await speakWith('acmecards', 3)).status).toBe(200)
  })
})
