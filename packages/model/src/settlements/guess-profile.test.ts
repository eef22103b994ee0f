import { expect, it } from 'vitest'
import { guessProfile, guessSeparator } from './guess-profile.ts'
import { fileFieldNames, genericProfile } from './import-profile.ts'

const guess = (text: string) => {
  const [header = '', ...rows] = text.trim().split('\n')
  const separator = guessSeparator(header)
  return guessProfile(
    header.split(separator),
    rows.map((row) => row.split(separator)),
    separator,
  )
}

it('knows the generic file', () => {
  const row =
    'b1;2026-02-05;SETTLED;p1;100010001A1;2026-02-03T10:00:00Z;EUR;100.50;1;EUR;99.30;1.20;0;0;0;VISA;;;'
  expect(guess(`${fileFieldNames.join(';')}\n${row}`)).toEqual(genericProfile)
})

it('reads a German file with decimal commas, dots in dates and amounts in two columns', () => {
  const profile = guess(`Batch-Nr;Auszahlungsdatum;Buchungsdatum;Art;Order ID;Währung;Soll;Haben;Gebühr
7;05.02.2026;03.02.2026;Zahlung;100010001A1;EUR;;1.234,50;12,34
7;05.02.2026;23.02.2026;Erstattung;100010001A2;EUR;20,00;;0,00`)
  expect(profile).toMatchObject({
    separator: ';',
    decimalSign: ',',
    dateFormat: 'DMY_DOTS',
    columns: {
      payoutDate: 'Auszahlungsdatum',
      bookedAt: 'Buchungsdatum',
      type: 'Art',
      merchantRef: 'Order ID',
      grossCurrency: 'Währung',
      commission: 'Gebühr',
    },
    splitColumns: { grossAmount: { credit: 'Haben', debit: 'Soll' } },
    typeWords: { Zahlung: 'SETTLED', Erstattung: 'REFUNDED' },
  })
})

it('tells day from month, and takes amounts without a sign as such', () => {
  const profile =
    guess(`Settlement ID,Settlement date,Transaction date,Transaction type,Merchant reference,Currency,Gross amount,Net amount,Fee
s1,02/25/2026,02/23/2026,Capture,100010001A1,USD,10.00,9.80,0.20
s1,02/25/2026,02/24/2026,Refund,100010001A2,USD,5.00,5.00,0.00`)
  expect(profile).toMatchObject({
    separator: ',',
    decimalSign: '.',
    dateFormat: 'MDY_SLASHES',
    unsignedAmounts: true,
    columns: {
      batchRef: 'Settlement ID',
      grossAmount: 'Gross amount',
      netAmount: 'Net amount',
      commission: 'Fee',
    },
    typeWords: { Capture: 'SETTLED', Refund: 'REFUNDED' },
  })
})

it('finds columns whose headers say nothing by what stands in them', () => {
  const { columns } = guess(`a|b|c|amount
100010001A7|EUR|SETTLED|10.00
100010001A8|EUR|FEE|-1.00`)
  expect(columns).toMatchObject({ merchantRef: 'a', grossCurrency: 'b', type: 'c', grossAmount: 'amount' })
})
