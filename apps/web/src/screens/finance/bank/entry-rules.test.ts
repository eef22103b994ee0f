import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { expect, it } from 'vitest'
import { entryRefusal, entryStakes } from './entry-rules.ts'

const entry = (amount: string, more: object = {}) => ({
  id: amount,
  version: 1,
  merchantId: 1,
  amount: { amount, currency: 'EUR' },
  bookedOn: '2026-02-03',
  ...more,
})

it('a bank entry says its amount and day, and what its batch expects', () => {
  const stakes = (...rows: ReturnType<typeof entry>[]) => entryStakes('confirm', rows, defaultUserFormats)
  expect(stakes(entry('99.28'))).toEqual(['99.28 EUR, booked on 2026-02-03'])
  const expected = { amount: '99.27', currency: 'EUR' }
  expect(stakes(entry('99.28', { batchRef: '0417', expected }))).toEqual([
    '99.28 EUR, booked on 2026-02-03',
    'Batch 0417: 99.27 EUR',
  ])
  expect(stakes(entry('99.28'), entry('0.72'))).toEqual(['2 entries: 100.00 EUR'])
})

it.each([
  ['set aside', { state: 'SET_ASIDE', matchedBy: 'finance' }, null],
  ['linked by a person', { state: 'CONFIRMED', matchedBy: 'finance' }, null],
  ['confirmed by itself', { state: 'CONFIRMED', matchedBy: 'reference and amount' }, null],
  ['open', { state: 'PROPOSED', matchedBy: null }, 'is open'],
])('an entry that is %s can be reopened or says why not', (_what, values, refusal) => {
  const said = entryRefusal('reopen', entry('99.28', { batchId: 'b', ...values }))
  if (refusal === null) expect(said).toBeNull()
  else expect(said).toContain(refusal)
})
