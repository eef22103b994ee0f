import { expect, test } from 'vitest'
import { paymentsBehind } from './drill.ts'
import type { DimensionId } from './dimensions.ts'

const period = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }
const behind = (dimension: DimensionId, ...values: string[]) =>
  paymentsBehind('deposits', {
    ...period,
    dimensions: values.length === 1 ? [dimension] : [],
    key: values.length === 1 ? values : [],
    filters: values.length === 1 ? {} : { [dimension]: values },
  })

test.each<[DimensionId, string, Record<string, string>]>([
  ['psp', 'acmecards', { psp: 'acmecards' }],
  ['psp', '', { psp: '(none)' }],
  ['bin6', '', { bin: '(none)' }],
  ['fraudBand', '30', { fraudScore: '30..39' }],
  ['fraudBand', '90', { fraudScore: '90..100' }],
  ['fraudBand', '', { fraudScore: '(none)' }],
  ['countryMatch', 'false', { countryMatch: 'OTHER' }],
  ['countryMatch', '', { countryMatch: '(none)' }],
  ['rule', 'general-block:1', { rule: 'general-block:1' }],
  ['issuer', 'Nordbank', { issuerName: 'Nordbank' }],
])('%s %s is asked for as %o', (dimension, value, filter) => {
  const created = `${period.from}..${period.to}`
  expect(behind(dimension, value)).toEqual({ method: 'DEPOSIT', created, ...filter })
})

test('what no filter can say leads nowhere', () => {
  expect(behind('hour', '7')).toBeNull()
  expect(behind('issuer', 'Bank of Elsewhere, N.A.')).toBeNull()
  // A filter of rules, and one of BINs, takes one at a time.
  expect(behind('rule', 'a:1', 'b:2')).toBeNull()
  expect(behind('fraudBand', '', '30')).toMatchObject({ fraudScore: '(none),30..39' })
})
