import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '@signalbox/model/access/roles'
import type { Client, KitApp } from '../../kit/testing/kit-app.ts'
import { analyticsApp } from './testing/analytics-app.ts'

let kit: KitApp
let admin: Client
const explorer: readonly Role[] = ['ANALYTICS_ADMIN', 'EXPERIMENTAL_FEATURES']

beforeAll(async () => {
  kit = await analyticsApp('2026-11-06T12:00:00.000Z')
  admin = kit.as({ roles: explorer })
})
afterAll(() => kit.close())

describe('a dashboard of somebody’s own', () => {
  const chart = { id: 'a', type: 'line', metric: 'deposits', dims: ['psp'], filters: {}, compare: 'none' }
  const place = { id: 'a', x: 0, y: 0, w: 6, h: 4 }
  const input = { name: 'Mine', shared: false, widgets: [chart], layout: [place] }
  const at = 'merchantId=100010001'

  test('is made, seen by its owner, shared, and kept with its history', async () => {
    const made = await admin.post(`/analytics-dashboard?${at}`, input)
    expect(made.status, made.text).toBe(200)
    const { id, version } = made.body
    const path = `/analytics-dashboard/${id}`
    const viewer = kit.as({ id: 'viewer', username: 'viewer', roles: ['ANALYTICS', 'EXPERIMENTAL_FEATURES'] })
    expect((await viewer.get(`${path}?${at}`)).status).toBe(404)
    const shared = await admin.put(`${path}?${at}`, { version, shared: true })
    expect(shared.status, shared.text).toBe(200)
    expect((await viewer.get(`${path}?${at}`)).body).toMatchObject({ name: 'Mine' })
    expect((await viewer.put(`${path}?${at}`, { version: 2, name: 'Yours' })).status).toBe(403)
    expect((await admin.put(`${path}?${at}`, { version, name: 'Late' })).status).toBe(409)
    expect((await admin.get(`${path}/history?${at}`)).body.items).toHaveLength(2)
    const { rows } =
      await sql`select action from audit_entry where entity_id = ${id} and result = 'OK'`.execute(kit.db)
    expect(rows).toHaveLength(2)
  })

  test.each([
    ['a figure that does not exist', { widgets: [{ ...chart, metric: 'happiness' }] }],
    ['a split that cannot be drawn', { widgets: [{ ...chart, metric: 'kycPass' }] }],
    ['the same id twice', { widgets: [chart, chart] }],
    ['a chart outside of the grid', { layout: [{ ...place, x: 12 }] }],
  ])('is refused with %s', async (_name, change) => {
    const { status, text } = await admin.post(`/analytics-dashboard?${at}`, { ...input, ...change })
    expect(status, text).toBe(422)
  })

  test('is not found where it does not exist', async () => {
    const id = '01900000-0000-7000-8000-00000000dead'
    expect((await admin.get(`/analytics-dashboard/${id}?${at}`)).status).toBe(404)
  })
})

describe('a question is refused', () => {
  const ok = { metrics: ['deposits'] as const, from: '2026-10-25T22:00:00Z', to: '2026-10-27T22:00:00Z' }
  const refused = async (body: object) => {
    const { status, text } = await admin.post('/analytics/query?merchantId=100010001', { ...ok, ...body })
    return { status, text }
  }
  test.each([
    ['with a figure that does not exist', { metrics: ['happiness'] }, 'Choose metrics that exist'],
    ['with a dimension that does not exist', { dimensions: ['mood'] }, 'Choose dimensions that exist'],
    ['with a filter that does not exist', { filters: { mood: ['good'] } }, 'filters'],
    ['with a country that does not exist', { filters: { userCountry: ['QQ'] } }, 'such as SWE'],
    ['with a state that does not exist', { filters: { state: ['HAPPY'] } }, 'there is no'],
    ['with a status that does not exist', { filters: { statusCode: ['9999'] } }, 'the number of a status'],
    ['about more cells than fit', { interval: '5min', from: '2026-01-01T00:00:00Z' }, 'TOO_MANY_CELLS'],
    ['for a period that ends before it begins', { to: '2026-10-01T00:00:00Z' }, 'period'],
    ['from a time without a zone', { from: '2026-10-25T22:00:00' }, 'date and time'],
    [
      'from a day in no calendar',
      { from: '2026-02-30T00:00:00Z', to: '2026-03-03T00:00:00Z' },
      'date and time',
    ],
    [
      'about many days that begin within five minutes',
      { from: '2026-10-01T10:01:07Z', to: '2026-10-27T10:01:07Z' },
      'these figures are kept by the day',
    ],
    ['by what a figure cannot be split by', { metrics: ['kycPass'], dimensions: ['psp'] }, 'NOT_TOGETHER'],
    ['with more than is declared', { sql: 'select 1' }, 'sql'],
  ])('%s', async (_name, body, words) => {
    const { status, text } = await refused(body)
    expect(status, text).toBe(422)
    expect(text).toContain(words)
  })

  test('by whoever has no business with it', async () => {
    for (const roles of [[], ['SETTLEMENTS'], ['AGENT']] satisfies Role[][]) {
      const client = kit.as({ roles })
      for (const call of ['query', 'explain'])
        expect((await client.post(`/analytics/${call}?merchantId=100010001`, ok)).status).toBe(403)
      const period = 'from=2026-10-01T00:00:00Z&to=2026-10-02T00:00:00Z'
      expect((await client.get(`/analytics/marker?merchantId=100010001&${period}`)).status).toBe(403)
      expect((await client.get(`/analytics-dashboard?merchantId=100010001`)).status).toBe(403)
    }
  })
})
