import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rational } from '@signalbox/model/money/rational'
import type { OutboxBatch } from '../../kit/events/outbox-reader.ts'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { brandOfDigits } from './card-brand.ts'
import { readEcbCsv, readEcbXml } from './ecb-rates.ts'
import { ratesFor, type MerchantRate } from './forex-rates.ts'
import { generatedRates } from './generated-rates.ts'
import { GeoIpRanges } from './geo-ip.ts'
import { IinRanges, type IinRange } from './iin.ts'
import { importRates } from './import-rates.ts'
import { rateFiles, readRateFile } from './rate-source.ts'
import { ReferenceData } from './reference-data.ts'
import { insertGeoNetworks, insertIinRanges, insertRates } from './reference-store.ts'

const platform = 1000
const group = 100010000
const brand = 100010001
const chain = [brand, group, platform]

describe('ranges of card numbers', () => {
  const range = (from: number, to: number, more: Partial<IinRange> & { issuer?: string } = {}): IinRange => ({
    id: more.issuer ?? `${from}`,
    merchantId: platform,
    from,
    to,
    source: 'IMPORT',
    updatedAt: '2026-01-01T00:00:00.000Z',
    facts: {
      brand: 'VISA',
      type: 'CREDIT',
      category: 'CONSUMER',
      subBrand: null,
      issuer: more.issuer ?? null,
      issuerCountry: 'SWE',
    },
    ...more,
  })
  const pick = (...ranges: IinRange[]) => new IinRanges(ranges).lookup(chain, '41111111111').issuer

  it('prefers by source, then the nearest merchant, then the narrowest, then the newest', () => {
    const wide = range(41_000_000_000, 41_999_999_999, { issuer: 'wide' })
    const narrow = range(41_111_100_000, 41_111_199_999, { issuer: 'narrow' })
    const newer = { ...narrow, id: 'newer', updatedAt: '2026-02-01T00:00:00.000Z' }
    newer.facts = { ...narrow.facts, issuer: 'newer' }
    const near = range(41_000_000_000, 41_999_999_999, { issuer: 'near', merchantId: group })
    const typed = range(40_000_000_000, 49_999_999_999, { issuer: 'typed', source: 'MANUAL' })
    expect(pick(wide, narrow)).toBe('narrow')
    expect(pick(newer, wide, narrow)).toBe('newer')
    expect(pick(wide, narrow, near)).toBe('near')
    expect(pick(wide, near, typed, narrow)).toBe('typed')
  })

  it('does not look at rows of other merchants, and tells at least the brand', () => {
    const foreign = range(41_111_100_000, 41_111_199_999, { merchantId: 100020000 })
    const facts = new IinRanges([foreign]).lookup(chain, '41111111111')
    expect(facts).toMatchObject({ brand: 'VISA', type: 'UNKNOWN', issuer: null, iinId: null })
  })

  it('agrees with looking through all of them', () => {
    const anyRange = fc
      .tuple(
        fc.integer({ min: 40_000_000_000, max: 40_100_000_000 }),
        fc.integer({ min: 0, max: 50_000_000 }),
      )
      .map(([from, size], i = 0) => range(from, from + size, { issuer: `${from}+${size}+${i}` }))
    fc.assert(
      fc.property(
        fc.array(anyRange, { maxLength: 30 }),
        fc.integer({ min: 40_000_000_000, max: 40_100_000_000 }),
        (ranges, value) => {
          const around = ranges.filter((r) => r.from <= value && value <= r.to)
          const narrowest = Math.min(...around.map((r) => r.to - r.from))
          const found = new IinRanges(ranges).lookup(chain, String(value))
          const match = ranges.find((r) => r.id === found.iinId)
          expect(match ? match.to - match.from : Infinity).toBe(narrowest)
        },
      ),
    )
  })

  it.each([
    ['4111', 'VISA'],
    ['5555', 'MASTERCARD'],
    ['2221', 'MASTERCARD'],
    ['2720', 'MASTERCARD'],
    ['2721', 'OTHER'],
    ['3782', 'AMEX'],
    ['6011', 'DISCOVER'],
    ['3566', 'JCB'],
    ['3600', 'DINERS'],
    ['6200', 'UNIONPAY'],
    ['6759', 'MAESTRO'],
    ['5019', 'DANKORT'],
    ['9999', 'OTHER'],
  ])('%s is %s', (digits, expected) => {
    expect(brandOfDigits(`${digits}0000000`)).toBe(expected)
  })
})

describe('places of addresses', () => {
  const place = (country: string) => ({ country, region: null, city: null })
  const ranges = new GeoIpRanges([
    { network: '81.0.0.0/8', ...place('FRA') },
    { network: '81.2.69.0/24', ...place('GBR') },
    { network: '81.2.70.0/25', ...place('ITA') },
    { network: '192.0.2.0/24', ...place('SWE') },
    { network: '2001:db8::/32', ...place('DEU') },
  ])

  it.each([
    ['81.2.69.142', 'GBR'],
    ['81.2.70.200', 'FRA'],
    ['81.255.255.255', 'FRA'],
    ['82.0.0.0', undefined],
    ['192.0.2.255', 'SWE'],
    ['::ffff:192.0.2.1', 'SWE'],
    ['2001:db8:1::1', 'DEU'],
    ['2001:db9::1', undefined],
    ['not an address', undefined],
  ])('%s is in %s', (ip, country) => {
    expect(ranges.placeOf(ip)?.country).toBe(country)
  })
})

describe('rates', () => {
  const now = Date.parse('2026-02-03T12:00:00Z')
  const rate = (
    merchantId: number,
    quote: string,
    buy: string,
    more: Partial<MerchantRate> = {},
  ): MerchantRate => ({
    id: `${merchantId}-${quote}-${buy}`,
    merchantId,
    base: 'EUR',
    quote,
    buy,
    sell: '1',
    validFrom: '2026-02-03T00:00:00Z',
    source: 'IMPORTED',
    service: 'fx-file',
    ...more,
  })
  const buyOf = (rates: MerchantRate[], quote: string) =>
    ratesFor(rates, chain, { nowMs: now }).quotes.get(quote)?.buy

  it('come from the nearest merchant above that has one for the currency', () => {
    const rates = [rate(platform, 'SEK', '11'), rate(platform, 'NOK', '12'), rate(brand, 'SEK', '10')]
    expect(buyOf(rates, 'SEK')).toEqual(rational(10n))
    expect(buyOf(rates, 'NOK')).toEqual(rational(12n))
    expect(buyOf([rate(100010002, 'SEK', '9')], 'SEK')).toBeUndefined()
  })

  it('do not hold before their time, nor for another service', () => {
    const tomorrow = rate(brand, 'SEK', '9', { validFrom: '2026-02-04T00:00:00Z' })
    expect(buyOf([rate(platform, 'SEK', '11'), tomorrow], 'SEK')).toEqual(rational(11n))
    expect(buyOf([rate(platform, 'SEK', '11', { service: 'ECB' })], 'SEK')).toBeUndefined()
  })

  it('of the demo are the same for all who ask, near those of the day before, and bought higher than sold', () => {
    expect(generatedRates('2026-02-03')).toEqual(generatedRates('2026-02-03'))
    const before = new Map(generatedRates('2026-02-02').map((line) => [line.to, Number(line.buy)]))
    for (const { to, buy, sell } of generatedRates('2026-02-03')) {
      expect(Number(buy)).toBeGreaterThan(Number(sell))
      expect(Math.abs(Number(buy) / (before.get(to) ?? 0) - 1)).toBeLessThan(0.01)
    }
  })

  it('are read from a file or not at all', () => {
    expect(readRateFile('date;from;to;buy;sell\n2026-02-03;EUR;SEK;11.10;11.00\n')).toEqual(
      new Map([['2026-02-03', [{ from: 'EUR', to: 'SEK', buy: '11.10', sell: '11.00' }]]]),
    )
    for (const line of [
      '04.02.2026;EUR;SEK;11;10',
      '2026-02-03;EUR;SEK;10;11',
      '2026-02-03;EUR;SEK;1e3;1',
      'x',
    ])
      expect(() => readRateFile(`2026-02-03;EUR;NOK;2;1\n${line}`)).toThrow('Line 2')
  })
})

/** As it is published. */
const ecbDaily = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-02-03'>
			<Cube currency='USD' rate='1.1801'/>
			<Cube currency='JPY' rate='183.52'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`

describe('files of the European Central Bank', () => {
  const line = (to: string, rate: string) => ({ from: 'EUR', to, buy: rate, sell: rate })

  it('are read as they are published, as XML and as CSV', () => {
    const rates = [line('USD', '1.1801'), line('JPY', '183.52')]
    expect(readEcbXml(ecbDaily)).toEqual(new Map([['2026-02-03', rates]]))
    expect(readEcbCsv('Date, USD, JPY, \n03 February 2026, 1.1801, 183.52, \n')).toEqual(
      new Map([['2026-02-03', rates]]),
    )
    expect(readEcbCsv('Date,USD,CYP,\n2026-02-03,1.1801,N/A,\n2026-02-02,1.18,N/A,\n')).toEqual(
      new Map([
        ['2026-02-03', [line('USD', '1.1801')]],
        ['2026-02-02', [line('USD', '1.18')]],
      ]),
    )
  })

  it.each([
    ecbDaily.replace('1.1801', '-1.1801'),
    ecbDaily.replace('2026-02-03', 'today'),
    ecbDaily.replaceAll('Cube', 'Kube'),
  ])('are refused whole when something in them is no rate', (text) => {
    expect(() => readEcbXml(text)).toThrow()
  })

  it.each(['Date,USD\ntomorrow,1', 'Date,USD\n2026-02-03,=1+1', 'Date,USD\n'])('%j is refused', (text) => {
    expect(() => readEcbCsv(text)).toThrow()
  })
})

describe('on a database', () => {
  let kit: KitApp
  let tell: (topic: string) => void
  let data: ReferenceData
  beforeAll(async () => {
    kit = await kitApp(() => [])
    kit.clock.now = new Date('2026-02-03T12:00:00Z')
    const listeners = new Set<(batch: OutboxBatch) => void>()
    tell = (topic) => {
      const event = { id: '1', merchantId: platform, topic, key: '', payload: {}, txId: 1n }
      for (const listener of listeners) listener({ events: [event], horizon: 1n, cut: false })
    }
    const feed = {
      subscribe: (listener: (batch: OutboxBatch) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    data = new ReferenceData({ ...kit.deps, feed })
  })
  afterAll(async () => {
    await data.stop()
    await kit.close()
  })

  const visa = (from: number, bank: string) => ({
    id: kit.deps.newId(),
    from,
    to: from + 99_999,
    brand: 'VISA',
    type: 'CREDIT',
    country: 'SWE',
    bank,
    category: null,
  })

  it('is read again when an event says so', async () => {
    const now = kit.deps.now()
    await insertIinRanges(kit.db, platform, {
      source: 'IMPORT',
      ranges: [visa(41_111_100_000, 'First')],
      now,
    })
    expect(await data.cardFacts(brand, '41111111111')).toMatchObject({
      issuer: 'First',
      issuerCountry: 'SWE',
    })
    await insertIinRanges(kit.db, group, { source: 'IMPORT', ranges: [visa(41_111_100_000, 'Second')], now })
    expect(await data.cardFacts(brand, '41111111111')).toMatchObject({ issuer: 'First' })
    tell('iin')
    await expect.poll(async () => (await data.cardFacts(brand, '41111111111')).issuer).toBe('Second')
    await insertGeoNetworks(kit.db, [
      { network: '81.2.69.0/24', country: 'GBR', region: null, city: 'London' },
    ])
    expect(await data.placeOf('81.2.69.142')).toEqual({ country: 'GBR', region: null, city: 'London' })
    expect(await data.placeOf('10.0.0.1')).toBeUndefined()
  })

  it('has the rates of the last days after the import, once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-rates-'))
    const job = importRates(kit.deps, rateFiles(folder))
    const run = () => job.run({ now: kit.deps.now(), signal: new AbortController().signal })
    expect(await run()).toBe('Nothing new')
    writeFileSync(join(folder, '2026-02-01.csv'), '2026-02-01;EUR;SEK;11.20;11.00\n')
    writeFileSync(
      join(folder, '2026-02-03.csv'),
      '2026-02-03;EUR;SEK;11.40;11.20\n2026-02-03;EUR;NOK;12.1;12\n',
    )
    expect(await run()).toBe('Imported: 2026-02-01, 2026-02-03')
    expect(await run()).toBe('Nothing new')
    writeFileSync(join(folder, 'eurofxref.csv'), 'Date, USD, \n03 February 2026, 1.1801, \n')
    writeFileSync(join(folder, 'eurofxref-daily.xml'), ecbDaily.replace('2026-02-03', '2026-02-02'))
    writeFileSync(join(folder, 'broken.xml'), ecbDaily.replace('183.52', '-183.52'))
    writeFileSync(join(folder, 'broken.csv'), 'date;from;to;buy;sell\n2026-02-03;EUR;SEK;-1;-2\n')
    await expect(run()).rejects.toThrow(
      /^Imported: 2026-02-02, 2026-02-03\. broken\.csv: Line 2 is not.*\. broken\.xml: .*-183\.52/,
    )
    rmSync(folder, { recursive: true })
    const ofBank = await data.rates(brand, 'ECB')
    expect(ofBank.quotes.get('USD')?.row.buy).toBe('1.18010000')
    expect(ofBank.quotes.get('JPY')?.row.buy).toBe('183.52000000')
    const sheet = await data.rates(brand)
    expect(sheet.base).toBe('EUR')
    expect(sheet.quotes.get('SEK')?.buy).toEqual(rational(114n, 10n))
    expect(await data.rates(brand)).toBe(sheet)
    const audited = await sql<{ entityId: string }>`
      select entity_id from audit_entry where entity_type = 'forex-rate' order by seq`.execute(kit.db)
    expect(audited.rows.map((row) => row.entityId)).toEqual([
      '2026-02-01',
      '2026-02-03',
      '2026-02-02',
      '2026-02-03',
    ])
  })

  it('lets a merchant have a rate of its own', async () => {
    const rates = [{ id: kit.deps.newId(), from: 'EUR', to: 'SEK', buy: '10', sell: '9' }]
    const now = kit.deps.now()
    await insertRates(kit.db, brand, { day: '2026-02-03', service: 'fx-file', rates, now })
    tell('forex-rate')
    await expect.poll(async () => (await data.rates(brand)).quotes.get('SEK')?.buy).toEqual(rational(10n))
    expect((await data.rates(100010002)).quotes.get('SEK')?.buy).toEqual(rational(114n, 10n))
    expect((await data.rates(brand)).quotes.get('NOK')?.buy).toEqual(rational(121n, 10n))
  })
})
