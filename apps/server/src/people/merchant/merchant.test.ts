import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { addressAllowed, isCidr } from './cidr.ts'
import { handlers } from './routes.ts'

const group = 100010000
const brand = 100010001
const other = 100020000

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => handlers({ environment: 'development' }))
})
afterAll(() => kit.close())

const create = (parentId: number, name: string) =>
  kit.as().post('/merchant', { name, parentId, baseCurrency: 'EUR', timeZone: 'Europe/Stockholm' })
const read = (id: number | string) => kit.as().get(`/merchant/${id}`)

describe('merchants', () => {
  it('get a number below their parent and start in onboarding', async () => {
    const child = await create(group, 'Third brand')
    expect(child.body).toMatchObject({
      id: '100010003',
      level: 2,
      path: '/1000/100010000/100010003/',
      state: 'ONBOARDING',
    })
    const operator = await create(1000, 'New group')
    expect(operator.body).toMatchObject({ level: 1, state: 'ONBOARDING' })
  })

  it('never get the same number twice, even when created at once below whichever parents', async () => {
    const parents = [1000, other, brand, group, 1000, other, brand, group]
    const answers = await Promise.all(parents.map((parent, no) => create(parent, `At once ${no}`)))
    expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(parents.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(parents.length)
    for (const no of [0, 4]) expect(answers[no]?.body.id).toMatch(/^1000\d0000$/)
  })

  it('go from state to state only along the allowed ways, with a reason where one is asked for', async () => {
    const { id } = (await create(group, 'Life of a merchant')).body
    const step = (name: string, body: object = { reason: 'as planned' }) =>
      kit.as().post(`/merchant/${id}/${name}`, body)
    expect((await step('suspend')).status).toBe(409)
    expect((await step('test')).body.state).toBe('TEST')
    const list = (await kit.as().get(`/merchant/${id}/checklist`)).body.items as {
      key: string
      ok: boolean
    }[]
    expect(list.find(({ key }) => key === 'psp-account')).toMatchObject({ ok: false, detail: '0 accounts' })
    const bare = await step('go-live', {})
    expect(bare).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(bare.body.refs).toContain('psp-account')
    expect((await step('go-live')).body.state).toBe('LIVE')
    expect((await step('suspend', {})).body).toMatchObject({ code: 'INVALID', fields: [{ field: 'reason' }] })
    expect((await step('suspend')).body.state).toBe('SUSPENDED')
    expect((await step('resume')).body.state).toBe('LIVE')
    expect((await step('suspend')).body.state).toBe('SUSPENDED')
    expect((await step('close')).body.state).toBe('CLOSED')
    expect((await step('resume')).status).toBe(409)
    expect((await kit.as().delete(`/merchant/${id}`)).status).toBe(409)
  })

  it('leave the scope of their own staff when suspended, and come back when resumed', async () => {
    const staff = kit.as({ homeMerchantId: group, roles: ['MERCHANT_ADMIN'] })
    const seen = async () =>
      (await staff.get(`/merchant?merchantId=${group}`)).body.items.map((m: { id: string }) => m.id)
    expect(await seen()).toContain(String(brand))
    await kit.as().post(`/merchant/${brand}/suspend`, { reason: 'risk' })
    expect(await seen()).not.toContain(String(brand))
    expect((await staff.get(`/merchant?merchantId=${brand}`)).status).toBe(403)
    expect((await kit.as().get(`/merchant?merchantId=${brand}`)).status).toBe(200)
    await kit.as().post(`/merchant/${brand}/resume`, { reason: 'cleared' })
    expect(await seen()).toContain(String(brand))
  })

  it('move with everything below them, keep their numbers, and never hang below themselves', async () => {
    const parent = (await create(other, 'Movable')).body
    const child = (await create(Number(parent.id), 'Child of movable')).body
    const cycle = await kit
      .as()
      .post(`/merchant/${parent.id}/move`, { parentId: Number(child.id), version: 1, note: 'cycle' })
    expect(cycle.body).toMatchObject({ code: 'INVALID', fields: [{ field: 'parentId', code: 'CYCLE' }] })
    const moved = await kit
      .as()
      .post(`/merchant/${parent.id}/move`, { parentId: group, version: 1, note: 'reorganised' })
    expect(moved.body).toMatchObject({ path: `/1000/${group}/${parent.id}/`, version: 2 })
    expect((await read(child.id)).body.path).toBe(`/1000/${group}/${parent.id}/${child.id}/`)
    const stale = await kit
      .as()
      .post(`/merchant/${parent.id}/move`, { parentId: other, version: 1, note: 'again' })
    expect(stale.status).toBe(409)
  })

  it('are edited by their own administrator, but created, moved and suspended by the platform only', async () => {
    const staff = kit.as({ homeMerchantId: group, roles: ['MERCHANT_ADMIN'] })
    const own = await staff.get(`/merchant/${brand}`)
    const edit = await staff.put(`/merchant/${brand}`, {
      version: own.body.version,
      descriptor: 'NORDIC PLAY',
    })
    expect(edit.body.descriptor).toBe('NORDIC PLAY')
    expect(
      (await staff.post('/merchant', { name: 'Own', parentId: group, baseCurrency: 'EUR' })).status,
    ).toBe(403)
    expect((await staff.post(`/merchant/${brand}/suspend`, { reason: 'no' })).status).toBe(403)
    expect((await staff.put(`/merchant/${other}`, { version: 1, descriptor: 'X' })).status).toBe(404)
  })

  it('refuse an unknown time zone, a bad address range, and a parent changed by an edit', async () => {
    const { body } = await read(group)
    const put = (input: object) => kit.as().put(`/merchant/${group}`, { version: body.version, ...input })
    expect((await put({ timeZone: 'Mars/Olympus' })).body.fields[0].field).toBe('timeZone')
    expect((await put({ allowedIps: ['10.0.0.0/33'] })).body.fields[0].field).toBe('allowedIps')
    expect((await put({ parentId: other })).body.fields[0].field).toBe('parentId')
    expect((await put({ mcc: '12' })).body.fields[0]).toMatchObject({ field: 'mcc', message: 'Four digits' })
  })
})

describe('address ranges', () => {
  it.each(['10.0.0.0/8', '192.168.1.7', '2001:db8::/32', '::1', '0.0.0.0/0'])('%s is one', (range) => {
    expect(isCidr(range)).toBe(true)
  })
  it.each(['10.0.0.0/33', '10.0.0', '10.0.0.0/', 'example.com', '::/129', ''])('%s is none', (range) => {
    expect(isCidr(range)).toBe(false)
  })
  it('let in what they hold, mapped addresses included, and everything when there are none', () => {
    expect(addressAllowed('10.1.2.3', ['10.0.0.0/8'])).toBe(true)
    expect(addressAllowed('::ffff:10.1.2.3', ['10.0.0.0/8'])).toBe(true)
    expect(addressAllowed('11.1.2.3', ['10.0.0.0/8', '2001:db8::/32'])).toBe(false)
    expect(addressAllowed('2001:db8::5', ['10.0.0.0/8', '2001:db8::/32'])).toBe(true)
    expect(addressAllowed('anything', [])).toBe(true)
  })
})
