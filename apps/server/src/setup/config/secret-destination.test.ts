import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '../../kit/audit.ts'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { mailConfig, merchantConfig, providerConfig, type ProviderKind } from './read-model.ts'
import { box, brand, group, setupApp, sibling } from './testing/setup-app.ts'
import { watchDestinations } from './watch-destinations.ts'

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
  missing: string[]
  document: Record<string, unknown> & { accounts: Record<string, Record<string, unknown>> }
}

const enterAgain = 'This secret was entered for another address or account. Enter it again.'
const hidden = '*****'

const seen = async (merchantId: number, type: string, provider = ''): Promise<Seen> => {
  const about = provider === '' ? '' : `&provider=${provider}`
  return (await admin.get(`/config?merchantId=${merchantId}&type=${type}${about}`)).body.items[0]
}
const save = (merchantId: number, { id, version }: Seen, document: object, client = admin) =>
  client.put(`/config/${id}?merchantId=${merchantId}`, { version, document, note: 'testing' })
const create = (merchantId: number, type: string, document: object, provider?: string) =>
  admin.post(`/config?merchantId=${merchantId}`, { type, provider, document, note: 'testing' })
const messages = (answer: { body: { fields?: { field: string; message: string }[] } }) =>
  Object.fromEntries((answer.body.fields ?? []).map(({ field, message }) => [field, message]))
const secretsOf = async (merchantId: number, provider: string, kind: ProviderKind, account = 'default') =>
  (await providerConfig({ db: kit.db, box }, merchantId, provider, kind))?.accounts[account]?.secrets
const remove = (merchantId: number, { id, version }: Seen) =>
  admin.delete(`/config/${id}?merchantId=${merchantId}&version=${version}&note=undo`)

describe('a secret of a service that receives card or identity data', () => {
  const services = [
    ['ThreeDsServerConfig', '3ds-sim'],
    ['TokenNetworkConfig', 'visa-vts'],
    ['KycProviderConfig', 'kyc-sim'],
    ['FraudProviderConfig', 'fraud-sim'],
  ] as const

  it.each(services)('is not sent to another address by an override of %s', async (type, provider) => {
    const current = await seen(group, type, provider)
    const entered = { endpoint: 'https://service.example/v1', apiKey: 'the-key-of-the-group' }
    const first = await save(group, current, { accounts: { default: entered } })
    expect(first.status, first.text).toBe(200)
    const brandAdmin = kit.as({ roles: ['CONFIG_ADMIN'], homeMerchantId: brand })
    const inherited = await seen(brand, type, provider)
    const mark = inherited.document.accounts.default?.apiKey
    const evil = { endpoint: 'https://evil.example' }
    for (const apiKey of [hidden, mark]) {
      const answer = await save(brand, inherited, { accounts: { default: { ...evil, apiKey } } }, brandAdmin)
      expect(answer.status, answer.text).toBe(422)
      expect(messages(answer)).toEqual({ 'document.accounts.default.apiKey': enterAgain })
    }
    const own = await save(
      brand,
      inherited,
      { accounts: { default: { ...evil, apiKey: 'a-key-of-the-brand' } } },
      brandAdmin,
    )
    expect(own.status, own.text).toBe(200)
    expect(await secretsOf(brand, provider, type)).toEqual({ apiKey: 'a-key-of-the-brand' })
    expect(await secretsOf(sibling, provider, type)).toEqual({ apiKey: 'the-key-of-the-group' })
    await remove(brand, own.body)
  })

  it('stays with its address by every detour through accounts, levels and versions', async () => {
    const [type, provider] = services[1]
    const before = await seen(group, type, provider)
    const atRoot = await save(group, before, {
      endpoint: 'https://service.example/v1',
      apiKey: 'a-key-at-the-root',
      accounts: { default: {} },
    })
    expect(atRoot.status, atRoot.text).toBe(200)
    const { apiKey } = atRoot.body.document
    const another = await save(group, atRoot.body, {
      endpoint: 'https://service.example/v1',
      apiKey,
      accounts: { default: {}, other: { endpoint: 'https://evil.example' } },
    })
    expect(messages(another)).toEqual({ 'document.apiKey': enterAgain })
    const moved = await save(group, atRoot.body, {
      accounts: { default: { apiKey, endpoint: 'https://evil.example' } },
    })
    expect(messages(moved)).toEqual({ 'document.accounts.default.apiKey': enterAgain })
    const sameAddress = await save(group, atRoot.body, {
      endpoint: 'https://service.example/v1',
      apiKey: hidden,
      timeoutMs: 700,
      accounts: { default: {}, other: {} },
    })
    expect(sameAddress.status, sameAddress.text).toBe(200)
    const elsewhere = await save(group, sameAddress.body, {
      endpoint: 'https://service.example/v2',
      apiKey: 'a-key-for-v2',
      accounts: { default: {} },
    })
    expect(elsewhere.status, elsewhere.text).toBe(200)
    const history = await admin.get(`/config/${before.id}/history?merchantId=${group}`)
    const old = (history.body.items as { record: Seen }[]).map(({ record }) => record)[1] as Seen
    const mixed = await save(group, elsewhere.body, {
      ...elsewhere.body.document,
      apiKey: old.document.apiKey,
    })
    expect(messages(mixed)).toEqual({ 'document.apiKey': enterAgain })
    const restored = await save(group, elsewhere.body, old.document)
    expect(restored.status, restored.text).toBe(200)
    expect(await secretsOf(group, provider, type)).toEqual({ apiKey: 'a-key-at-the-root' })
  })

  it('is not looked for in accounts that are no accounts', async () => {
    const current = await seen(group, 'KycProviderConfig', 'kyc-sim')
    for (const accounts of [null, 'default', [], { default: null }, { default: 'x' }, { default: [] }]) {
      const answer = await save(group, current, { accounts })
      expect(answer.status, JSON.stringify(accounts)).toBe(422)
    }
  })

  it('entered before addresses were noted is kept by the address it has now', async () => {
    const [type, provider] = services[1]
    const current = await seen(group, type, provider)
    await sql`update config_secret set destinations = null`.execute(kit.db)
    const { apiKey } = current.document
    const moved = await save(group, current, {
      ...current.document,
      endpoint: 'https://evil.example',
      apiKey,
    })
    expect(messages(moved)).toEqual({ 'document.apiKey': enterAgain })
    const kept = await save(group, current, { ...current.document, timeoutMs: 900 })
    expect(kept.status, kept.text).toBe(200)
  })

  it('is left out by a file that brings another address', async () => {
    const [type, provider] = services[2]
    const file = (
      await admin.get(`/config/export?merchantId=${group}&format=json&provider=${provider}&type=${type}`)
    ).text
    expect(file).toContain('service.example')
    const load = (content: string) =>
      admin.post(`/config/import/commit?merchantId=${group}`, { format: 'json', content, note: 'from test' })
    const untouched = await load(file)
    expect(untouched.status, untouched.text).toBe(200)
    expect(await secretsOf(group, provider, type)).toEqual({ apiKey: 'the-key-of-the-group' })
    const answer = await load(file.replaceAll('service.example', 'evil.example'))
    expect(answer.status, answer.text).toBe(200)
    expect(await secretsOf(group, provider, type)).toEqual({})
  })
})

describe('a secret of', () => {
  it('an account at a PSP is not used for another account', async () => {
    const inherited = await seen(brand, 'ProviderConfig', 'acmecards')
    const { accounts } = inherited.document
    const other = { ...accounts['3DS'], merchantCode: 'ANOTHER' }
    const answer = await save(brand, inherited, { accounts: { ...accounts, '3DS': other } })
    expect(messages(answer)).toEqual({
      'document.accounts.3DS.apiKey': enterAgain,
      'document.accounts.3DS.callbackKey': enterAgain,
    })
    const swapped = await save(brand, inherited, {
      accounts: { ...accounts, '3DS': { ...accounts['3DS'], apiKey: accounts['3DS']?.callbackKey } },
    })
    expect(messages(swapped)).toEqual({ 'document.accounts.3DS.apiKey': enterAgain })
  })

  it('the merchant integration, a queue, text messages and mail is not sent to another address', async () => {
    const integration = {
      'integration.mode': 'STANDARD',
      'integration.url': 'https://merchant.example/{action}',
      'integration.auth': 'BASIC',
      'integration.username': 'signalbox',
      'integration.password': 'open-sesame',
      'integration.signingSecret': 'sign-sesame',
    }
    const saved = await create(group, 'MerchantConfig', integration)
    expect(saved.status, saved.text).toBe(200)
    const settings = await seen(brand, 'MerchantConfig')
    const evil = await save(brand, settings, {
      ...settings.document,
      'integration.url': 'https://evil.example/{action}',
    })
    expect(messages(evil)).toEqual({
      'document.integration.password': enterAgain,
      'document.integration.signingSecret': enterAgain,
    })
    const longer = await save(brand, settings, { ...settings.document, 'integration.timeoutMs': 20_000 })
    expect(longer.status, longer.text).toBe(200)
    expect((await merchantConfig({ db: kit.db, box }, brand)).integration).toMatchObject({
      password: 'open-sesame',
    })

    await create(group, 'MqIntegrationConfig', {
      token: 'queue-token',
      accounts: { payments: { url: 'https://queue.example/payments' } },
    })
    const queues = await seen(brand, 'MqIntegrationConfig')
    const added = await save(brand, queues, {
      ...queues.document,
      accounts: { ...queues.document.accounts, stolen: { url: 'https://evil.example' } },
    })
    expect(messages(added)).toEqual({ 'document.token': enterAgain })

    await create(group, 'SmsIntegrationConfig', { url: 'https://sms.example', apiKey: 'sms-key' })
    const sms = await seen(brand, 'SmsIntegrationConfig')
    const texted = await save(brand, sms, { ...sms.document, url: 'https://evil.example' })
    expect(messages(texted)).toEqual({ 'document.apiKey': enterAgain })

    await create(group, 'EmailIntegrationConfig', { smtpUrl: 'smtps://shop:pass@mail.example' })
    const mail = await seen(brand, 'EmailIntegrationConfig')
    const renamed = await save(brand, mail, { ...mail.document, replyTo: 'shop@nordic.example' })
    expect(renamed.status, renamed.text).toBe(200)
    expect((await mailConfig({ db: kit.db, box }, brand)).smtpUrl).toBe('smtps://shop:pass@mail.example')
  })
})

describe('addresses that receive card or identity data', () => {
  const notAllowed =
    'evil.example is not among the hosts the platform allows to receive card and identity data'

  it('are those the platform allows, and nobody below it says which', async () => {
    const hosts = { 'dataDestinations.hosts': { Three: '3ds.example' } }
    const below = await create(brand, 'PlatformConfig', hosts)
    expect(messages(below)).toEqual({
      type: 'These settings can only be set at the platform merchant.',
    })
    const platform = await create(1000, 'PlatformConfig', hosts)
    expect(platform.status, platform.text).toBe(200)
    const inherited = await save(brand, platform.body, { 'dataDestinations.hosts': {} })
    expect(messages(inherited)).toHaveProperty('type')
    const formsAt = async (merchantId: number) =>
      (await admin.get(`/config/form?merchantId=${merchantId}`)).body.items.map(
        ({ type }: { type: string }) => type,
      )
    expect(await formsAt(1000)).toContain('PlatformConfig')
    expect(await formsAt(brand)).not.toContain('PlatformConfig')

    const current = await seen(sibling, 'ThreeDsServerConfig', '3ds-sim')
    const at = (endpoint: string) =>
      save(sibling, current, { accounts: { default: { endpoint, apiKey: 'a-key' } } })
    expect(messages(await at('https://evil.example'))).toEqual({
      'document.accounts.default.endpoint': notAllowed,
    })
    const allowed = await at('https://3ds.example/v2')
    expect(allowed.status, allowed.text).toBe(200)

    const [psp] = (await admin.get('/psp?merchantId=1000&limit=1')).body.items
    const redirected = await admin.put(`/psp/${psp.id}?merchantId=1000`, {
      version: psp.version,
      testUrl: 'https://evil.example',
      note: 'testing',
    })
    expect(messages(redirected)).toEqual({ testUrl: notAllowed })
  })
})

it('an alert tells of refused addresses of PSPs in use, and of no others', async () => {
  const put = (psp: string, status: string) =>
    sql`update psp set test_url = 'https://evil.example', status = ${status} where psp = ${psp}`.execute(
      kit.db,
    )
  await put('acmecards', 'ACTIVE')
  await put('manualbank', 'DRAFT')
  await put('voucherstore', 'DEPRECATED')
  await perform(kit.deps, systemActor, (unit) => watchDestinations(unit, false))
  const { rows } = await sql<{ key: string }>`select key from alert
    where source = 'DATA_DESTINATION' and state = 'OPEN' and key like 'psp %'`.execute(kit.db)
  expect(rows).toEqual([{ key: 'psp acmecards' }])
  await sql`update psp set test_url = null, status = 'ACTIVE'
    where psp in ('acmecards', 'manualbank', 'voucherstore')`.execute(kit.db)
})

describe('a secret that is sent to the address of the catalogue', () => {
  const pspOf = async (name: string) =>
    (await admin.get(`/psp?merchantId=1000&limit=100`)).body.items.find(
      ({ psp }: { psp: string }) => psp === name,
    ) as { id: string; version: number }
  const redirect = async (testUrl: string | null, psp = 'borealpay') => {
    const { id, version } = await pspOf(psp)
    const saved = await admin.put(`/psp/${id}?merchantId=1000`, { version, testUrl, note: 'testing' })
    expect(saved.status, saved.text).toBe(200)
  }

  it('is forgotten when that address changes, in every version of every document', async () => {
    const before = await seen(group, 'ProviderConfig', 'borealpay')
    const [account = ''] = Object.keys(before.document.accounts)
    const had = Object.keys((await secretsOf(group, 'borealpay', 'ProviderConfig', account)) ?? {})
    expect(had.length).toBeGreaterThan(0)
    await redirect('http://127.0.0.1:4000/evil')
    expect(await secretsOf(group, 'borealpay', 'ProviderConfig', account)).toEqual({})
    const after = await seen(group, 'ProviderConfig', 'borealpay')
    expect(after.version).toBe(before.version + 1)
    expect(after.missing.length).toBeGreaterThan(0)
    const stars = Object.fromEntries(had.map((key) => [key, hidden]))
    const own = after.document.accounts[account]
    const kept = await save(group, after, {
      ...after.document,
      accounts: { [account]: { ...own, ...stars } },
    })
    expect(kept.status, kept.text).toBe(422)
    const restored = await save(group, after, before.document)
    expect(restored.status, restored.text).toBe(422)
    const { rows } = await sql`select 1 from audit_entry
      where entity_id = ${after.id} and action = 'FORGET_SECRETS'`.execute(kit.db)
    expect(rows).toHaveLength(1)
    await redirect(null)
  })

  const forgotten = async () =>
    (
      await sql<{ merchantId: number; severity: string; title: string; body: string }>`
        select merchant_id, severity, title, body from alert
        where source = 'DATA_DESTINATION' and key like 'secrets %' and state = 'OPEN'`.execute(kit.db)
    ).rows
  const watch = () => perform(kit.deps, systemActor, (unit) => watchDestinations(unit, false))

  it('stays when only the spelling of the address changes', async () => {
    const kept = async () => Object.keys((await secretsOf(group, 'walletx', 'ProviderConfig', 'EU')) ?? {})
    const had = await kept()
    expect(had.length).toBeGreaterThan(0)
    await sql`update psp set test_url = 'http://localhost:4000/pay' where psp = 'walletx'`.execute(kit.db)
    for (const same of [
      'http://localhost:4000/pay/',
      'http://LOCALHOST:4000/pay',
      'HTTP://localhost:4000/pay//',
    ]) {
      await redirect(same, 'walletx')
      expect(await kept(), same).toEqual(had)
    }
    await redirect('http://localhost:4000/other', 'walletx')
    expect(await kept()).toEqual([])
  })

  it('stays where the address was empty and is now none', async () => {
    const had = await secretsOf(group, 'nordbank', 'ProviderConfig')
    expect(had).not.toEqual({})
    await sql`update psp set test_url = '' where psp = 'nordbank'`.execute(kit.db)
    await redirect(null, 'nordbank')
    expect(await secretsOf(group, 'nordbank', 'ProviderConfig')).toEqual(had)
  })

  it('that was forgotten is told of to its merchant, until it has been entered again', async () => {
    await sql`delete from alert`.execute(kit.db)
    const before = await seen(group, 'ProviderConfig', 'coinsim')
    await redirect('http://127.0.0.1:4000/other', 'coinsim')
    const told = {
      merchantId: group,
      severity: 'CRITICAL',
      title: expect.stringContaining('Enter the secrets for') as string,
      body: expect.stringContaining('address') as string,
    }
    expect(await forgotten()).toEqual([told])
    await watch()
    expect(await forgotten()).toEqual([told])
    const after = await seen(group, 'ProviderConfig', 'coinsim')
    const [account = ''] = Object.keys(before.document.accounts)
    const secrets = Object.fromEntries(
      before.document.accounts[account]
        ? after.missing.map((path) => [path.split('.').at(-1), 'entered-again'])
        : [],
    )
    const entered = { ...after.document.accounts[account], ...secrets }
    const saved = await save(group, after, { ...after.document, accounts: { [account]: entered } })
    expect(saved.status, saved.text).toBe(200)
    await watch()
    expect(await forgotten()).toEqual([])
  })

  it('noted nowhere stays with the address its document names, at the root or in its account', async () => {
    const provider = 'voucherstore'
    const rowsOf = async () =>
      (
        await sql<{ id: string }>`select s.id from config_secret s join config c on c.id = s.config_id
          where c.provider = ${provider} and c.merchant_id = ${group} order by s.id`.execute(kit.db)
      ).rows
    const had = await rowsOf()
    expect(had.length).toBeGreaterThan(0)
    const name = sql`update config set document = `
    const where = sql`where provider = ${provider} and merchant_id = ${group}`
    const { document } = await seen(group, 'ProviderConfig', provider)
    const own = { endpoint: 'https://own.example' }
    const accounts = Object.fromEntries(
      Object.entries(document.accounts).map(([account, section]) => [account, { ...section, ...own }]),
    )
    await sql`update config_secret set destinations = null`.execute(kit.db)
    let port = 4001
    for (const named of [
      { ...document, ...own },
      { ...document, accounts },
    ]) {
      await sql`${name} ${JSON.stringify(named)}::jsonb ${where}`.execute(kit.db)
      await redirect(`http://127.0.0.1:${port++}`, provider)
      expect(await rowsOf()).toEqual(had)
    }
    await sql`${name} ${JSON.stringify(document)}::jsonb ${where}`.execute(kit.db)
    await redirect(`http://127.0.0.1:${port++}`, provider)
    expect(await rowsOf()).toEqual([])
  })

  it('stays where the document names an address of its own', async () => {
    const provider = 'kestrelcard'
    const { id, version } = await pspOf(provider)
    const rows = await sql<{ id: string }>`update config_secret s set destinations =
      array(select (jsonb_set(d::jsonb, '{sentTo,endpoint}', '"https://own.example"'))::text from unnest(destinations) d)
      from config c where c.id = s.config_id and c.provider = ${provider} and c.merchant_id = ${group}
      returning s.id`.execute(kit.db)
    expect(rows.rows.length).toBeGreaterThan(0)
    const saved = await admin.put(`/psp/${id}?merchantId=1000`, {
      version,
      testUrl: 'http://127.0.0.1:4000/evil',
      note: 'testing',
    })
    expect(saved.status, saved.text).toBe(200)
    const left =
      await sql`select 1 from config_secret where id = any(${rows.rows.map((row) => row.id)}::uuid[])`.execute(
        kit.db,
      )
    expect(left.rows).toHaveLength(rows.rows.length)
  })

  it('is forgotten with another connector, which sends it another way, wherever it goes', async () => {
    await sql`delete from alert`.execute(kit.db)
    const provider = 'kestrelcard'
    const before = await seen(group, 'ProviderConfig', provider)
    const kept = async () =>
      (
        await sql`select 1 from config_secret s join config c on c.id = s.config_id
          where c.provider = ${provider}`.execute(kit.db)
      ).rows.length
    expect(await kept()).toBeGreaterThan(0)
    const speakWith = async (connector: string) => {
      const { id, version } = await pspOf(provider)
      return admin.put(`/psp/${id}?merchantId=1000`, { version, connector, note: 'testing' })
    }
    const had = await kept()
    const same = await speakWith(provider)
    expect(same.status, same.text).toBe(200)
    expect(await kept()).toBe(had)
    await sql`update transaction set status_no = 800 where psp = ${provider}`.execute(kit.db)
    const other = await speakWith('acmecards')
    expect(other.status, other.text).toBe(200)
    expect(await kept()).toBe(0)
    const after = await seen(group, 'ProviderConfig', provider)
    expect(after.missing.length).toBeGreaterThan(0)
    expect((await save(group, after, before.document)).status).toBe(422)
    expect(await forgotten()).toContainEqual({
      merchantId: group,
      severity: 'CRITICAL',
      title: expect.stringContaining('Enter the secrets for') as string,
      body: expect.stringContaining('connector') as string,
    })
    const { rows } = await sql<{ note: string }>`select note from audit_entry
      where entity_id = ${after.id} and action = 'FORGET_SECRETS' order by at desc limit 1`.execute(kit.db)
    expect(rows).toEqual([{ note: expect.stringContaining('connector') as string }])
  })
})
