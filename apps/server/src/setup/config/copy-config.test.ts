import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CopiedPart, CopyPart } from '@signalbox/model/calls/configuration'
import { testUser, type Client, type KitApp } from '../../kit/testing/kit-app.ts'
import { providerConfig } from './read-model.ts'
import { box, brand, group, setupApp, sibling } from './testing/setup-app.ts'

const stranger = 100020000

let kit: KitApp
let admin: Client
beforeAll(async () => {
  kit = await setupApp()
  admin = kit.as()
})
afterAll(() => kit.close())
beforeEach(async () => {
  const merchants = [brand, sibling, stranger]
  await sql`delete from config_secret where merchant_id = any(${merchants})`.execute(kit.db)
  await sql`delete from config where merchant_id = any(${merchants})`.execute(kit.db)
  await sql`delete from pending_grant`.execute(kit.db)
})

const preview = async (from: number, to: number, parts?: CopiedPart[]): Promise<CopyPart[]> => {
  const answer = await admin.post(`/config/copy/preview?merchantId=${to}`, { from, ...(parts && { parts }) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.parts
}
const about = (parts: readonly CopyPart[], provider: string | null, type = 'ProviderConfig') => {
  const part = parts.find((each) => each.provider === provider && each.type === type)
  if (!part) throw new Error(`${type} ${provider} does not differ`)
  return part
}
const ref = (record: { id: string; version: number } | null) =>
  record && { id: record.id, version: record.version }
/** All settings of a document that differ, or those named. */
const chosen = (
  { type, provider, source, target, differences }: CopyPart,
  ...keys: string[]
): CopiedPart => ({
  type,
  provider,
  source: { id: source.id, version: source.version },
  target: ref(target),
  settings: differences
    .filter(({ secret, key }) => !secret && (keys.length === 0 || keys.includes(key)))
    .map(({ account, key }) => ({ account, key })),
})
const copy = (from: number, to: number, parts: CopiedPart[], who: Client = admin) =>
  who.post(`/config/copy?merchantId=${to}`, { from, parts, note: 'As at the other brand' })

const merchantSettings = async (merchantId: number, document: object) => {
  const made = await admin.post(`/config?merchantId=${merchantId}`, {
    type: 'MerchantConfig',
    document,
    note: 'testing',
  })
  expect(made.status, made.text).toBe(200)
  return made.body as { id: string; version: number }
}
const kycForm = async () => {
  const { body } = await admin.get(`/config/form?merchantId=${brand}`)
  return body.items.find(({ type }: { type: string }) => type === 'KycProviderConfig') as { provider: string }
}
const kycSettings = async (merchantId: number, provider: string, section: object) => {
  const document = { accounts: { default: section } }
  const given = { type: 'KycProviderConfig', provider, document, note: 'testing' }
  const made = await admin.post(`/config?merchantId=${merchantId}`, given)
  expect(made.status, made.text).toBe(200)
}
const settingsOf = async (merchantId: number) => {
  const { body } = await admin.get(`/config?merchantId=${merchantId}&type=MerchantConfig`)
  return body.items[0]?.document as Record<string, unknown> | undefined
}
const rowsAt = async (merchantId: number) =>
  (await sql<{ id: string }>`select id from config where merchant_id = ${merchantId}`.execute(kit.db)).rows

describe('copying configuration of another merchant', () => {
  it('shows what differs setting by setting, and writes nothing', async () => {
    await merchantSettings(brand, { 'approval.actionReasonRequired': true, 'gdpr.retentionYears': 7 })
    await merchantSettings(sibling, { 'gdpr.retentionYears': 5 })
    const part = about(await preview(brand, sibling), null, 'MerchantConfig')
    const seen = part.differences.map(({ key, before, after }) => [key, before, after])
    expect(seen.toSorted()).toEqual([
      ['approval.actionReasonRequired', null, true],
      ['gdpr.retentionYears', 5, 7],
    ])
    expect(part.differences.every(({ label }) => !label.includes('.'))).toBe(true)
    expect(await settingsOf(sibling)).toEqual({ 'gdpr.retentionYears': 5 })
  })

  it('what both inherit from the same merchant is no difference', async () => {
    expect(await preview(brand, sibling)).toEqual([])
  })

  it('copies the chosen settings only, with an entry for each document and one for the copy', async () => {
    await merchantSettings(brand, { 'approval.actionReasonRequired': true, 'gdpr.retentionYears': 7 })
    const { id } = await merchantSettings(sibling, { 'gdpr.retentionYears': 5 })
    const part = about(await preview(brand, sibling), null, 'MerchantConfig')
    const done = await copy(brand, sibling, [chosen(part, 'gdpr.retentionYears')])
    expect(done.status, done.text).toBe(200)
    expect(await settingsOf(sibling)).toEqual({ 'gdpr.retentionYears': 7 })
    const { rows } = await sql<{
      id: string
      action: string
      note: string
    }>`select entity_id as id, action, note
      from audit_entry where merchant_id = ${sibling} and entity_type = 'config' order by seq desc limit 2`.execute(
      kit.db,
    )
    const note = 'As at the other brand'
    expect(rows).toEqual([
      { id: 'copy', action: 'COPY', note },
      { id, action: 'UPDATE', note },
    ])
  })

  it('never copies a secret: it is told of, left open, and nothing of it is in the target', async () => {
    const part = about(await preview(group, stranger), 'acmecards')
    expect(part.differences.some(({ secret }) => secret)).toBe(true)
    expect(part.differences.filter(({ secret }) => secret).every(({ after }) => after === null)).toBe(true)
    expect(part.missing.length).toBeGreaterThan(0)
    const done = await copy(group, stranger, [chosen(part)])
    expect(done.status, done.text).toBe(200)
    expect(about(done.body.parts, 'acmecards').missing).toEqual(part.missing)
    const { rows } = await sql`select 1 from config_secret where merchant_id = ${stranger}`.execute(kit.db)
    expect(rows).toEqual([])
    const there = await providerConfig({ db: kit.db, box }, stranger, 'acmecards')
    expect(Object.values(there?.accounts ?? {}).flatMap(({ secrets }) => Object.values(secrets))).toEqual([])
  })

  it('a secret named as a setting is refused or left out, never copied', async () => {
    const part = about(await preview(group, stranger), 'acmecards')
    const secret = part.differences.find((each) => each.secret)
    const parts = [chosen(part)]
    const all = [
      { ...parts[0]!, settings: [...parts[0]!.settings, { account: secret!.account, key: secret!.key }] },
    ]
    expect((await copy(group, stranger, all)).status).toBe(200)
    const { rows } = await sql`select 1 from config_secret where merchant_id = ${stranger}`.execute(kit.db)
    expect(rows).toEqual([])
  })

  it('a target keeps its own secrets while they are sent to the same place', async () => {
    const inherited = (await admin.get(`/config?merchantId=${brand}&type=ProviderConfig&provider=acmecards`))
      .body.items[0]
    const override = async (merchantId: number, change: object) => {
      const { accounts } = inherited.document
      const document = { accounts: { ...accounts, '3DS': { ...accounts['3DS'], ...change } } }
      const saved = await admin.put(`/config/${inherited.id}?merchantId=${merchantId}`, {
        version: inherited.version,
        document,
        note: 'testing',
      })
      expect(saved.status, saved.text).toBe(200)
    }
    const secretsOf = async () =>
      (await providerConfig({ db: kit.db, box }, sibling, 'acmecards'))?.accounts['3DS']?.secrets
    const before = await secretsOf()
    await override(brand, { enabled: false })
    const off = about(await preview(brand, sibling), 'acmecards')
    expect((await copy(brand, sibling, [chosen(off)])).status).toBe(200)
    expect(await secretsOf()).toEqual(before)
    const there = await providerConfig({ db: kit.db, box }, sibling, 'acmecards')
    expect(there?.accounts['3DS']?.enabled).toBe(false)
  })

  it('an account without settings of its own is copied too', async () => {
    const { provider } = await kycForm()
    await kycSettings(brand, provider, {})
    const part = about(await preview(brand, stranger), provider, 'KycProviderConfig')
    expect(part).toMatchObject({
      refused: [],
      differences: [{}, { account: 'default', key: 'enabled', after: true }],
    })
    expect((await copy(brand, stranger, [chosen(part)])).status).toBe(200)
  })

  it('a copied address leaves the secret behind that was entered for the old one', async () => {
    const { provider } = await kycForm()
    for (const merchantId of [brand, sibling]) {
      const section = { endpoint: `https://kyc-${merchantId}.example`, apiKey: `key of ${merchantId}` }
      await kycSettings(merchantId, provider, section)
    }
    const part = about(await preview(brand, sibling), provider, 'KycProviderConfig')
    expect(part.differences.map(({ key }) => key)).toEqual(['endpoint'])
    const done = await copy(brand, sibling, [chosen(part)])
    expect(done.status, done.text).toBe(200)
    const { rows } = await sql<{ document: { accounts: object } }>`select document from config
      where merchant_id = ${sibling}`.execute(kit.db)
    expect(rows[0]?.document.accounts).toEqual({ default: { endpoint: `https://kyc-${brand}.example` } })
  })

  it.each([
    ['the source', brand],
    ['the target', sibling],
  ])('is refused when %s was changed since it was compared', async (_which, changed) => {
    const ids = new Map([
      [brand, await merchantSettings(brand, { 'gdpr.retentionYears': 7 })],
      [sibling, await merchantSettings(sibling, { 'gdpr.retentionYears': 5 })],
    ])
    const part = about(await preview(brand, sibling), null, 'MerchantConfig')
    const { id, version } = ids.get(changed)!
    const document = { 'gdpr.retentionYears': 8 }
    await admin.put(`/config/${id}?merchantId=${changed}`, { version, document, note: 'testing' })
    const stale = await copy(brand, sibling, [chosen(part)])
    expect(stale.status, stale.text).toBe(409)
    expect(await settingsOf(sibling)).toEqual({ 'gdpr.retentionYears': changed === sibling ? 8 : 5 })
  })

  it('twice at once is done once', async () => {
    const part = about(await preview(group, stranger), 'walletx')
    const both = await Promise.all([
      copy(group, stranger, [chosen(part)]),
      copy(group, stranger, [chosen(part)]),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await rowsAt(stranger)).toHaveLength(1)
  })

  it('is done whole or not at all', async () => {
    const parts = await preview(group, stranger)
    const wrong = { ...chosen(about(parts, 'walletx')), settings: [{ account: null, key: 'colour' }] }
    const refused = await copy(group, stranger, [chosen(about(parts, 'acmecards')), wrong])
    expect(refused.status).toBe(422)
    expect(await rowsAt(stranger)).toEqual([])
  })

  it('the same document twice, the merchant itself and an unknown document are refused', async () => {
    const part = about(await preview(group, stranger), 'walletx')
    expect((await copy(group, stranger, [chosen(part), chosen(part)])).status).toBe(422)
    expect((await copy(group, group, [chosen(part)])).text).toContain('Choose another merchant')
    expect((await copy(group, stranger, [{ ...chosen(part), provider: 'nobody' }])).status).toBe(422)
  })

  it('without a setting, says what is missing', async () => {
    const nothing = await copy(group, stranger, [])
    const message = 'Choose at least one setting to copy'
    expect([nothing.status, nothing.body.fields]).toMatchObject([422, [{ field: 'parts', message }]])
    const part = about(await preview(group, stranger), 'walletx')
    const bare = await copy(group, stranger, [{ ...chosen(part), settings: [] }])
    expect([bare.status, bare.body.fields]).toMatchObject([422, [{ message }]])
  })

  it('a merchant outside of one’s reach is neither read nor written', async () => {
    const narrow = kit.as(testUser({ username: 'narrow', homeMerchantId: group, merchants: [brand] }))
    const read = await narrow.post(`/config/copy/preview?merchantId=${brand}`, { from: stranger })
    expect([read.status, read.text.includes('Unknown merchant')]).toEqual([422, true])
    const part = about(await preview(group, stranger), 'walletx')
    expect((await copy(stranger, brand, [chosen(part)], narrow)).status).toBe(422)
    expect((await copy(brand, stranger, [chosen(part)], narrow)).status).toBe(403)
    const reader = kit.as(testUser({ username: 'reader', roles: ['CONFIG'] }))
    expect((await reader.post(`/config/copy/preview?merchantId=${stranger}`, { from: group })).status).toBe(
      403,
    )
  })

  it('an address that receives card data must be one the platform allows', async () => {
    const { provider } = await kycForm()
    await kycSettings(brand, provider, { endpoint: 'https://kyc.example' })
    const hosts = { 'dataDestinations.hosts': { Other: 'other.example' } }
    await admin.post('/config?merchantId=1000', { type: 'PlatformConfig', document: hosts, note: 'testing' })
    const part = about(await preview(brand, sibling), provider, 'KycProviderConfig')
    expect(part.differences.find(({ key }) => key === 'endpoint')?.receives).toBe('IDENTITY')
    expect(part.refused.join()).toContain('kyc.example is not among the hosts')
    const refused = await copy(brand, sibling, [chosen(part)])
    expect(refused.status).toBe(422)
    expect(await rowsAt(sibling)).toEqual([])
    await sql`delete from config where type = 'PlatformConfig'`.execute(kit.db)
  })
})
