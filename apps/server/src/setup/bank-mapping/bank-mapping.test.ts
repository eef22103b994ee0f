import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { handlers } from './routes.ts'

const group = 100010000
const brand = 100010001
const sibling = 100010002
const row = (title: string, more: object = {}) => ({
  title,
  bic: '^NDEA',
  swift: 'NDEASESS',
  note: 'first row',
  ...more,
})

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(handlers)
})
afterAll(() => kit.close())

describe('bank mappings', () => {
  it('are created, read, changed and deleted, each time with history and an audit entry', async () => {
    const admin = kit.as()
    const created = await admin.post(`/bank-mapping?merchantId=${brand}`, row('Nordea'))
    expect(created.status).toBe(200)
    expect(created.body).toMatchObject({ merchantId: brand, version: 1, inherited: false, enabled: true })
    const path = `/bank-mapping/${created.body.id}`
    const changed = await admin.put(`${path}?merchantId=${brand}`, {
      version: 1,
      bankName: 'Nordea',
      note: 'name it',
    })
    expect(changed.body).toMatchObject({ version: 2, bankName: 'Nordea', bic: '^NDEA' })
    const removed = await admin.delete(`${path}?merchantId=${brand}&version=2&note=gone%20now`)
    expect(removed.body).toEqual({ id: created.body.id, deleted: true, nowInheritedFrom: null })
    expect((await admin.get(`${path}?merchantId=${brand}`)).status).toBe(404)
    const history = await admin.get(`${path}/history?merchantId=${brand}`)
    expect(history.body.items.map((entry: { changeType: string }) => entry.changeType).sort()).toEqual([
      'CREATE',
      'DELETE',
      'UPDATE',
    ])
    const entries = await kit.db
      .selectFrom('auditEntry')
      .selectAll()
      .where('entityId', '=', created.body.id)
      .execute()
    expect(entries.map((entry) => [entry.changeType, entry.result])).toEqual([
      ['CREATE', 'OK'],
      ['UPDATE', 'OK'],
      ['DELETE', 'OK'],
    ])
  })

  it('are inherited by the nearest ancestor, overridden by an edit, restored by a delete', async () => {
    const admin = kit.as()
    const own = await admin.post(`/bank-mapping?merchantId=${group}`, row('SEB'))
    const seen = await admin.get(`/bank-mapping/${own.body.id}?merchantId=${brand}`)
    expect(seen.body).toMatchObject({ inherited: true, merchantId: group })
    const override = await admin.put(`/bank-mapping/${own.body.id}?merchantId=${brand}`, {
      version: 1,
      bankName: 'SEB here',
      note: 'local name',
    })
    expect(override.body).toMatchObject({
      merchantId: brand,
      inherited: false,
      bankName: 'SEB here',
      version: 1,
    })
    const list = await admin.get(`/bank-mapping?merchantId=${brand}&keyword=SEB`)
    expect(list.body.items).toHaveLength(1)
    expect(list.body.items[0].bankName).toBe('SEB here')
    const above = await admin.get(`/bank-mapping/${own.body.id}?merchantId=${group}`)
    expect(above.body.bankName).toBeNull()
    const inheritedDelete = await admin.delete(
      `/bank-mapping/${own.body.id}?merchantId=${sibling}&note=not%20mine`,
    )
    expect(inheritedDelete.status).toBe(409)
    const restored = await admin.delete(
      `/bank-mapping/${override.body.id}?merchantId=${brand}&version=1&note=restore`,
    )
    expect(restored.body.nowInheritedFrom).toBe(group)
    expect((await admin.get(`/bank-mapping?merchantId=${brand}&keyword=SEB`)).body.items[0].inherited).toBe(
      true,
    )
  })

  it('refuses a stale version with the record as it is, and takes only one of two parallel edits', async () => {
    const admin = kit.as()
    const created = await admin.post(`/bank-mapping?merchantId=${brand}`, row('Danske'))
    const path = `/bank-mapping/${created.body.id}?merchantId=${brand}`
    const edits = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        admin.put(path, { version: 1, bankName: name, note: 'parallel' }),
      ),
    )
    expect(edits.map((edit) => edit.status).sort()).toEqual([200, 409, 409])
    const stale = edits.find((edit) => edit.status === 409)
    expect(stale?.body).toMatchObject({ code: 'VERSION_CONFLICT', current: { version: 2 } })
  })

  it('answers a repeated operation id with the stored answer and does the work once', async () => {
    const admin = kit.as()
    const headers = { 'x-operation-id': randomUUID() }
    const send = () => admin.post(`/bank-mapping?merchantId=${brand}`, row('Once'), { headers })
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers['x-operation-replay'] === 'true')).toHaveLength(2)
    const other = await admin.post(`/bank-mapping?merchantId=${brand}`, row('Other'), { headers })
    expect(other).toMatchObject({ status: 422, body: { code: 'OPERATION_ID_REUSED' } })
    const count = await admin.get(`/bank-mapping?merchantId=${brand}&keyword=Once`)
    expect(count.body.total).toBe(1)
  })

  it('hides other merchants’ rows and refuses a merchant outside the scope', async () => {
    const admin = kit.as()
    const created = await admin.post(`/bank-mapping?merchantId=${sibling}`, row('Finnish'))
    const foreign = kit.as({ homeMerchantId: brand, roles: ['MERCHANT_ADMIN'] })
    expect((await foreign.get(`/bank-mapping/${created.body.id}?merchantId=${brand}`)).status).toBe(404)
    expect((await foreign.get(`/bank-mapping?merchantId=${sibling}`)).status).toBe(403)
    expect((await foreign.get(`/bank-mapping/${created.body.id}/history?merchantId=${brand}`)).status).toBe(
      404,
    )
    expect((await foreign.get(`/bank-mapping?merchantId=${brand}&keyword=Finnish`)).body.items).toEqual([])
  })

  it('needs its roles, and keeps a record of who tried without', async () => {
    const nobody = kit.as({ id: randomUUID(), roles: ['AGENT'], username: 'agent' })
    expect((await nobody.get('/bank-mapping')).status).toBe(403)
    expect((await nobody.post('/bank-mapping', row('Nope'))).status).toBe(403)
    const viewer = kit.as({ id: randomUUID(), roles: ['CONFIG'] })
    expect((await viewer.get('/bank-mapping')).status).toBe(200)
    expect((await viewer.post('/bank-mapping', row('Nope'))).status).toBe(403)
    const refused = await kit.db
      .selectFrom('auditEntry')
      .selectAll()
      .where('actorName', '=', 'agent')
      .execute()
    expect(refused.map((entry) => entry.errorCode)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
  })

  it('says in the form’s words what is wrong with an input, and writes nothing', async () => {
    const admin = kit.as()
    const before = (await admin.get(`/bank-mapping?merchantId=${brand}`)).body.total
    const cases: [object, string, string][] = [
      [{ note: 'no title', bic: 'x', swift: 'NDEASESS' }, 'title', 'This field is required'],
      [row('No note', { note: '' }), 'note', 'This field is required'],
      [row('Bad', { bic: '(' }), 'bic', 'Invalid regular expression'],
      [row('Bad', { currency: 'XXQ' }), 'currency', 'Unknown currency'],
      [row('Bad', { bic: null }), 'bic', 'Please add at least one condition'],
      [row('Bad', { swift: null }), 'fromClearingHouse', 'Please add at least one action'],
      [row('Bad', { surprise: 1 }), 'surprise', 'Unknown field'],
      [row('x'.repeat(81)), 'title', 'Too long'],
      [row('Bad', { beneficiaryNameMax: 'many' }), 'beneficiaryNameMax', 'Must be a number'],
    ]
    for (const [body, field, message] of cases) {
      const answer = await admin.post(`/bank-mapping?merchantId=${brand}`, body)
      expect(answer.status, JSON.stringify(body)).toBe(422)
      expect(answer.body.fields, JSON.stringify(body)).toContainEqual(
        expect.objectContaining({ field, message }),
      )
    }
    expect((await admin.get(`/bank-mapping?merchantId=${brand}`)).body.total).toBe(before)
  })

  it('finds the row that would enrich a payout, own rows first', async () => {
    const admin = kit.as()
    const find = (facts: object) => admin.post(`/bank-mapping/find?merchantId=${brand}`, facts)
    await admin.post(
      `/bank-mapping?merchantId=1000`,
      row('Everywhere', { bic: '^FIND', bankName: 'Platform' }),
    )
    expect((await find({ bic: 'FINDSESS' })).body.matched).toMatchObject({ merchantId: 1000 })
    await admin.post(`/bank-mapping?merchantId=${brand}`, row('Here', { bic: '^FIND', bankName: 'Own' }))
    expect((await find({ bic: 'FINDSESS' })).body).toMatchObject({
      matched: { title: 'Here', merchantId: brand },
      actions: { bankName: 'Own', swift: 'NDEASESS' },
    })
    expect((await find({ bic: 'UNKNOWN1' })).body.matched).toBeNull()
  })

  it('keeps the order people give it', async () => {
    const admin = kit.as()
    const at = `merchantId=100020000`
    for (const title of ['a', 'b', 'c']) await admin.post(`/bank-mapping?${at}`, row(title))
    const ids = (await admin.get(`/bank-mapping?${at}`)).body.items
      .filter((item: { inherited: boolean }) => !item.inherited)
      .map((item: { id: string }) => item.id)
    const reversed = [...ids].reverse()
    expect((await admin.put(`/bank-mapping/order?${at}`, { ids: reversed })).status).toBe(200)
    const after = (await admin.get(`/bank-mapping?${at}`)).body.items.map((item: { id: string }) => item.id)
    expect(after.slice(0, 3)).toEqual(reversed)
    expect((await admin.put(`/bank-mapping/order?${at}`, { ids: ids.slice(1) })).status).toBe(409)
  })
})

describe('paging', () => {
  it('shows every row once, by number and by cursor, in every order, nulls included', async () => {
    const admin = kit.as()
    const at = `merchantId=${brand}`
    for (let n = 0; n < 12; n++) {
      await admin.post(`/bank-mapping?${at}`, row(`Page ${n % 3}-${n}`, n % 2 ? { bankName: 'B' } : {}))
    }
    for (const sort of ['position', 'position:desc', 'title', 'title:desc', 'id', 'createdAt:desc']) {
      const whole = (await admin.get(`/bank-mapping?${at}&limit=1000&sort=${sort}`)).body
      const ids = whole.items.map((item: { id: string }) => item.id)
      expect(new Set(ids).size).toBe(whole.total)
      const byCursor: string[] = []
      let cursor: string | undefined
      do {
        const page = await admin.get(
          `/bank-mapping?${at}&limit=4&sort=${sort}${cursor ? `&cursor=${cursor}` : ''}`,
        )
        byCursor.push(...page.body.items.map((item: { id: string }) => item.id))
        cursor = page.body.cursor
      } while (cursor)
      expect(byCursor, sort).toEqual(ids)
      const second = await admin.get(`/bank-mapping?${at}&limit=4&start=4&sort=${sort}`)
      expect(second.body.items.map((item: { id: string }) => item.id)).toEqual(ids.slice(4, 8))
    }
  })
})

describe('import and export', () => {
  it('exports the named columns in order and reads its own file back without a change', async () => {
    const admin = kit.as()
    const at = `merchantId=100020000`
    const csv = await admin.get(`/bank-mapping/export?${at}&columns=title,swift,bic,enabled`)
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.text.split('\r\n')[0]).toBe('\uFEFFMapping,SWIFT,BIC,Enabled')
    const preview = await admin.post(`/bank-mapping/import/preview?${at}`, {
      format: 'csv',
      content: csv.text,
    })
    expect(preview.body.counts).toMatchObject({ create: 0, update: 0, refuse: 0 })
    const audited = await kit.db.selectFrom('auditEntry').selectAll().where('action', '=', 'EXPORT').execute()
    expect(audited).toHaveLength(1)
  })

  it('names each bad line with its reasons and writes all lines or none', async () => {
    const admin = kit.as()
    const at = `merchantId=${sibling}`
    const content = [
      'Mapping,BIC,SWIFT,Currency',
      'Good,^AAA,NDEASESS,SEK',
      'Bad,(,nope,SEK',
      'Good,^BBB,NDEASESS,EUR',
      'Short,^CCC',
      'Empty,,NDEASESS,',
    ].join('\n')
    const preview = await admin.post(`/bank-mapping/import/preview?${at}`, { format: 'csv', content })
    expect(preview.body.counts).toEqual({ create: 1, update: 0, skip: 0, refuse: 4, waiting: 0 })
    const reasons = Object.fromEntries(
      preview.body.rows.map((line: { line: number; reasons: string[] }) => [
        line.line,
        line.reasons.join('; '),
      ]),
    )
    expect(reasons[3]).toContain('BIC: Invalid regular expression')
    expect(reasons[4]).toContain('appears twice')
    expect(reasons[5]).toContain('Expected 4 cells')
    expect(reasons[6]).toContain('Please add at least one condition')
    const commit = await admin.post(`/bank-mapping/import/commit?${at}`, {
      format: 'csv',
      content,
      note: 'import',
    })
    expect(commit.status).toBe(422)
    expect(commit.body.fields[0].field).toBe('line 3')
    expect((await admin.get(`/bank-mapping?${at}&keyword=Good`)).body.total).toBe(0)
    const good = content.split('\n').slice(0, 2).join('\n')
    const done = await admin.post(`/bank-mapping/import/commit?${at}`, {
      format: 'csv',
      content: good,
      note: 'import',
    })
    expect(done.body.counts.create).toBe(1)
    expect((await admin.get(`/bank-mapping?${at}&keyword=Good`)).body.total).toBe(1)
  })

  it.each([
    ['Colour,Shape\nred,round', 'No column name matches a field'],
    ['Mapping,BIC,Swfit\nNew,^AAA,NDEASESS', 'Line 1: Unknown column: Swfit'],
    ['Mapping,title,BIC,SWIFT\nNew,Old,^AAA,NDEASESS', 'Line 1: Two columns are named Mapping'],
  ])('refuses a file with the columns of %j, and writes nothing', async (content, message) => {
    const admin = kit.as()
    const at = `merchantId=${sibling}`
    const { total } = (await admin.get(`/bank-mapping?${at}`)).body
    for (const step of ['preview', 'commit']) {
      const refused = await admin.post(`/bank-mapping/import/${step}?${at}`, {
        format: 'csv',
        content,
        note: 'import',
      })
      expect(refused.status, refused.text).toBe(422)
      expect(refused.body.fields).toEqual([{ field: 'content', code: 'CSV', message }])
    }
    expect((await admin.get(`/bank-mapping?${at}`)).body.total).toBe(total)
  })

  it('refuses a cell a spreadsheet could run, and takes it with the apostrophe of our own files', async () => {
    const admin = kit.as()
    const at = `merchantId=${sibling}`
    const bring = (address: string) =>
      admin.post(`/bank-mapping/import/commit?${at}`, {
        format: 'csv',
        content: `Mapping,BIC,Bank address,Id\nFormula,^AAA,"${address}",`,
        note: 'import',
      })
    const refused = await bring('=HYPERLINK(1)')
    expect(refused.status, refused.text).toBe(422)
    expect(refused.body.fields).toEqual([
      {
        field: 'line 2',
        code: 'IMPORT',
        message: "Bank address: Looks like a formula; write ' before it if it is text",
      },
    ])
    const found = async () => (await admin.get(`/bank-mapping?${at}&keyword=Formula`)).body.items
    expect(await found()).toEqual([])
    expect((await bring("'=HYPERLINK(1)")).status).toBe(200)
    expect(await found()).toMatchObject([{ bankAddress: '=HYPERLINK(1)' }])
    const file = await admin.get(`/bank-mapping/export?${at}&keyword=Formula`)
    const again = await admin.post(`/bank-mapping/import/preview?${at}`, {
      format: 'csv',
      content: file.text,
    })
    expect(again.body.counts).toMatchObject({ create: 0, update: 0, skip: 1, refuse: 0 })
  })

  it('keeps the order of the file behind what is there, and a history of each line', async () => {
    const admin = kit.as()
    const at = `merchantId=${sibling}`
    await admin.post(`/bank-mapping?${at}`, row('There before'))
    const names = Array.from({ length: 1_100 }, (_, index) => `In turn ${index}`)
    const content = ['Mapping,BIC,Transfer type', ...names.map((name) => `${name},^NDEA,T1`)].join('\n')
    const done = await admin.post(`/bank-mapping/import/commit?${at}`, {
      format: 'csv',
      content,
      note: 'many',
    })
    expect(done.body.counts).toMatchObject({ create: 1_100 })
    const { items } = (await admin.get(`/bank-mapping?${at}&overridesOnly=true&sort=position&limit=1000`))
      .body
    const titles: string[] = items.map(({ title }: { title: string }) => title)
    expect(titles.slice(titles.indexOf('There before'))).toEqual(
      ['There before', ...names].slice(0, 1_000 - titles.indexOf('There before')),
    )
    const last = (await admin.get(`/bank-mapping?${at}&keyword=In%20turn%201099`)).body.items[0]
    const history = (await admin.get(`/bank-mapping/${last.id}/history?${at}`)).body.items
    expect(history).toMatchObject([
      { version: 1, changeType: 'CREATE', note: 'many', record: { title: names[1_099] } },
    ])
  })
})
