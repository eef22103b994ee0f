import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { kitApp, type Client, type KitApp } from '../../../kit/testing/kit-app.ts'
import { testMasterKey } from '../../../kit/testing/test-master-key.ts'
import * as config from '../../../setup/config/routes.ts'
import { ratesFor } from '../forex-rates.ts'
import { insertRates, readRates } from '../reference-store.ts'
import { forexSettingsRemoved, handlers } from './routes.ts'

const platform = 1000
const group = 100010000
const brand = 100010001
const chain = [brand, group, platform]
const today = '2026-02-03'
const at = `merchantId=${brand}`

let kit: KitApp
let admin: Client
beforeAll(async () => {
  kit = await kitApp(() => [
    ...handlers(),
    ...config.handlers(
      { masterKey: testMasterKey, environment: 'development', outboundAllow: [] },
      { forexSettingsRemoved },
    ),
  ])
  admin = kit.as()
})
afterAll(() => kit.close())

const line = (to: string, buy: string, sell: string) => ({ id: kit.deps.newId(), from: 'EUR', to, buy, sell })
const give = (merchantId: number, day: string, ...rates: ReturnType<typeof line>[]) =>
  insertRates(kit.db, merchantId, { day, service: 'fx-file', rates, now: kit.deps.now() })

beforeEach(async () => {
  kit.clock.now = new Date(`${today}T12:00:00Z`)
  await sql`delete from forex_rate`.execute(kit.db)
  await sql`update merchant set currencies = '{EUR,SEK,NOK,USD}' where id = ${brand}`.execute(kit.db)
  await give(platform, '2026-02-02', line('SEK', '11.00', '10.90'), line('NOK', '11.80', '11.70'))
  await give(platform, today, line('SEK', '11.10', '11.00'), line('NOK', '11.90', '11.80'))
})

interface Listed {
  id: string
  version: number
  pair: string
  buyRate: string
  inherited: boolean
  source: string
}
const list = async (query = ''): Promise<Listed[]> =>
  (await admin.get(`/forex-rate?${at}${query}`)).body.items as Listed[]
const find = async (pair: string) => (await list()).find((rate) => rate.pair === pair) as Listed
const save = (changes: object[], more: object = {}) =>
  admin.post(`/forex-rate/batch?${at}`, { changes, note: 'Desk rates', ...more })
const count = async () =>
  Number((await sql<{ n: number }>`select count(*) as n from forex_rate`.execute(kit.db)).rows[0]?.n)

describe('the list', () => {
  it('shows what payments go by, and all days when asked', async () => {
    await give(brand, '2026-02-01', line('NOK', '12.50', '12.40'))
    const shown = await list()
    const sheet = ratesFor(await readRates(kit.db, kit.deps.now()), chain, {
      nowMs: kit.deps.now().getTime(),
    })
    for (const pair of ['EUR/SEK', 'EUR/NOK'])
      expect(shown.find((rate) => rate.pair === pair)?.id).toBe(sheet.quotes.get(pair.slice(4))?.rateId)
    expect(shown).toHaveLength(2)
    expect(await list('&rates=ALL')).toHaveLength(5)
    expect(await list('&rateDate=2026-02-02T00:00:00Z..2026-02-03T00:00:00Z')).toHaveLength(2)
    expect(await list('&toCurrency=SEK&rates=ALL&source=IMPORTED&service=fx-file')).toHaveLength(2)
  })

  it('shows each pair once, of the service payments use; others are asked for', async () => {
    const rates = [line('SEK', '11.30', '11.20'), line('DKK', '7.50', '7.40')]
    await insertRates(kit.db, platform, { day: today, service: 'ECB', rates, now: kit.deps.now() })
    const pairs = async (query = '') =>
      (await list(query)).map(({ pair, buyRate }) => [pair, Number(buyRate)])
    const inUse = await pairs()
    expect(new Set(inUse.map(([pair]) => pair)).size).toBe(inUse.length)
    expect(inUse).toContainEqual(['EUR/SEK', 11.1])
    expect(await pairs('&rates=EVERY_SERVICE')).toHaveLength(inUse.length + 2)
    const made = await admin.post(`/config?merchantId=${group}`, {
      type: 'ForexConfig',
      document: { service: 'ECB' },
      note: 'testing',
    })
    expect(made.status, made.text).toBe(200)
    expect(await pairs()).toEqual([
      ['EUR/DKK', 7.5],
      ['EUR/SEK', 11.3],
    ])
    const { id, version } = made.body
    await admin.delete(`/config/${id}?merchantId=${group}&version=${version}&note=testing`)
    expect(await pairs()).toEqual(inUse)
  })

  it('shows a pair day by day as it applied', async () => {
    await admin.post(`/forex-rate?${at}`, {
      toCurrency: 'SEK',
      buyRate: '11.2',
      sellRate: '11.05',
      note: 'Desk',
    })
    const { body } = await admin.get(`/forex-rate/pair?${at}&to=SEK&days=3`)
    expect(body).toMatchObject({ from: 'EUR', to: 'SEK', service: 'fx-file' })
    expect(
      body.points.map((point: { day: string; buyRate: string }) => [point.day, Number(point.buyRate)]),
    ).toEqual([
      ['2026-02-02', 11],
      [today, 11.2],
    ])
  })
})

describe('saving changes', () => {
  it('makes rates of the merchant itself, all or none, each with its version and one note', async () => {
    const [sek, nok] = [await find('EUR/SEK'), await find('EUR/NOK')]
    const changed = await save([
      { id: sek.id, version: sek.version, buyRate: '11.20' },
      { id: nok.id, version: nok.version, buyRate: '12', sellRate: '11.85' },
    ])
    expect(changed.status, changed.text).toBe(200)
    const own = await list()
    expect(own).toEqual([
      expect.objectContaining({
        pair: 'EUR/NOK',
        buyRate: '12.00000000',
        source: 'MANUAL',
        inherited: false,
      }),
      expect.objectContaining({
        pair: 'EUR/SEK',
        buyRate: '11.20000000',
        source: 'MANUAL',
        inherited: false,
      }),
    ])
    const again = own[1] as Listed
    expect((await save([{ id: again.id, version: 1, buyRate: '11.3' }])).body.items[0]).toMatchObject({
      id: again.id,
      version: 2,
    })
    const history = (await admin.get(`/forex-rate/${again.id}/history?${at}`)).body.items
    expect(history.map((entry: { version: number; note: string }) => [entry.version, entry.note])).toEqual([
      [2, 'Desk rates'],
      [1, 'Desk rates'],
    ])
    const audited = await sql<{ action: string }>`select action from audit_entry
      where entity_type = 'forex-rate' order by seq`.execute(kit.db)
    expect(audited.rows.map(({ action }) => action).slice(-4)).toEqual([
      'OVERRIDE',
      'OVERRIDE',
      'SAVE_BATCH',
      'UPDATE',
    ])
  })

  it('writes nothing when one of the rates was changed meanwhile', async () => {
    const [sek, nok] = [await find('EUR/SEK'), await find('EUR/NOK')]
    const before = await count()
    const stale = await save([
      { id: nok.id, version: nok.version, buyRate: '12' },
      { id: sek.id, version: 7, buyRate: '11.2' },
    ])
    expect(stale).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
    expect(await count()).toBe(before)
  })

  it('asks for a confirmation and a second line where a rate changes by more than 10 %', async () => {
    const { id, version } = await find('EUR/SEK')
    const changes = [{ id, version, buyRate: '12.3', sellRate: '11.5' }]
    const first = await save(changes)
    expect(first.status).toBe(422)
    expect(first.body.fields).toEqual([
      {
        field: 'confirmed',
        code: 'LARGE_CHANGE',
        message:
          'EUR/SEK changes by 10.8 %, more than 10 %. Confirm it and give the reason in a second line of the note.',
      },
    ])
    expect((await save(changes, { confirmed: true })).body.fields[0]).toMatchObject({ field: 'note' })
    expect((await save(changes, { note: 'Desk\nThe krona fell' })).status).toBe(422)
    expect(await count()).toBe(4)
    expect((await save(changes, { confirmed: true, note: 'Desk\nThe krona fell' })).status).toBe(200)
  })

  it.each([
    [{ buyRate: '-11' }, 'changes.0.buyRate', 'Must be greater than 0'],
    [{ buyRate: '0.00' }, 'changes.0.buyRate', 'Must be greater than 0'],
    [{ buyRate: '=1+1' }, 'changes.0.buyRate', 'Must be a number'],
    [{ sellRate: '11.000000001' }, 'changes.0.sellRate', 'Too long'],
    [{ sellRate: '11.5' }, 'changes.0.sellRate', 'EUR/SEK: Sell must not be more than Buy'],
    [{ buyRate: '11.1' }, 'changes.0.buyRate', 'EUR/SEK: nothing was changed'],
  ])('refuses %j', async (figures, field, message) => {
    const { id, version } = await find('EUR/SEK')
    const refused = await save([{ id, version, ...figures }])
    expect(refused.status).toBe(422)
    expect(refused.body.fields).toContainEqual(expect.objectContaining({ field, message }))
    expect(await count()).toBe(4)
  })

  it('leaves imported rates of the past alone', async () => {
    const old = (await list('&rates=ALL')).find(
      (rate) => rate.pair === 'EUR/SEK' && rate.buyRate.startsWith('11.00'),
    )
    const refused = await save([{ id: old?.id, version: 1, buyRate: '11.05' }])
    expect(refused.body.fields[0].code).toBe('PAST')
  })
})

describe('one rate', () => {
  const add = (more: object) =>
    admin.post(`/forex-rate?${at}`, {
      toCurrency: 'USD',
      buyRate: '1.18',
      sellRate: '1.17',
      note: 'Desk',
      ...more,
    })

  it('is added for today, from the currency the merchant’s rates go through, of the service in use', async () => {
    expect((await add({})).body).toMatchObject({
      pair: 'EUR/USD',
      rateDate: today,
      source: 'MANUAL',
      service: 'fx-file',
      createdBy: 'tester',
    })
    const twice = await add({ buyRate: '1.19' })
    expect(twice.body.fields[0]).toMatchObject({ field: 'rateDate', code: 'DUPLICATE' })
  })

  it.each([
    [{ fromCurrency: 'SEK' }, 'fromCurrency', 'All rates of this merchant are from EUR'],
    [{ toCurrency: 'EUR' }, 'toCurrency', 'Choose another currency than EUR'],
    [{ toCurrency: 'GBP' }, 'toCurrency', 'GBP is not enabled on this merchant'],
    [{ rateDate: '2026-02-30' }, 'rateDate', 'Invalid date'],
    [{ sellRate: '2' }, 'sellRate', 'Sell must not be more than Buy'],
    [{ toCurrency: 'SEK', buyRate: '20', sellRate: '19' }, 'note', expect.stringContaining('more than 10 %')],
  ])('is refused as %j', async (more, field, message) => {
    const refused = await add(more)
    expect(refused.status, refused.text).toBe(422)
    expect(refused.body.fields).toContainEqual(expect.objectContaining({ field, message }))
  })

  it('can be restored for 90 days after it was deleted, and only once', async () => {
    const { id } = (await add({})).body
    const remove = await admin.delete(`/forex-rate/${id}?${at}&version=1&note=mistake`)
    expect(remove.status).toBe(200)
    expect(await list('&rates=ALL&toCurrency=USD')).toEqual([])
    expect(await list('&state=DELETED')).toHaveLength(1)
    expect(
      (await admin.put(`/forex-rate/${id}?${at}`, { version: 2, buyRate: '1.2', note: 'never' })).status,
    ).toBe(409)
    kit.clock.now = new Date(`2026-05-05T12:00:00Z`)
    const late = await admin.post(`/forex-rate/${id}/restore?${at}`, { version: 2, reason: 'needed' })
    expect(late).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    kit.clock.now = new Date(`2026-05-04T12:00:00Z`)
    const back = await admin.post(`/forex-rate/${id}/restore?${at}`, { version: 2, reason: 'needed' })
    expect(back.body).toMatchObject({ state: 'ACTIVE', version: 3 })
    expect((await admin.post(`/forex-rate/${id}/restore?${at}`, { reason: 'again' })).status).toBe(409)
  })

  it('is changed only by those who may', async () => {
    const viewer = kit.as({ id: randomUUID(), roles: ['CONFIG'] })
    expect((await viewer.get(`/forex-rate?${at}`)).status).toBe(200)
    expect((await viewer.post(`/forex-rate/batch?${at}`, { changes: [], note: 'x' })).status).toBe(403)
    expect((await kit.as({ id: randomUUID(), roles: ['AGENT'] }).get(`/forex-rate?${at}`)).status).toBe(403)
  })
})

describe('the day of a rate', () => {
  it.each(['0001-01-01', '1999-12-31', '2026-02-05', '2999-01-01'])(
    'is refused where nobody can mean it: %s',
    async (rateDate) => {
      const message = 'Use a day from 2000-01-01 to tomorrow'
      const rate = { toCurrency: 'USD', buyRate: '1.18', sellRate: '1.17', note: 'Desk' }
      const added = await admin.post(`/forex-rate?${at}`, { ...rate, rateDate })
      expect([added.status, added.body.fields]).toEqual([422, [{ field: 'rateDate', code: 'DAY', message }]])
      const content = `date;from;to;buy;sell\n${rateDate};EUR;USD;1.18;1.17\n`
      const file = { format: 'csv', content, note: 'import' }
      expect((await admin.post(`/forex-rate/import/commit?${at}`, file)).status).toBe(422)
      expect(await count()).toBe(4)
      // One from before the rule is not changed either, only deleted.
      await sql`insert into forex_rate (merchant_id, id, from_currency, to_currency, buy_rate, sell_rate, rate_date,
          valid_from, source, service, state, created_at, updated_at, updated_by)
        values (${brand}, ${kit.deps.newId()}, 'EUR', 'USD', 1.18, 1.17, ${rateDate}::date, ${`${rateDate}T00:00:00Z`},
          'MANUAL', 'fx-file', 'ACTIVE', ${new Date(`${today}T00:00:00Z`)}, ${new Date(`${today}T00:00:00Z`)}, 'x')`.execute(
        kit.db,
      )
      const [odd] = await list('&rates=ALL&toCurrency=USD')
      const change = { version: 1, buyRate: '1.181' }
      const edited = await admin.put(`/forex-rate/${odd?.id}?${at}`, { ...change, note: 'Desk' })
      expect([edited.status, edited.body.fields[0].code]).toEqual([422, 'DAY'])
      expect((await save([{ id: odd?.id, ...change }])).status).toBe(422)
    },
  )

  it('may be tomorrow', async () => {
    const rate = { toCurrency: 'USD', buyRate: '1.18', sellRate: '1.17', note: 'Desk' }
    expect((await admin.post(`/forex-rate?${at}`, { ...rate, rateDate: '2026-02-04' })).status).toBe(200)
  })
})

describe('a large change in small steps needs the confirmation too', () => {
  const why = 'Desk\nThe krona fell'
  const change = { buyRate: '12.9', sellRate: '12' }
  const step = async (note = 'Desk') => {
    const { id, version } = await find('EUR/SEK')
    return { id, version, note }
  }
  beforeEach(async () => {
    const { id, version } = await find('EUR/SEK')
    await save([{ id, version, buyRate: '12', sellRate: '11.9' }])
  })

  it('in a batch', async () => {
    const { id, version } = await step()
    const refused = await save([{ id, version, ...change }])
    expect([refused.status, refused.body.fields?.[0]]).toMatchObject([
      422,
      { field: 'confirmed', message: expect.stringContaining('EUR/SEK changes by 16.2 %') as string },
    ])
    expect((await save([{ id, version, ...change }], { confirmed: true, note: why })).status).toBe(200)
  })

  it('of one rate', async () => {
    const { id, version } = await step()
    const put = (note: string) => admin.put(`/forex-rate/${id}?${at}`, { version, ...change, note })
    expect((await put('Desk')).body.fields?.[0].code).toBe('LARGE_CHANGE')
    expect((await put(why)).status).toBe(200)
  })

  it('by a rate of another day, and after the first was deleted', async () => {
    const { id, version } = await step()
    const add = (note: string, rateDate: string) =>
      admin.post(`/forex-rate?${at}`, { toCurrency: 'SEK', ...change, rateDate, note })
    for (const day of ['2026-02-02', '2026-02-04'])
      expect((await add('Desk', day)).body.fields?.[0].code).toBe('LARGE_CHANGE')
    await admin.delete(`/forex-rate/${id}?${at}&version=${version}&note=mistake`)
    expect((await add('Desk', today)).body.fields?.[0].code).toBe('LARGE_CHANGE')
    expect((await add(why, today)).status).toBe(200)
  })

  it('by a rate that is restored', async () => {
    const { id, version } = await step()
    const saved = await save([{ id, version, ...change }], { confirmed: true, note: why })
    expect(saved.status, saved.text).toBe(200)
    const path = `/forex-rate/${id}`
    const gone = await admin.delete(`${path}?${at}&version=${version + 1}&note=mistake`)
    expect(gone.status, gone.text).toBe(200)
    const restore = (reason: string) => admin.post(`${path}/restore?${at}`, { version: version + 2, reason })
    const refused = await restore('Desk')
    expect([refused.status, refused.body.fields]).toMatchObject([
      422,
      [{ field: 'reason', code: 'LARGE_CHANGE', message: expect.stringContaining('16.2 %') as string }],
    ])
    expect((await find('EUR/SEK')).buyRate).toBe('11.10000000')
    expect((await restore(why)).status).toBe(200)
    expect((await find('EUR/SEK')).buyRate).toBe('12.90000000')
  })

  it('by a file, also one that climbs day by day', async () => {
    const bring = (lines: string[], more: object = {}) =>
      admin.post(`/forex-rate/import/commit?${at}`, {
        format: 'csv',
        content: ['date;from;to;buy;sell', ...lines].join('\n'),
        note: 'import',
        ...more,
      })
    const lines = ['2026-02-02;EUR;SEK;12;11.9', `${today};EUR;SEK;12.9;12`]
    for (const content of [lines, lines.slice(1)])
      expect((await bring(content)).body.fields?.[0].code).toBe('LARGE_CHANGE')
    expect((await bring(lines, { confirmed: true, note: why })).status).toBe(200)
  })

  it('where the pair was new today', async () => {
    // No other test has one: what was tried before today's first rate counts too.
    await sql`update merchant set currencies = '{EUR,CHF}' where id = ${brand}`.execute(kit.db)
    const franc = { toCurrency: 'CHF', buyRate: '1.00', sellRate: '0.99', note: 'Desk' }
    const made = (await admin.post(`/forex-rate?${at}`, franc)).body
    expect((await save([{ id: made.id, version: 1, buyRate: '1.09' }])).status).toBe(200)
    const second = await save([{ id: made.id, version: 2, buyRate: '1.18' }])
    expect(second.body.fields?.[0].code).toBe('LARGE_CHANGE')
  })

  it('and the next day begins with what is in force then', async () => {
    kit.clock.now = new Date('2026-02-04T00:00:01Z')
    const { id, version } = await step()
    expect((await save([{ id, version, ...change }])).status).toBe(200)
  })
})

describe('a file', () => {
  const check = (...lines: string[]) =>
    admin.post(`/forex-rate/import/preview?${at}`, { format: 'csv', content: lines.join('\n') })
  const bring = (content: string, more: object = {}) =>
    admin.post(`/forex-rate/import/commit?${at}`, { format: 'csv', content, note: 'import', ...more })
  const header = 'date;from;to;buy;sell'

  it('is checked line by line, then imported whole', async () => {
    const content = `${header}\n2026-02-02;EUR;SEK;11.15;11.05\n${today};EUR;SEK;11.20;11.10\n`
    expect((await check(content)).body.counts).toMatchObject({ create: 2, update: 0, refuse: 0 })
    expect((await bring(content)).status).toBe(200)
    expect(await find('EUR/SEK')).toMatchObject({
      inherited: false,
      source: 'IMPORTED',
      buyRate: '11.20000000',
    })
    const second = await check(header, `2026-02-02;EUR;SEK;11.15;11.05`, `${today};EUR;SEK;11.3;11.1`)
    expect(second.body.counts).toMatchObject({ create: 0, update: 1, skip: 1 })
  })

  it('is refused with the reason of each line, and nothing is written', async () => {
    const wrong = await check('day;from;to;buy;sell', `${today};EUR;SEK;11;10`)
    expect(wrong).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'content', message: 'The first line must be date;from;to;buy;sell' }] },
    })
    const lines = [
      header,
      `${today};EUR;SEK;-11;10`,
      `${today};EUR;NOK;=1+1;10`,
      `${today};EUR;USD;1.2;1.3`,
      `${today};SEK;EUR;1.2;1.1`,
      `2026-13-01;EUR;SEK;11;10`,
      `${today};EUR;SEK;11.1;11`,
      `${today};EUR;SEK;11.1;11`,
      `2027-01-01;EUR;SEK;11.1;11`,
      'short;line',
    ]
    const preview = await check(...lines)
    const reasons = Object.fromEntries(
      preview.body.rows.map((row: { line: number; reasons: string[] }) => [row.line, row.reasons.join('; ')]),
    )
    expect(reasons).toMatchObject({
      2: 'Buy: Must be greater than 0',
      3: 'Buy: Must be a number',
      4: 'Sell must not be more than Buy',
      5: 'All rates of this merchant are from EUR',
      6: 'Date: Invalid date',
      8: 'Date, To: appears twice in the file',
      9: 'Date: an imported rate cannot be in the future',
      10: 'Expected 5 cells, found 2',
    })
    expect((await bring(lines.join('\n'))).status).toBe(422)
    expect(await count()).toBe(4)
  })

  it('with a jump of more than 10 % is confirmed', async () => {
    const content = `${header}\n${today};EUR;SEK;13;12\n`
    const preview = await check(content)
    expect(preview.body.rows[0].reasons[0]).toContain('EUR/SEK changes by 17.1 %')
    expect((await bring(content)).body.fields[0].code).toBe('LARGE_CHANGE')
    expect((await bring(content, { confirmed: true, note: 'import\nnew desk' })).status).toBe(200)
  })
})

it('removes what was imported for a merchant together with its exchange settings, so that those above apply', async () => {
  const settings = await admin.post(`/config?${at}`, {
    type: 'ForexConfig',
    enabled: true,
    document: { ownRates: true, service: 'fx-file' },
    note: 'own rates',
  })
  expect(settings.status, settings.text).toBe(200)
  await give(brand, today, line('SEK', '10', '9'))
  await admin.post(`/forex-rate?${at}`, {
    toCurrency: 'USD',
    buyRate: '1.18',
    sellRate: '1.17',
    note: 'Desk',
  })
  expect(await find('EUR/SEK')).toMatchObject({ inherited: false })
  await admin.delete(`/config/${settings.body.id}?${at}&version=1&note=no%20longer`)
  expect(await find('EUR/SEK')).toMatchObject({ inherited: true, buyRate: '11.10000000' })
  expect(await find('EUR/USD')).toMatchObject({ inherited: false, source: 'MANUAL' })
})
