import { expect, it } from 'vitest'
import { merchantsWithin, otherMerchant, textWithin } from './merchants-within.ts'

const reach = new Set([100010002])

it('merchants are told within reach, and that there are others', () => {
  expect(merchantsWithin([100010002], reach)).toEqual([100010002])
  expect(merchantsWithin([], reach)).toEqual([])
  expect(merchantsWithin([100010001, 100010002, 1000], reach)).toEqual([100010002, otherMerchant])
})

it.each([
  [
    'Merchants: 100010002, 100010001 instead of 1000',
    'Merchants: 100010002, another merchant instead of another merchant',
  ],
  [
    'Merchants: 100010001, 1000 instead of all below home',
    'Merchants: other merchants instead of all below home',
  ],
  [
    'Move from below 1000 to below Big (old) Ltd (100010001)',
    'Move from below another merchant to below another merchant',
  ],
  [
    'Move from below 1000 to below Finland (100010002)',
    'Move from below another merchant to below Finland (100010002)',
  ],
])('%s is told as %s', (text, told) => {
  expect(textWithin(text, reach)).toBe(told)
})
