import { expect, it } from 'vitest'
import { amountsAtStake } from './at-stake.ts'
import type { LineFacts } from './line-store.ts'

/** 100.00 with a fee of 1.20, as they should be. */
const right: LineFacts = {
  batchId: '',
  origin: 'FILE',
  type: 'SETTLED',
  differences: [],
  fxRate: '1',
  ourRate: '1',
  grossMinor: '10000',
  grossCurrency: 'EUR',
  netMinor: '9880',
  netCurrency: 'EUR',
  feeMinor: '120',
  expectedMinor: '10000',
  expectedCurrency: 'EUR',
  expectedFeeMinor: '120',
  expectedFeeCurrency: 'EUR',
  writeOffPeople: [],
}
/** 1000.00 SEK at 0.0875, so 87.50, with a fee of 1.00. */
const exchanged: LineFacts = {
  ...right,
  fxRate: '0.0875',
  ourRate: '0.088',
  grossMinor: '100000',
  grossCurrency: 'SEK',
  netMinor: '8650',
  feeMinor: '100',
  expectedMinor: '100000',
  expectedCurrency: 'SEK',
  expectedFeeMinor: '100',
}
const unknown = {
  expectedMinor: null,
  expectedCurrency: null,
  expectedFeeMinor: null,
  expectedFeeCurrency: null,
}

it.each<[string, LineFacts, string]>([
  ['nothing of a line as it should be', right, '0 EUR'],
  ['what came in is off', { ...right, grossMinor: '9000', netMinor: '8880' }, '1000 EUR'],
  ['the fee is off', { ...right, netMinor: '9000', feeMinor: '1000' }, '880 EUR'],
  ['the net is off', { ...right, netMinor: '9000' }, '880 EUR'],
  [
    'all three, one on the other',
    { ...right, grossMinor: '9000', feeMinor: '620', netMinor: '7380' },
    '2500 EUR',
  ],
  [
    'two that make up for each other, the larger of them',
    { ...right, grossMinor: '12000', netMinor: '9880' },
    '2000 EUR',
  ],
  ['all of what came twice', { ...right, differences: ['DUPLICATE'] }, '10000 EUR'],
  ['all of what failed here', { ...right, differences: ['STATE_DIFF'] }, '10000 EUR'],
  ['all of what nobody knows', { ...right, ...unknown }, '10000 EUR'],
  [
    'the fee of what nobody knows',
    { ...right, ...unknown, grossMinor: '1', feeMinor: '9000', netMinor: '-8999' },
    '9000 EUR',
  ],
  ['all of what is missing', { ...right, origin: 'MISSING', grossMinor: '0', netMinor: '0' }, '10000 EUR'],
  [
    'a fee that adds up is not in question',
    { ...right, ...unknown, type: 'FEE', feeMinor: '0', grossMinor: '-500', netMinor: '-500' },
    '0 EUR',
  ],
  [
    'what a fee is more than it says',
    { ...right, ...unknown, type: 'FEE', feeMinor: '0', grossMinor: '-500', netMinor: '-525' },
    '25 EUR',
  ],
  ['nothing of an exchange at its rate', exchanged, '0 SEK'],
  ['what an exchange is off at its rate', { ...exchanged, netMinor: '50' }, '8600 EUR'],
  // 44.00 should be 88.00 at our rate, and 43.00 reach the bank.
  [
    'what an exchange is off at our rate, where that of the file is in question',
    { ...exchanged, fxRate: '0.044', netMinor: '4300', differences: ['FX_DIFF'] },
    '4400 EUR',
  ],
  [
    'all of an exchange nobody has a rate for',
    { ...exchanged, ourRate: null, differences: ['FX_DIFF'] },
    '100000 SEK',
  ],
  [
    'a rate we would have too, and an expected fee in the other currency',
    { ...exchanged, expectedFeeMinor: '1143', expectedFeeCurrency: 'SEK' },
    '0 SEK',
  ],
  [
    'both amounts where the payment has another currency',
    { ...right, expectedMinor: '500000', expectedCurrency: 'SEK' },
    '500000 SEK',
  ],
])('%s', (_what, line, most) => {
  const [first, ...others] = amountsAtStake(line)
  const largest = others.reduce((one, other) => (one && other.minor > one.minor ? other : one), first)
  expect(`${largest?.minor} ${largest?.currency}`).toBe(most)
})
