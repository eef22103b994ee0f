import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '@signalbox/model/access/roles'
import {
  brand,
  content,
  group,
  row,
  rulesetApp,
  sibling,
  steps,
  type RulesetApp,
} from './testing/ruleset-app.ts'

let app: RulesetApp
beforeAll(async () => {
  app = await rulesetApp()
})
afterAll(() => app.close())

const at = `merchantId=${brand}`
const kycRows = {
  rules: [row('a', 1, { conditions: {}, outputs: { action: 'DECLINE' } })],
}
const as = (...roles: Role[]) =>
  app.as({ roles, id: '01900000-0000-7000-8000-000000000009', username: 'nine' })
const create = (table: string, ...roles: Role[]) =>
  as(...roles).post(`/ruleset?${at}`, {
    table,
    content: content(table === 'kyc-block' ? kycRows : {}),
    changeNote: 'Tried by role',
  })

describe('who may do what', () => {
  it('depends on the table: rules and KYC rules have their own people', async () => {
    expect((await create('psp-routing', 'RULES_ADMIN')).status).toBe(200)
    expect((await create('kyc-block', 'KYC_ADMIN')).status).toBe(200)
    expect((await create('psp-routing', 'KYC_ADMIN')).status).toBe(403)
    expect((await create('kyc-block', 'RULES_ADMIN')).status).toBe(403)
    expect((await create('psp-routing', 'RULES')).status).toBe(403)
    expect((await create('psp-routing', 'OPERATOR_ADMIN')).status).toBe(403)
    expect((await create('psp-routing', 'MERCHANT_ADMIN')).status).toBe(403)
  })

  it('shows KYC people their tables and no others', async () => {
    await steps(app.anna).create()
    await steps(app.anna).create(kycRows, 'kyc-block')
    const { items } = (await as('KYC').get(`/ruleset?${at}`)).body
    expect(new Set(items.map(({ table }: { table: string }) => table))).toEqual(new Set(['kyc-block']))
    const all = (await as('RULES').get(`/ruleset?${at}`)).body.items
    expect(new Set(all.map(({ table }: { table: string }) => table))).toEqual(
      new Set(['psp-routing', 'kyc-block']),
    )
    expect((await as('KYC').get(`/ruleset?${at}&category=psp-routing`)).status).toBe(403)
    const { summary } = await steps(app.anna).create()
    expect((await as('KYC').get(`/ruleset/${summary.id}?${at}`)).status).toBe(403)
    expect((await as('KYC').get(`/decisiontable/psp-routing/effective?${at}`)).status).toBe(403)
  })

  it('approving takes the right to edit', async () => {
    const anna = steps(app.anna)
    const pending = await anna.submit(await anna.create())
    const path = `/ruleset/${pending.summary.id}/approve?${at}`
    expect((await as('RULES', 'ADMIN_APPROVER').post(path, anna.openOf(pending))).status).toBe(403)
    expect((await as('RULES_ADMIN').post(path, anna.openOf(pending))).status).toBe(200)
  })
})

describe('where a ruleset belongs', () => {
  it('is decided when it begins; below it can be read, beside it it does not exist', async () => {
    const anna = steps(app.anna, group)
    const { summary } = await steps(app.bert, group).approve(await anna.submit(await anna.create()))
    const below = await app.anna.get(`/ruleset/${summary.id}?${at}`)
    expect(below.body.summary).toMatchObject({ inherited: true, merchantId: group })
    const own = (await app.anna.get(`/ruleset/${summary.id}?merchantId=${group}`)).body.summary
    expect(own.inherited).toBe(false)
    const edit = { version: 1, revision: 1, changes: { priority: 3 }, changeNote: 'From below' }
    const refused = await app.anna.put(`/ruleset/${summary.id}?${at}`, edit)
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('INHERITED')
    const brandOnly = app.as({ homeMerchantId: sibling })
    const foreign = await steps(app.anna).create()
    expect((await brandOnly.get(`/ruleset/${foreign.summary.id}?merchantId=${sibling}`)).status).toBe(404)
    expect((await brandOnly.get(`/ruleset/${foreign.summary.id}?${at}`)).status).toBe(403)
  })

  it('hides from those below what is only being prepared', async () => {
    const [anna, bert] = [steps(app.anna, group), steps(app.bert, group)]
    const draft = await anna.create({ name: 'Of the group' })
    const { id } = draft.summary
    const status = async (path: string) => (await app.anna.get(path)).status
    const listed = async () =>
      (await app.anna.get(`/ruleset?${at}&limit=1000`)).body.items.find(
        (item: { id: string }) => item.id === id,
      )
    expect(await status(`/ruleset/${id}?${at}`)).toBe(404)
    expect(await status(`/ruleset/${id}/history?${at}`)).toBe(404)
    expect(await listed()).toBeUndefined()

    const active = await bert.approve(await anna.submit(draft))
    await anna.save(active, { name: 'A secret plan' })
    const below = (await app.anna.get(`/ruleset/${id}?${at}`)).body
    expect(below).toMatchObject({ active: { version: 1 }, open: null, summary: { open: null } })
    expect(await listed()).toMatchObject({ name: 'Of the group', open: null })
    expect((await app.anna.get(`/ruleset?${at}&keyword=secret`)).body.items).toEqual([])
    const { items } = (await app.anna.get(`/ruleset/${id}/history?${at}`)).body
    expect(items.map(({ version }: { version: number }) => version)).toEqual([1])
    expect(await status(`/ruleset/${id}/version/1?${at}`)).toBe(200)
    expect(await status(`/ruleset/${id}/version/2?${at}`)).toBe(404)
    expect(await status(`/ruleset/${id}/export?${at}&version=2`)).toBe(404)
    const instead = { rulesetId: id, version: 2 }
    const tried = await app.anna.post(`/ruleset/simulate?${at}`, { table: 'psp-routing', facts: {}, instead })
    expect(tried.status).toBe(404)
    expect(await status(`/ruleset/${id}/version/2?merchantId=${group}`)).toBe(200)
  })

  it('decides whose list shows it', async () => {
    const anna = steps(app.anna, group)
    const draft = await anna.create({ name: 'Shared by all brands' })
    const shared = await steps(app.bert, group).approve(await anna.submit(draft))
    const own = await steps(app.anna).create({ name: 'Own of the brand' })
    const ids = async (merchantId: number) =>
      (await app.anna.get(`/ruleset?merchantId=${merchantId}&limit=1000`)).body.items.map(
        ({ id }: { id: string }) => id,
      )
    expect(await ids(brand)).toEqual(expect.arrayContaining([shared.summary.id, own.summary.id]))
    expect(await ids(sibling)).toContain(shared.summary.id)
    expect(await ids(sibling)).not.toContain(own.summary.id)
    expect(await ids(group)).not.toContain(own.summary.id)
  })
})

describe('the list', () => {
  it('is filtered by table, state and words in names and cells, sorted and paged', async () => {
    const at2 = `merchantId=${sibling}`
    const anna = steps(app.anna, sibling)
    const bert = steps(app.bert, sibling)
    await anna.create({ name: 'Alpha', priority: 30 })
    const active = await bert.approve(await anna.submit(await anna.create({ name: 'Beta', priority: 20 })))
    await anna.create(
      { name: 'Gamma', priority: 10, rules: [row('x', 1, { outputs: { fixedFee: { EUR: '777' } } })] },
      'fee',
    )
    const names = async (query: string) =>
      (await app.anna.get(`/ruleset?${at2}&limit=1000&${query}`)).body.items
        .filter(({ merchantId }: { merchantId: number }) => merchantId === sibling)
        .map(({ name }: { name: string }) => name)
    expect(await names('category=psp-routing')).toEqual(['Beta', 'Alpha'])
    expect(await names('category=T3')).toEqual(['Gamma'])
    expect(await names('state=ACTIVE')).toEqual(['Beta'])
    expect(await names('state=DRAFT')).toEqual(['Alpha', 'Gamma'])
    expect(await names('keyword=ALPH')).toEqual(['Alpha'])
    expect(await names('keyword=777')).toEqual(['Gamma'])
    expect(await names('sort=name:desc')).toEqual(['Gamma', 'Beta', 'Alpha'])
    expect(await names('sort=priority')).toEqual(['Gamma', 'Beta', 'Alpha'])
    const page = (await app.anna.get(`/ruleset?${at2}&limit=1&start=1&sort=name`)).body
    expect(page.items).toHaveLength(1)
    const next = (await app.anna.get(`/ruleset?${at2}&limit=1&sort=name&cursor=${page.cursor}`)).body
    expect(next.items).toHaveLength(1)
    expect(next.items[0].id).not.toBe(page.items[0].id)
    const third = (await app.anna.get(`/ruleset?${at2}&limit=1&start=2&sort=name`)).body
    expect(next.items).toEqual(third.items)
    expect((await app.anna.get(`/ruleset?${at2}&cursor=nonsense`)).status).toBe(422)
    expect(page.total).toBeGreaterThanOrEqual(3)
    expect((await app.anna.get(`/ruleset?${at2}&sort=colour`)).status).toBe(422)
    expect((await app.anna.get(`/ruleset?${at2}&category=nothing`)).status).toBe(422)
    expect(active.summary.name).toBe('Beta')
  })
})
