import { expect, it } from 'vitest'
import { offSum } from './off-sum.ts'

const line = (given: object) => ({
  grossCurrency: 'EUR',
  grossMinor: 10_000n,
  fxRate: '1',
  netCurrency: 'EUR',
  netMinor: 9_880n,
  feeMinor: 120n,
  ...given,
})

it.each([
  ['gross is net and fees', {}, 0n],
  ['a cent is missing', { netMinor: 9_879n }, -1n],
  ['money out', { grossMinor: -10_000n, netMinor: -10_120n }, 0n],
  ['at the rate the file says', { fxRate: '11.25', netCurrency: 'SEK', netMinor: 112_380n }, 0n],
  [
    'a rate of two decimals is half a hundredth off at most',
    { fxRate: '11.25', netCurrency: 'SEK', netMinor: 112_430n },
    0n,
  ],
  ['more than the rounding of the rate', { fxRate: '11.25', netCurrency: 'SEK', netMinor: 112_480n }, 100n],
  ['a currency without decimals', { fxRate: '160.5', netCurrency: 'JPY', netMinor: 15_930n }, 0n],
  [
    'a currency without decimals, and wrong',
    { fxRate: '160.5', netCurrency: 'JPY', netMinor: 10_930n },
    -5_000n,
  ],
  ['no rate is said', { netCurrency: 'SEK', netMinor: 5n }, 0n],
] as const)('%s', (_what, given, expected) => {
  expect(offSum(line(given))).toBe(expected)
})
