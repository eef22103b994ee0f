import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '@signalbox/model/calls/audit'
import { parseCsv } from '@signalbox/model/text/csv'
import type { AuditActor, AuditNote } from '../../kit/audit.ts'
import { systemActor } from '../../kit/audit.ts'
import { kitApp, testUser, type Client, type KitApp } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { takeAnchors } from './anchors.ts'
import { handlers } from './routes.ts'

const group = 100010000
const brand = 100010001
const sibling = 100010002
const otherGroup = 100020000
const now = '2026-02-03T12:00:00.000Z'
const me = testUser()
const self: AuditActor = { ...systemActor, type: 'USER', id: me.id, name: me.username, ip: '192.0.2.7' }
const anna: AuditActor = { ...systemActor, type: 'USER', id: 'anna-id', name: 'anna.berg' }

let kit: KitApp
let auditor: Client

async function write(at: string, actor: AuditActor, note: Partial<AuditNote> & { merchantId: number }) {
  kit.clock.now = new Date(at)
  await perform(kit.deps, actor, (work) => {
    work.audit({
      entityType: 'user',
      entityId: 'u-1',
      entityLabel: 'bo',
      changeType: 'UPDATE',
      action: 'UPDATE',
      ...note,
    })
    return Promise.resolve()
  })
  kit.clock.now = new Date(now)
}

const content = 'long '.repeat(200)

beforeAll(async () => {
  kit = await kitApp(() => handlers(), { csvSeparator: ';', exportDatePattern: 'DD.MM.YYYY HH:MM' })
  auditor = kit.as({ roles: ['AUDIT_VIEWER'] })
  await write('2025-06-01T00:00:00.000Z', anna, { merchantId: brand, entityLabel: 'long ago' })
  await write('2026-02-01T10:00:00.000Z', anna, {
    merchantId: brand,
    entityType: 'template',
    entityId: 't-1',
    entityLabel: 'Welcome',
    before: { subject: 'Hi', content, password: 'first' },
    after: { subject: 'Hello', content: `${content}!`, password: 'second' },
    note: '=cmd|calc',
  })
  await write('2026-02-02T10:00:00.000Z', self, {
    merchantId: sibling,
    changeType: 'CREATE',
    action: 'CREATE',
  })
  await write('2026-02-02T11:00:00.000Z', anna, {
    merchantId: otherGroup,
    action: 'FORBIDDEN',
    changeType: null,
    result: 'REFUSED',
    errorCode: 'FORBIDDEN',
  })
  await write('2026-02-02T12:00:00.000Z', self, {
    merchantId: 1000,
    changeType: null,
    action: 'LOGIN',
    entityLabel: '100%_sure',
  })
})
afterAll(() => kit.close())

const labels = async (query: string, client = auditor) => {
  const { body } = await client.get(`/audit?${query}`)
  return (body as { items: AuditEntry[] }).items.map(({ merchantId, action }) => `${merchantId} ${action}`)
}

describe('the list', () => {
  it('shows the last 90 days, newest first, over all chains in scope', async () => {
    const { body } = await auditor.get('/audit?merchantId=1000')
    expect(body).toMatchObject({ start: 0, limit: 100, total: 4, totalCapped: false })
    expect(await labels('merchantId=1000')).toEqual([
      '1000 LOGIN',
      `${otherGroup} FORBIDDEN`,
      `${sibling} CREATE`,
      `${brand} UPDATE`,
    ])
  })

  it('shows merchants in scope only', async () => {
    expect(await labels(`merchantId=${group}`)).toEqual([`${sibling} CREATE`, `${brand} UPDATE`])
    const local = kit.as({ roles: ['AUDIT_VIEWER'], homeMerchantId: sibling, internalUser: false })
    expect(await labels(`merchantId=${sibling}`, local)).toEqual([`${sibling} CREATE`])
    expect(await labels(`merchantId=${sibling}&merchants=${brand},1000`, local)).toEqual([])
  })

  it.each([
    ['keyword=WELCOME', [`${brand} UPDATE`]],
    ['keyword=100%25_', ['1000 LOGIN']],
    ['keyword=%25', ['1000 LOGIN']],
    ['entityType=template', [`${brand} UPDATE`]],
    ['entityType=template,user&changeType=CREATE,DELETE', [`${sibling} CREATE`]],
    ['action=LOGIN,CREATE', ['1000 LOGIN', `${sibling} CREATE`]],
    ['actor=anna.berg', [`${otherGroup} FORBIDDEN`, `${brand} UPDATE`]],
    ['actor=anna-id', [`${otherGroup} FORBIDDEN`, `${brand} UPDATE`]],
    ['whose=you', ['1000 LOGIN', `${sibling} CREATE`]],
    ['whose=others', [`${otherGroup} FORBIDDEN`, `${brand} UPDATE`]],
    ['result=REFUSED', [`${otherGroup} FORBIDDEN`]],
    [`merchants=${brand},${sibling}`, [`${sibling} CREATE`, `${brand} UPDATE`]],
    ['at=2026-02-02..2026-02-02T11:00:00.000Z', [`${sibling} CREATE`]],
    ['at=..2025-12-31', [`${brand} UPDATE`]],
    ['entityId=u-1&merchants=100010001', [`${brand} UPDATE`]],
    ['entityId=t-1', [`${brand} UPDATE`]],
  ])('is filtered by %s', async (query, expected) => {
    expect(await labels(`merchantId=1000&${query}`)).toEqual(expected)
  })

  it.each(['at=yesterday..', 'at=2026-01-01', 'cursor=nonsense', 'result=MAYBE', 'limit=0', 'whose=mine'])(
    'refuses %s',
    async (query) => {
      expect((await auditor.get(`/audit?merchantId=1000&${query}`)).status).toBe(422)
    },
  )

  it('refuses an order it does not have', async () => {
    const asked = await auditor.get(`/audit?merchantId=${group}&sort=-actor`)
    expect([asked.status, asked.body.fields]).toEqual([
      422,
      [{ field: 'sort', code: 'UNKNOWN_FIELD', message: 'Unknown field' }],
    ])
  })

  it('is paged by number and by cursor alike', async () => {
    const all = (await auditor.get('/audit?merchantId=1000&at=..')).body.items as AuditEntry[]
    expect(all).toHaveLength(5)
    const byNumber = [0, 2, 4].map((start) =>
      auditor.get(`/audit?merchantId=1000&at=..&limit=2&start=${start}`),
    )
    const pages = (await Promise.all(byNumber)).flatMap(({ body }) => body.items as AuditEntry[])
    expect(pages).toEqual(all)
    const byCursor: AuditEntry[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const { body } = await auditor.get(
        `/audit?merchantId=1000&at=..&limit=2${cursor && `&cursor=${cursor}`}`,
      )
      byCursor.push(...(body.items as AuditEntry[]))
      cursor = body.cursor as string | undefined
    }
    expect(byCursor).toEqual(all)
  })

  it('cuts long values and leaves whole records to the single entry', async () => {
    const { body } = await auditor.get('/audit?merchantId=1000&entityId=t-1')
    const entry = body.items[0] as AuditEntry
    expect(entry.diff.find(({ path }) => path === 'subject')).toEqual({
      path: 'subject',
      from: 'Hi',
      to: 'Hello',
    })
    expect(String(entry.diff.find(({ path }) => path === 'content')?.to)).toHaveLength(201)
    expect(entry).not.toHaveProperty('before')
    const detail = await auditor.get(`/audit/${entry.chainId}/${entry.seq}?merchantId=1000`)
    expect(detail.body).toMatchObject({
      before: { subject: 'Hi', content, password: '*****' },
      after: { subject: 'Hello', password: '*****' },
      prevHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
  })
})

describe('a single entry', () => {
  it('is not found outside the scope', async () => {
    const local = kit.as({ roles: ['AUDIT_VIEWER'], homeMerchantId: sibling, internalUser: false })
    const { body } = await local.get(`/audit?merchantId=${sibling}`)
    const own = body.items[0] as AuditEntry
    expect((await local.get(`/audit/${own.chainId}/${own.seq}`)).status).toBe(200)
    expect((await local.get(`/audit/${own.chainId}/${own.seq - 1}`)).status).toBe(404)
    expect((await local.get('/audit/1000/1')).status).toBe(404)
  })
})

it('offers what occurs to filter by', async () => {
  expect((await auditor.get(`/audit/options?merchantId=${group}`)).body).toEqual({
    entityTypes: ['template', 'user'],
    actions: ['CREATE', 'UPDATE'],
    actors: [
      { id: 'anna-id', name: 'anna.berg' },
      { id: me.id, name: 'tester' },
    ],
  })
})

describe('the export', () => {
  it('holds what is filtered and the anchors, safe for spreadsheets, in the formats of the person', async () => {
    await takeAnchors(kit.deps, new Date(now))
    const { text, headers } = await auditor.get(`/audit/export?merchantId=${group}`)
    expect(headers['content-disposition']).toBe('attachment; filename="audit-2026-02-03.csv"')
    expect(text).toContain("'=cmd|calc")
    const { header, rows } = parseCsv(text, { separator: ';' })
    const column = (name: string) => rows.map(({ cells }) => cells[header.indexOf(name)])
    expect(column('Action')).toEqual(['CREATE', 'UPDATE', 'ANCHOR'])
    expect(column('Time')[0]).toBe('02.02.2026 10:00')
  })

  it('comes as JSON too, whole', async () => {
    const { body } = await auditor.get(`/audit/export?merchantId=${group}&format=json&entityType=template`)
    expect(body.entries).toHaveLength(1)
    expect(body.entries[0].diff).toContainEqual({ path: 'content', from: content, to: `${content}!` })
    expect(body.anchors).toMatchObject([{ chainId: group, lastSeq: 3 }])
  })

  it('leaves an entry itself', async () => {
    await auditor.get(`/audit/export?merchantId=${otherGroup}&keyword=x`)
    const { body } = await auditor.get(`/audit?merchantId=${otherGroup}&action=EXPORT`)
    const { chainId, seq } = body.items[0] as AuditEntry
    const entry = (await auditor.get(`/audit/${chainId}/${seq}?merchantId=1000`)).body
    expect(entry).toMatchObject({
      entityType: 'audit',
      after: { format: 'csv', filters: { keyword: 'x' }, rows: 0 },
    })
  })
})

it('verifies the chains in scope and shows their anchors', async () => {
  const all = (await auditor.get('/audit/verify?merchantId=1000')).body
  expect(all).toMatchObject({
    ok: true,
    chains: [{ chainId: 1000 }, { chainId: group }, { chainId: otherGroup }],
  })
  const local = kit.as({ roles: ['AUDIT_VIEWER'], homeMerchantId: brand, internalUser: false })
  expect((await local.get('/audit/verify')).body.chains).toMatchObject([{ chainId: group, ok: true }])
  expect((await local.get(`/audit/verify?chainId=${otherGroup}`)).status).toBe(404)
  expect((await local.get('/audit/verify?from=last%20week')).status).toBe(422)
  expect((await local.get('/audit/anchor')).body.items).toMatchObject([{ chainId: group, day: '2026-02-03' }])
})

// Refusals leave entries of their own, so they come last.
it('is closed to everybody else', async () => {
  const local = kit.as({ roles: ['AUDIT_VIEWER'], homeMerchantId: sibling, internalUser: false })
  expect((await local.get(`/audit?merchantId=${group}`)).status).toBe(403)
  const other = kit.as({ roles: ['MERCHANT_ADMIN'] })
  for (const path of ['', '/options', '/export', '/verify', '/anchor', '/1000/1']) {
    expect((await other.get(`/audit${path}?merchantId=1000`)).status).toBe(403)
  }
})
