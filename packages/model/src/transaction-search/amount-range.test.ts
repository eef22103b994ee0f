import { expect, it } from 'vitest'
import { minorUnits, parseAmountRange } from './amount-range.ts'

it.each([
  ['100..500 EUR', { from: '100', to: '500', currency: 'EUR' }],
  ['100.. eur', { from: '100', to: null, currency: 'EUR' }],
  ['..500', { from: null, to: '500', currency: null }],
  ['12.50', { from: '12.50', to: '12.50', currency: null }],
  ['0.001..0.5 KWD', { from: '0.001', to: '0.5', currency: 'KWD' }],
  ['..', undefined],
  ['500..100', undefined],
  ['100..500 ABC', undefined],
  ['lots', undefined],
  ['-5', undefined],
  ['', undefined],
])('%s', (text, range) => {
  expect(parseAmountRange(text)).toEqual(range)
})

it('counts in the smallest unit, a part of one falling to the inside of the range', () => {
  expect(minorUnits('12.5', 2, 'up')).toBe(1250n)
  expect(minorUnits('12.505', 2, 'up')).toBe(1251n)
  expect(minorUnits('12.505', 2, 'down')).toBe(1250n)
  expect(minorUnits('12.5', 0, 'up')).toBe(13n)
  expect(minorUnits('12.5', 0, 'down')).toBe(12n)
  expect(minorUnits('1.25', 3, 'down')).toBe(1250n)
})
