import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { kitApp, type Client, type KitApp } from '../../../kit/testing/kit-app.ts'
import { handlers } from './routes.ts'

const platform = 1000
const group = 100010000
const brand = 100010001
const at = `merchantId=${brand}`

let kit: KitApp
let admin: Client
let clerk: Client
beforeAll(async () => {
  kit = await kitApp(handlers)
  admin = kit.as()
  clerk = kit.as({ id: randomUUID(), username: 'clerk', roles: ['IIN'] })
})
afterAll(() => kit.close())
beforeEach(() => sql`delete from iin`.execute(kit.db))

const add = (merchantId: number, start: number, end: number, more: object = {}) =>
  admin.post(`/iin?merchantId=${merchantId}`, {
    rangeStart: start,
    rangeEnd: end,
    cardBrand: 'VISA',
    ...more,
  })
const made = async (...given: Parameters<typeof add>) => {
  const answer = await add(...given)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { id: string; version: number; rangeStart: number; rangeEnd: number }
}
const rows = async (who = admin, query = '') => (await who.get(`/iin?${at}${query}`)).body.items
const count = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from iin`.execute(kit.db)).rows[0]?.n)

describe('a range', () => {
  it('is stored with eleven digits, of which a list shows six, and eight to administrators', async () => {
    const { id, rangeStart, rangeEnd } = await made(platform, 411111, 411119)
    expect([rangeStart, rangeEnd]).toEqual([41111100000, 41111999999])
    expect(await rows()).toMatchObject([{ rangeStart: 41111100, rangeEnd: 41111999 }])
    expect(await rows(clerk)).toMatchObject([{ rangeStart: 411111, rangeEnd: 411119 }])
    const file = (who: Client) => who.get(`/iin/export?${at}&columns=rangeStart,rangeEnd`)
    expect((await file(admin)).text).toContain('41111100000,41111999999')
    expect((await file(clerk)).text).toContain('411111,411119')
    expect((await clerk.get(`/iin/${id}?${at}`)).body.rangeStart).toBe(41111100000)
  })

  it.each([
    [411119, 411111, 'rangeEnd', 'The end must not be before the start'],
    [411111, 511111, 'rangeEnd', 'Start and end must have the same first digit'],
    [411111, 4111119, 'rangeEnd', 'Start and end must have the same number of digits'],
    [4111, 4112, 'rangeStart', 'Must be at least 100000'],
    [411110, 411112, 'rangeStart', 'Overlaps with 41111100000–41111199999 of the same source'],
  ])('%s to %s is refused', async (start, end, field, message) => {
    await made(brand, 411111, 411111)
    const refused = await add(brand, start, end)
    expect(refused.status).toBe(422)
    expect(refused.body.fields).toContainEqual(expect.objectContaining({ field, message }))
    expect(await count()).toBe(1)
  })

  it('may overlap with one of another source or merchant, and two people cannot add the same at once', async () => {
    await made(brand, 411111, 411111)
    await made(brand, 411111, 411111, { source: 'SCHEME' })
    await made(group, 411110, 411112)
    const both = await Promise.all([add(brand, 422222, 422222), add(brand, 422222, 422222)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('is changed in place, but with other bounds it is another entry', async () => {
    const own = await made(brand, 411111, 411111)
    const named = await clerk.put(`/iin/${own.id}?${at}`, { version: 1, bankName: 'Fjordbanken' })
    expect(named.body).toMatchObject({ id: own.id, version: 2, bankName: 'Fjordbanken' })
    const moved = await clerk.put(`/iin/${own.id}?${at}`, { version: 2, rangeEnd: 411112 })
    expect(moved.body).toMatchObject({ rangeEnd: 41111299999, bankName: 'Fjordbanken', source: 'MANUAL' })
    expect(moved.body.id).not.toBe(own.id)
    expect(await rows()).toHaveLength(1)
    expect(await rows(admin, '&state=DELETED')).toMatchObject([{ id: own.id }])
    const stale = await clerk.put(`/iin/${moved.body.id}?${at}`, { version: 9, rangeEnd: 411113 })
    expect(stale.status).toBe(409)
    const bought = await made(brand, 433333, 433333, { source: 'BINDB' })
    await clerk.put(`/iin/${bought.id}?${at}`, { version: 1, rangeEnd: 433334 })
    expect(await rows(admin, '&keyword=433333')).toHaveLength(2)
  })

  it('of a merchant above is overridden below, and comes back when the override is deleted', async () => {
    const { id } = await made(platform, 411111, 411111)
    const override = await admin.put(`/iin/${id}?${at}`, { version: 1, bankName: 'Mine' })
    expect(override.body).toMatchObject({ merchantId: brand, bankName: 'Mine' })
    expect(await rows()).toMatchObject([{ bankName: 'Mine', inherited: false }])
    const restored = await admin.delete(`/iin/${override.body.id}?${at}&version=1`)
    expect(restored.body).toMatchObject({ deleted: true, nowInheritedFrom: platform })
    expect(await rows()).toMatchObject([{ id, inherited: true }])
  })

  it('is deleted and imported by administrators alone', async () => {
    const { id } = await made(brand, 411111, 411111)
    expect((await clerk.delete(`/iin/${id}?${at}&version=1`)).status).toBe(403)
    expect((await clerk.post(`/iin/import/preview?${at}`, { format: 'csv', content: 'x' })).status).toBe(403)
    expect((await clerk.put(`/iin/${id}?${at}`, { version: 1, state: 'DELETED' })).status).toBe(422)
    expect((await admin.delete(`/iin/${id}?${at}&version=1`)).status).toBe(200)
    expect((await admin.put(`/iin/${id}?${at}`, { version: 2, bankName: 'x' })).status).toBe(409)
  })

  it('is found by a part of its numbers or by its bank', async () => {
    await made(platform, 411111, 411119, { bankName: 'Fjordbanken' })
    await made(brand, 555555, 555555, { cardBrand: 'MASTERCARD', countryCode: 'SWE' })
    expect(await rows(admin, '&keyword=411115')).toHaveLength(1)
    expect(await rows(admin, '&keyword=41')).toHaveLength(1)
    expect(await rows(admin, '&keyword=fjord')).toHaveLength(1)
    expect(await rows(admin, '&keyword=412')).toHaveLength(0)
    expect(await rows(admin, '&mineOnly=true')).toMatchObject([{ cardBrand: 'MASTERCARD' }])
    expect(await rows(admin, '&countryCode=SWE&cardBrand=MASTERCARD&source=MANUAL')).toHaveLength(1)
  })
})

describe('a BIN', () => {
  const test = async (bin: string) => (await clerk.post(`/iin/test?${at}`, { bin })).body

  it('is told with the range that wins, and why the others do not', async () => {
    const wide = await made(platform, 410000, 419999, { source: 'IMPORT', bankName: 'wide' })
    const scheme = await made(platform, 411111, 411111, { source: 'SCHEME', bankName: 'scheme' })
    const near = await made(brand, 410000, 419999, { source: 'SCHEME', bankName: 'near', cardType: 'DEBIT' })
    const found = await test('411111')
    expect(found).toMatchObject({ brand: 'VISA', type: 'DEBIT' })
    expect(found.candidates.map((each: { id: string; loses: string }) => [each.id, each.loses])).toEqual([
      [near.id, null],
      [scheme.id, 'Its merchant is farther up'],
      [wide.id, 'Its source, Imported file, comes later'],
    ])
    expect(found.because).toContain('Of 3 ranges that contain 411111')
    expect(found.candidates[0].rangeStart).toBe(410000)
  })

  it('that no range holds is told by its first digits', async () => {
    expect(await test('555555')).toMatchObject({ brand: 'MASTERCARD', type: 'UNKNOWN', candidates: [] })
    expect((await clerk.post(`/iin/test?${at}`, { bin: '41' })).status).toBe(422)
  })

  it('is not told by a range that is switched off at the merchant', async () => {
    const { id } = await made(platform, 411111, 411111, { bankName: 'off' })
    await admin.put(`/iin/${id}?${at}`, { version: 1, state: 'INACTIVE' })
    const found = await test('411111')
    expect(found).toMatchObject({ brand: 'VISA', type: 'UNKNOWN' })
    expect(found.because).toContain('No range in use')
  })
})

describe('a file of ranges', () => {
  const check = (content: string) => admin.post(`/iin/import/preview?${at}`, { format: 'csv', content })
  const bring = (content: string) =>
    admin.post(`/iin/import/commit?${at}`, { format: 'csv', content, note: 'new file' })
  const header = 'rangeStart;rangeEnd;cardBrand;cardType;countryCode;bankName'

  it('of many lines is checked and imported, and changes only what differs', async () => {
    const lines = Array.from(
      { length: 3000 },
      (_, n) =>
        `${40000000000 + n * 10000};${40000000000 + n * 10000 + 9999};VISA;CREDIT;SWE;Bank ${n % 500}`,
    )
    const content = [header, ...lines].join('\n')
    const preview = await check(content)
    expect(preview.body.counts).toEqual({ create: 3000, update: 0, skip: 0, refuse: 0, waiting: 0 })
    expect(preview.body.rows.length).toBeLessThanOrEqual(500)
    expect(await count()).toBe(0)
    const done = await bring(content)
    expect(done.status, done.text.slice(0, 500)).toBe(200)
    expect(await count()).toBe(3000)
    const next = [
      header,
      ...lines.slice(0, 10),
      lines[10]?.replace('CREDIT', 'DEBIT'),
      '499999;499999;VISA;;;',
    ].join('\n')
    expect((await check(next)).body.counts).toMatchObject({ create: 1, update: 1, skip: 10, refuse: 0 })
    expect((await bring(next)).status).toBe(200)
    const [changed] = await rows(admin, '&keyword=40000100000')
    expect(changed).toMatchObject({ cardType: 'DEBIT', version: 2 })
    const history = (await admin.get(`/iin/${changed.id}/history?${at}`)).body.items
    expect(history.map((entry: { changeType: string }) => entry.changeType)).toEqual(['UPDATE', 'CREATE'])
    expect(history[0].record).toMatchObject({ cardType: 'DEBIT', rangeStart: 40000100000 })
    const exported = (await admin.get(`/iin/export?${at}&keyword=4000010`)).text
    expect((await check(exported)).body.counts).toMatchObject({ create: 0, update: 0, refuse: 0 })
  })

  it('is refused with the reason of each line, and nothing is written', async () => {
    await made(brand, 455555, 455559, { source: 'IMPORT' })
    const content = [
      header,
      '411111;411119;VISA;CREDIT;SWE;Good',
      '411115;411120;VISA;CREDIT;SWE;Overlaps',
      '411111;411119;VISA;CREDIT;SWE;Twice',
      '455550;455556;VISA;CREDIT;SWE;Reaches into another',
      '5;6;VISA;CREDIT;SWE;Short',
      '422222;422222;VISO;CREDIT;SWE;Brand',
      '433333;433333;VISA;CREDIT;SWX;Country',
      '444444;444444;VISA;CREDIT;SWE;=HYPERLINK("http://x")',
      '466666;466667;VISA',
      '477777;577777;VISA;CREDIT;SWE;First digit',
    ].join('\n')
    const preview = await check(content)
    const reasons = Object.fromEntries(
      preview.body.rows.map((row: { line: number; reasons: string[] }) => [row.line, row.reasons.join('; ')]),
    )
    expect(reasons).toMatchObject({
      3: 'Overlaps with line 2',
      4: 'Appears twice in the file, first in line 2',
      5: 'Overlaps with 45555500000–45555999999 of the same source',
      6: 'Range start: 6 to 11 digits; Range end: 6 to 11 digits',
      7: 'Brand: Not one of the choices',
      8: 'Country: Unknown country',
      9: 'Bank: Must not begin like a formula',
      10: 'Expected 6 cells, found 3',
      11: 'Start and end must have the same first digit',
    })
    expect((await bring(content)).status).toBe(422)
    expect(await count()).toBe(1)
  })

  it.each([
    ['rangeStart;rangeEnd\n411111;411111', 'The column Brand is missing'],
    ['rangeStart;rangeEnd;cardBrand;Colour\n1;2;3;4', 'Unknown column: Colour'],
    ['rangeStart;rangeEnd;cardBrand;Brand\n1;2;3;4', 'Two columns are named Brand'],
    [header, 'The file has no rows'],
    ['', 'The file is empty'],
  ])('with the header %j is refused', async (content, message) => {
    expect((await check(content)).body.fields).toEqual([{ field: 'content', code: 'CSV', message }])
  })
})
