import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hiddenAddresses } from '../../kit/outbound/testing/hidden-addresses.ts'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import { content, row, steps } from '../ruleset/testing/ruleset-app.ts'
import { userFormats } from '../../people/userdata/read-model.ts'
import { mailConfig, merchantConfig, providerConfig } from './read-model.ts'
import { box, brand, group, setupApp, sibling } from './testing/setup-app.ts'

let kit: KitApp
let admin: Client
beforeAll(async () => {
  kit = await setupApp()
  admin = kit.as()
})
afterAll(() => kit.close())

interface Seen {
  id: string
  version: number
  merchantId: number
  inherited: boolean
  document: Record<string, unknown> & { accounts: Record<string, Record<string, unknown>> }
  accounts: string[]
  missing: string[]
}

const seen = async (merchantId: number, provider: string): Promise<Seen> => {
  const list = await admin.get(`/config?merchantId=${merchantId}&type=ProviderConfig&provider=${provider}`)
  return list.body.items[0]
}
const save = (merchantId: number, { id, version }: Seen, body: object) =>
  admin.put(`/config/${id}?merchantId=${merchantId}`, { version, note: 'testing', ...body })
const account = async (merchantId: number, provider: string, name: string) =>
  (await providerConfig({ db: kit.db, box }, merchantId, provider))?.accounts[name]
const messages = (answer: { body: { fields?: { field: string; message: string }[] } }) =>
  Object.fromEntries((answer.body.fields ?? []).map(({ field, message }) => [field, message]))

describe('configuration', () => {
  it('is inherited, overridden by an edit with its secrets, and inherited again when that goes', async () => {
    const inherited = await seen(brand, 'acmecards')
    expect(inherited).toMatchObject({ inherited: true, merchantId: group, accounts: ['3DS', 'N3DS'] })
    const { accounts } = inherited.document
    const changed = { accounts: { ...accounts, '3DS': { ...accounts['3DS'], enabled: false } } }
    const override = await save(brand, inherited, { document: changed })
    expect(override.status, override.text).toBe(200)
    expect(override.body).toMatchObject({ merchantId: brand, inherited: false, version: 1 })
    const above = await account(group, 'acmecards', '3DS')
    expect(await account(brand, 'acmecards', '3DS')).toMatchObject({
      enabled: false,
      secrets: above?.secrets,
    })
    expect(await account(sibling, 'acmecards', '3DS')).toEqual(above)
    const gone = await admin.delete(`/config/${override.body.id}?merchantId=${brand}&version=1&note=undo`)
    expect(gone.body).toMatchObject({ nowInheritedFrom: group })
    expect(await account(brand, 'acmecards', '3DS')).toEqual(above)
    const left = await sql`select 1 from config_secret where config_id = ${override.body.id}`.execute(kit.db)
    expect(left.rows).toEqual([])
  })

  it('keeps a secret that comes back as stars, takes any other in its place, and shows none', async () => {
    const before = await seen(group, 'borealpay')
    const old = await account(group, 'borealpay', 'default')
    const given = { ...before.document.accounts.default, password: 'another-password', signingKey: '*****' }
    const saved = await save(group, before, { document: { accounts: { default: given } } })
    expect(saved.status, saved.text).toBe(200)
    expect(await account(group, 'borealpay', 'default')).toMatchObject({
      secrets: { password: 'another-password', signingKey: old?.secrets.signingKey },
    })
    const texts = [
      saved.text,
      (await admin.get(`/config/${before.id}/history?merchantId=${group}`)).text,
      (await admin.get(`/config/export?merchantId=${group}&format=json`)).text,
      (await admin.get(`/config?merchantId=${brand}`)).text,
      JSON.stringify(await kit.db.selectFrom('auditEntry').selectAll().execute()),
      JSON.stringify((await sql`select * from config`.execute(kit.db)).rows),
      JSON.stringify((await sql`select * from config_secret`.execute(kit.db)).rows),
    ]
    for (const text of texts) {
      expect(text).not.toContain('another-password')
      expect(text).not.toContain(String(old?.secrets.signingKey))
    }
  })

  it('brings an earlier version back with the secrets it had', async () => {
    const current = await seen(group, 'borealpay')
    const history = await admin.get(`/config/${current.id}/history?merchantId=${group}`)
    const first = history.body.items.at(-1).record as Seen
    const reverted = await save(group, current, { document: first.document })
    expect(reverted.status, reverted.text).toBe(200)
    expect((await account(group, 'borealpay', 'default'))?.secrets.password).toBe('boreal-demo-password')
  })

  it('takes no secret of another document', async () => {
    const foreign = await seen(group, 'walletx')
    const current = await seen(group, 'nordbank')
    const stolen = {
      ...current.document.accounts.default,
      accessToken: foreign.document.accounts.EU?.secretWord,
    }
    const answer = await save(group, current, { document: { accounts: { default: stolen } } })
    expect(messages(answer)).toEqual({
      'document.accounts.default.accessToken': 'This secret is no longer stored. Enter it again.',
    })
  })

  it('refuses fields that are unknown or at the wrong level, wrong values and what is missing', async () => {
    const current = await seen(group, 'kestrelcard')
    const answer = await save(group, current, {
      document: {
        terminalId: 'KT-1000',
        accounts: {
          default: { terminalId: 'wrong', colour: 'red', enabled: 'yes' },
          'two words': {},
        },
      },
    })
    expect(answer.status).toBe(422)
    expect(messages(answer)).toEqual({
      'document.terminalId': 'Unknown configuration field',
      'document.accounts.default.terminalId': 'Invalid value',
      'document.accounts.default.colour': 'Unknown configuration field',
      'document.accounts.default.enabled': 'Invalid value',
      'document.accounts.default.sharedSecret': 'This field is required',
      'document.accounts.two words': 'Use up to 40 letters, digits and . _ -',
    })
    const noAccounts = await save(group, current, { document: { accounts: {} } })
    expect(messages(noAccounts)).toEqual({ 'document.accounts': 'Please add at least one account' })
    const noNote = await admin.put(`/config/${current.id}?merchantId=${group}`, {
      version: 1,
      enabled: false,
    })
    expect(messages(noNote)).toEqual({ note: 'This field is required' })
  })

  it('lets an account go only when no rule sends payments to it, and names those that do', async () => {
    const [anna, bert] = [
      kit.as(),
      kit.as({ id: '01900000-0000-7000-8000-000000000002', username: 'bert' }),
    ].map((client) => steps(client, brand))
    const rules = [
      row('a', 1, { name: 'Pounds', conditions: {}, outputs: { psp: 'walletx', pspAccount: 'UK' } }),
    ]
    const open = await anna?.submit(await anna.create(content({ name: 'Wallets', rules })))
    if (open) await bert?.approve(open)
    const current = await seen(group, 'walletx')
    const { EU } = current.document.accounts
    const answer = await save(group, current, { document: { accounts: { EU } } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
    expect(answer.body.message).toContain('Account UK is used by 1 rule')
    expect(answer.body.refs[0]).toContain('Wallets: Pounds')
    const deletion = await admin.delete(`/config/${current.id}?merchantId=${group}&version=1&note=gone`)
    expect(deletion.body.code).toBe('IN_USE')
    const used = await admin.get(`/config/${current.id}/used-by?merchantId=${brand}`)
    expect(used.body.items).toMatchObject([
      { account: 'UK', ruleset: 'Wallets', rule: 'Pounds', active: true },
    ])
  })

  it('goes to another platform without its secrets, which the target keeps or asks for', async () => {
    const file = (await admin.get(`/config/export?merchantId=${group}&format=json&provider=coinsim`)).text
    expect(file).toContain('"apiKey":"??"')
    const load = (merchantId: number) =>
      admin.post(`/config/import/commit?merchantId=${merchantId}`, {
        format: 'json',
        content: file,
        note: 'from test',
      })
    const untouched = await load(group)
    expect(untouched.status, untouched.text).toBe(200)
    expect((await account(group, 'coinsim', 'default'))?.secrets.apiKey).toBe('coinsim-demo-key')
    const elsewhere = await load(100020000)
    expect(elsewhere.status, elsewhere.text).toBe(200)
    expect(await seen(100020000, 'coinsim')).toMatchObject({
      merchantId: 100020000,
      missing: ['default.apiKey', 'default.webhookSecret'],
    })
    expect(await account(100020000, 'coinsim', 'default')).toMatchObject({ complete: false, secrets: {} })
  })

  it('switches a provider or one of its accounts off', async () => {
    const current = await seen(group, 'voucherstore')
    const { accounts } = current.document
    const off = await save(group, current, {
      document: { accounts: { default: { ...accounts.default, enabled: false } } },
    })
    expect(off.status, off.text).toBe(200)
    expect((await account(brand, 'voucherstore', 'default'))?.enabled).toBe(false)
    const all = await save(group, off.body, { enabled: false, document: { accounts } })
    expect(all.body.enabled).toBe(false)
    expect((await account(brand, 'voucherstore', 'default'))?.enabled).toBe(false)
  })

  it('refuses a stale save with the document as it is, and anybody without the role', async () => {
    const current = await seen(group, 'manualbank')
    await save(group, current, { enabled: false })
    const stale = await save(group, current, { enabled: true })
    expect(stale).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT', current: { version: 2 } } })
    const viewer = kit.as({ roles: ['CONFIG'] })
    expect((await viewer.get(`/config?merchantId=${group}`)).status).toBe(200)
    const body = { version: 2, enabled: true, note: 'trying' }
    expect((await viewer.put(`/config/${current.id}?merchantId=${group}`, body)).status).toBe(403)
    expect((await kit.as({ roles: ['MERCHANT_ADMIN'] }).get(`/config?merchantId=${group}`)).status).toBe(403)
    const foreign = kit.as({ roles: ['CONFIG_ADMIN'], homeMerchantId: 100020000 })
    expect((await foreign.get(`/config/${current.id}?merchantId=100020000`)).status).toBe(404)
  })
})

describe('a provider', () => {
  it('is asked whether it answers, with the account payments would use, by those who may change it', async () => {
    const current = await seen(group, 'acmecards')
    const ask = (account: string, client = admin) =>
      client.post(`/config/${current.id}/test?merchantId=${brand}`, { account })
    expect((await ask('3DS')).body).toEqual({ ok: true, message: `${brand} 3DS`, ms: 0 })
    expect((await ask('N3DS')).body).toMatchObject({ ok: false })
    expect((await ask('elsewhere')).status).toBe(409)
    expect((await ask('3DS', kit.as({ roles: ['CONFIG'] }))).status).toBe(403)
    const incomplete = await seen(group, 'coinsim')
    const answer = await admin.post(`/config/${incomplete.id}/test?merchantId=${group}`, {
      account: 'default',
    })
    expect(answer.status).toBe(409)
  })

  it('that is the last of a live merchant is not switched off without a warning', async () => {
    const current = await seen(group, 'acmecards')
    const warnings = async (body: object) =>
      (await admin.post(`/config/${current.id}/warnings?merchantId=${group}`, body)).body.warnings as string[]
    expect(await warnings({ enabled: false, accounts: [] })).toEqual([])
    await sql`update config set enabled = false where type = 'ProviderConfig' and provider <> 'acmecards'`.execute(
      kit.db,
    )
    await sql`update merchant set state = 'LIVE' where id = ${brand}`.execute(kit.db)
    expect((await warnings({ enabled: false, accounts: ['3DS'] })).join()).toContain(`(${brand})`)
    expect((await warnings({ enabled: true, accounts: [] })).join()).toContain(`(${brand})`)
    expect(await warnings({ enabled: true, accounts: ['3DS'] })).toEqual([])
  })

  it('is found from above, with the merchant that has it', async () => {
    const { body } = await admin.get('/config/below?merchantId=1000')
    expect(body.items).toContainEqual(
      expect.objectContaining({ merchantId: group, type: 'ProviderConfig', provider: 'acmecards' }),
    )
    expect((await admin.get(`/config/below?merchantId=${brand}`)).body.items).toEqual([])
  })

  it('shows what a file would change before it does, without its secrets', async () => {
    const file = (await admin.get(`/config/export?merchantId=${group}&format=json&provider=acmecards`)).text
    const check = async (content: string) =>
      (
        await admin.post(`/config/import/preview?merchantId=${group}`, {
          format: 'json',
          content,
          note: 'from test',
        })
      ).body.rows[0]
    expect(await check(file)).toMatchObject({ action: 'skip' })
    const current = await seen(group, 'acmecards')
    const code = String(current.document.accounts['3DS']?.merchantCode)
    expect(await check(file.replaceAll(code, 'ANOTHER'))).toMatchObject({
      action: 'update',
      changes: [{ path: 'document.accounts.3DS.merchantCode', from: code, to: 'ANOTHER' }],
    })
  })
})

describe('settings of a merchant', () => {
  it('are the defaults until somebody sets them, and hold below', async () => {
    const source = { db: kit.db, box }
    expect(await merchantConfig(source, brand)).toMatchObject({
      approval: { maxSingle: {}, decideWithinMinutes: 240 },
      integration: { mode: 'MOCK', timeoutMs: 10_000 },
      tags: { Deny: [] },
    })
    const saved = await admin.post(`/config?merchantId=${group}`, {
      type: 'MerchantConfig',
      document: {
        'approval.maxSingle': { EUR: '1000.00' },
        'integration.mode': 'STANDARD',
        'integration.url': 'https://merchant.example/{action}',
        'integration.auth': 'BASIC',
        'integration.username': 'signalbox',
        'integration.password': 'open-sesame',
        'tags.Deny': { fraud: 'Suspected fraud' },
      },
      note: 'first settings',
    })
    expect(saved.status, saved.text).toBe(200)
    expect(await merchantConfig(source, brand)).toMatchObject({
      approval: { maxSingle: { EUR: '100000' } },
      integration: { mode: 'STANDARD', auth: 'BASIC', password: 'open-sesame' },
      tags: { Deny: [{ id: 'fraud', name: 'Suspected fraud' }] },
    })
  })

  it('take amounts as people write them', async () => {
    const save = (amounts: object) =>
      admin.post(`/config?merchantId=${sibling}`, {
        type: 'MerchantConfig',
        document: { 'investigate.fourEyesAbove': amounts },
        note: 'amounts',
      })
    for (const wrong of [{ EUR: '12.345' }, { EUR: 'much' }, { JPY: '1.5' }, { EUR: 100 }, { XXQ: '1' }])
      expect((await save(wrong)).status).toBe(422)
    const saved = await save({ EUR: '250.5', JPY: '40000' })
    expect(saved.status, saved.text).toBe(200)
    expect((await merchantConfig({ db: kit.db, box }, sibling)).investigate.fourEyesAbove).toEqual({
      EUR: '25050',
      JPY: '40000',
    })
    await admin.delete(`/config/${saved.body.id}?merchantId=${sibling}&version=1&note=undo`)
  })

  it('say how its staff read dates and figures, and how its mails leave', async () => {
    const create = (type: string, document: object) =>
      admin.post(`/config?merchantId=${group}`, { type, document, note: 'house style' })
    expect((await create('LocaleConfig', { locale: 'xx' })).status).toBe(422)
    const locale = { locale: 'sv_SE', decimalSeparator: ',', groupSeparator: 'SPACE', csvSeparator: ';' }
    expect((await create('LocaleConfig', locale)).status).toBe(200)
    expect(await userFormats(kit.db, { id: kit.deps.newId(), homeMerchantId: brand })).toMatchObject({
      ...locale,
      groupSeparator: ' ',
    })
    const mail = { from: 'Shop <shop@nordic.example>', smtpUrl: 'smtps://shop:pass@mail.example' }
    const saved = await create('EmailIntegrationConfig', mail)
    expect(saved.status, saved.text).toBe(200)
    expect(saved.text).not.toContain('shop:pass')
    expect(await mailConfig({ db: kit.db, box }, brand)).toEqual({ ...mail, replyTo: null })
  })

  it('ask only for what their other values call for', async () => {
    const answer = await admin.post(`/config?merchantId=${sibling}`, {
      type: 'MerchantConfig',
      document: { 'integration.mode': 'STANDARD', accounts: {} },
      note: 'incomplete',
    })
    expect(messages(answer)).toEqual({
      'document.accounts': 'Unknown configuration field',
      'document.integration.url': 'This field is required',
    })
  })
})

/** A next version of the template, with an address of its own in every account. */
async function askForEndpoint(psp: string): Promise<void> {
  const found = await admin.get(`/credentials-template?keyword=${psp}&status=PUBLISHED`)
  const [{ id, fields }] = found.body.items
  const draft = await admin.post(`/credentials-template/${id}/next-version`, { note: 'an address' })
  const path = `/credentials-template/${draft.body.id}`
  const endpoint = { key: 'endpoint', label: 'Address', type: 'STRING', scope: 'ACCOUNT' }
  await admin.put(path, { version: 1, fields: [...fields, endpoint], note: 'an address' })
  const published = await admin.post(`${path}/publish`, { version: 2 })
  expect(published.status, published.text).toBe(200)
}

describe('an address the platform would call', () => {
  const create = (body: object) => admin.post(`/config?merchantId=${sibling}`, { note: 'testing', ...body })
  const integration = { 'integration.mode': 'STANDARD' }
  const places: [what: string, at: string, body: (address: string) => object][] = [
    [
      'of the merchant',
      'document.integration.url',
      (url) => ({
        type: 'MerchantConfig',
        document: { ...integration, 'integration.url': `${url}/{action}` },
      }),
    ],
    ...(
      [
        ['KycProviderConfig', 'kyc-sim'],
        ['FraudProviderConfig', 'fraud-sim'],
        ['ThreeDsServerConfig', '3ds-sim'],
        ['TokenNetworkConfig', 'visa-vts'],
      ] as const
    ).map(([type, provider]): (typeof places)[number] => [
      `of ${provider}`,
      'document.accounts.default.endpoint',
      (endpoint) => ({ type, provider, document: { accounts: { default: { endpoint } } } }),
    ]),
    [
      'of a queue',
      'document.accounts.out.url',
      (url) => ({ type: 'MqIntegrationConfig', document: { accounts: { out: { url } } } }),
    ],
    ['of an SMS gateway', 'document.url', (url) => ({ type: 'SmsIntegrationConfig', document: { url } })],
    [
      'of a mail server',
      'document.smtpUrl',
      (url) => ({
        type: 'EmailIntegrationConfig',
        document: { smtpUrl: url.replace('https', 'smtps') },
      }),
    ],
  ]

  it.each(places)('%s is refused at its field when it lies inside of a network', async (_what, at, body) => {
    for (const host of hiddenAddresses) {
      const answer = await create(body(`https://${host}`))
      expect(answer.status, host).toBe(422)
      expect(Object.keys(messages(answer)), host).toEqual([at])
    }
  })

  it('of a PSP is refused where its template asks for one', async () => {
    await askForEndpoint('nordbank')
    const current = await seen(group, 'nordbank')
    const { default: own } = current.document.accounts
    for (const host of hiddenAddresses) {
      const accounts = { default: { ...own, endpoint: `https://${host}/` } }
      const answer = await save(group, current, { document: { accounts } })
      expect(answer.status, host).toBe(422)
      // With the address the keys that were entered for the former one are asked for again.
      expect(Object.keys(messages(answer)), host).toContain('document.accounts.default.endpoint')
    }
  })

  it('of a mail server takes no options, which could name programs and files', async () => {
    const answer = await create({
      type: 'EmailIntegrationConfig',
      document: { smtpUrl: 'smtps://mail.example/?sendmail=true&path=/bin/sh' },
    })
    expect(Object.keys(messages(answer))).toEqual(['document.smtpUrl'])
  })
})
