import { invoice } from '@signalbox/model/entities/invoice'
import { describe, expect, it } from 'vitest'
import { allColumns, fitMoney } from './columns.ts'
import { listingOf } from './listing.ts'

const columns = allColumns(listingOf(invoice))
const widthOf = (amount: string, name = 'gross') =>
  fitMoney(columns, [{ [name]: { amount, currency: 'EUR' } }]).find((column) => column.name === name)?.widthPx

describe('a column of money', () => {
  it('is as wide as its widest amount, however many digits that has', () => {
    // Figures of 8 px, and what is between and around them.
    expect(widthOf('12345678.90')).toBe(10 * 8 + 3 * 4 + 34 + 16)
    expect(widthOf('-1234567890.00')).toBe(12 * 8 + 5 * 4 + 34 + 16)
  })

  it('stays as it was declared or chosen for smaller ones', () => {
    expect(widthOf('12.00')).toBe(106)
    expect(fitMoney(columns, []).map(({ widthPx }) => widthPx)).toEqual(columns.map(({ widthPx }) => widthPx))
  })
})
