import { describe, expect, it } from 'vitest'
import { genericProfile, missingFields, type ImportProfile } from './import-profile.ts'
import { lineReader, readDay, readDecimal, readInstant } from './read-line.ts'

describe('figures as PSPs write them', () => {
  it.each([
    ['1,234.50', '.', '1234.50'],
    ['1.234,50', ',', '1234.50'],
    ['1 234,5', ',', '1234.5'],
    ['-0.00', '.', '-0.00'],
    ['(12.50)', '.', '-12.50'],
    ['12,50-', ',', '-12.50'],
    ['0007', '.', '7'],
    ['12,50', '.', undefined],
    ['1,23,456', '.', undefined],
    ['1.2.3', '.', undefined],
    ['', '.', undefined],
    ['=1+1', '.', undefined],
    ['1e5', '.', undefined],
  ] as const)('%s with %s is %s', (text, sign, expected) => {
    expect(readDecimal(text, sign)).toBe(expected)
  })

  it.each([
    ['03.02.2026', 'DMY_DOTS', '2026-02-03'],
    ['02/03/2026', 'MDY_SLASHES', '2026-02-03'],
    ['20260203', 'YMD_COMPACT', '2026-02-03'],
    ['2026-02-30', 'ISO', undefined],
    ['2026-02-03x', 'ISO', undefined],
  ] as const)('%s as %s is %s', (text, format, expected) => {
    expect(readDay(text, format)).toBe(expected)
  })

  it('reads times with and without a zone', () => {
    expect(readInstant('2026-02-03T10:00:00+02:00', 'ISO')).toBe('2026-02-03T08:00:00.000Z')
    expect(readInstant('3.2.2026 10:15', 'DMY_DOTS')).toBe('2026-02-03T10:15:00.000Z')
    expect(readInstant('2026-02-03', 'ISO')).toBe('2026-02-03T00:00:00.000Z')
  })
})

const foreign: ImportProfile = {
  separator: ',',
  decimalSign: ',',
  dateFormat: 'DMY_DOTS',
  columns: {
    batchRef: 'Batch',
    payoutDate: 'Paid',
    type: 'Art',
    merchantRef: 'Ref',
    bookedAt: 'Datum',
    grossCurrency: 'Ccy',
    commission: 'Fee',
  },
  splitColumns: { netAmount: { credit: 'Haben', debit: 'Soll' } },
  typeWords: { Zahlung: 'SETTLED', Erstattung: 'REFUNDED', Summe: 'TOTAL' },
  unsignedAmounts: false,
}
const row = {
  Batch: 'B1',
  Paid: '05.02.2026',
  Art: 'zahlung',
  Ref: '1A2',
  Datum: '03.02.2026',
  Ccy: 'eur',
  Fee: '1,20',
  Haben: '98,80',
  Soll: '',
}

describe('a row of a foreign file', () => {
  const read = lineReader(foreign)
  it('has the gross amount of its net amount and its fees', () => {
    expect(read(row)).toEqual({
      line: expect.objectContaining({
        type: 'SETTLED',
        grossMinor: 10_000n,
        netMinor: 9_880n,
        commissionMinor: 120n,
        grossCurrency: 'EUR',
      }),
    })
  })
  it('takes money out from the other column, whatever its sign there', () => {
    for (const Soll of ['50,00', '-50,00'])
      expect(read({ ...row, Art: 'Erstattung', Fee: '', Haben: '', Soll })).toEqual({
        line: expect.objectContaining({ type: 'REFUNDED', grossMinor: -5_000n, netMinor: -5_000n }),
      })
  })
  it('may be the total of all others', () => {
    expect(read({ ...row, Art: 'Summe' })).toEqual({ total: { totalMinor: 9_880n, currency: 'EUR' } })
  })
  it.each([
    [{ Art: 'Rätsel' }, 'Art', 'Unknown type Rätsel'],
    [{ Ccy: 'XXX' }, 'Ccy', 'Unknown currency'],
    [{ Haben: '98.80' }, 'Haben', 'Not an amount in EUR with a decimal comma'],
    [{ Haben: '98,801' }, 'Haben', 'Not an amount in EUR'],
    [{ Datum: '2026-02-03' }, 'Datum', 'Not a date of this format'],
    [{ Batch: '' }, 'Batch', 'Must not be empty'],
  ])('%j is refused', (change, column, message) => {
    expect(read({ ...row, ...change })).toEqual({ problems: expect.arrayContaining([{ column, message }]) })
  })
})

it('a profile says what it lacks', () => {
  expect(missingFields(genericProfile)).toEqual([])
  expect(missingFields({ ...foreign, columns: {}, splitColumns: {} })).toEqual([
    ...['batchRef', 'payoutDate', 'type', 'bookedAt', 'grossCurrency', 'grossAmount', 'merchantRef'],
  ])
})
