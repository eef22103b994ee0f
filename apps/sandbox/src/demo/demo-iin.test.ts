import { expect, it } from 'vitest'
import { countries } from '@signalbox/model/reference/countries'
import { brandOfDigits } from '@signalbox/server/payments/reference/card-brand'
import { demoIin, sourceOf } from './demo-iin.ts'

it('has about five hundred ranges of known brands and countries, none of them twice', () => {
  expect(demoIin.length).toBeGreaterThanOrEqual(480)
  const known = new Set(countries.map(({ code }) => code))
  for (const { from, to, brand, country } of demoIin) {
    expect(String(from)).toHaveLength(11)
    expect(brandOfDigits(String(from))).toBe(brand)
    expect(brandOfDigits(String(to))).toBe(brand)
    expect(known).toContain(country)
  }
  expect(new Set(demoIin.map(({ from, to }) => `${from}-${to}`)).size).toBe(demoIin.length)
})

it('knows every card the sandbox answers to', () => {
  const pans = `4111111111111111 4242424242424242 5555555555554444 378282246310005 4000000000003220 4000002760003184
    4000006666660005 5105105105105100 5200828282828210 4000056655665556 6011111111111117 3566002020360505`
  for (const pan of pans.split(/\s+/)) {
    const digits = Number(pan.slice(0, 11))
    expect(demoIin.filter(({ from, to }) => from <= digits && digits <= to).length, pan).toBeGreaterThan(0)
  }
})

it('has no ranges of one source that overlap, as the console would refuse them', () => {
  for (const source of ['SCHEME', 'IMPORT']) {
    const sorted = demoIin.filter((range) => sourceOf(range) === source).toSorted((a, b) => a.from - b.from)
    expect(sorted.length).toBeGreaterThan(0)
    for (const [index, { from }] of sorted.entries())
      expect(from, source).toBeGreaterThan(sorted[index - 1]?.to ?? 0)
  }
})
