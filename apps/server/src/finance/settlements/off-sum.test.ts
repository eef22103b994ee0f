import { afterAll, beforeAll, expect, it } from 'vitest'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { made, settlementsOf, type Settlements } from './testing/importer.ts'
import { header } from './testing/planted-file.ts'

let platform: TestPlatform
let finance: Settlements

beforeAll(async () => {
  platform = await testPlatform()
  finance = settlementsOf(await platform.as('finance'))
}, 120_000)
afterAll(() => platform.close())

/** One line: its type, currency and gross, the rate, net and fee. All are paid out in EUR. */
const row = (ref: string, no: number, [type, currency, gross, rate, net, fee]: readonly string[]): string =>
  [
    ...[ref, '2026-03-04', type, `p${no}`, `stranger ${no}`, '2026-03-03T10:00:00Z', currency, gross, rate],
    ...['EUR', net, fee, '0', '0', '0', 'VISA', '', '', ''],
  ].join(';')
const fileOf = (ref: string, lines: readonly (readonly string[])[]): string =>
  `${[header, ...lines.map((line, index) => row(ref, index + 1, line))].join('\n')}\n`

it('lines whose gross without their fees is not their net are warned of and counted', async () => {
  const content = fileOf('off', [
    ['SETTLED', 'EUR', '100.00', '1', '98.80', '1.20'],
    ['SETTLED', 'EUR', '100.00', '1', '98.70', '1.20'],
    ['FEE', 'EUR', '-5.00', '1', '-5.25', '0'],
    ['REFUNDED', 'EUR', '-40.00', '1', '-40.50', '0.50'],
    ['SETTLED', 'SEK', '1000.00', '0.0875', '86.50', '1.00'],
    ['SETTLED', 'SEK', '1000.00', '0.0875', '96.50', '1.00'],
  ])
  const { warnings } = await made(finance.preview(content))
  expect(warnings).toEqual(['3 lines do not add up, the first is line 3: gross minus fees is not the net.'])
  const { id } = await finance.imported(content)
  expect(await finance.batch(id)).toMatchObject({ lineCount: 6, offSumCount: 3 })
  const off = await finance.linesOf(id, 'notAddingUp=true')
  expect(off).toMatchObject([
    { lineNo: 3, offSum: { amount: '-0.10', currency: 'EUR' } },
    { lineNo: 4, type: 'FEE', matchStatus: 'MATCHED', offSum: { amount: '-0.25', currency: 'EUR' } },
    { lineNo: 7, offSum: { amount: '10.00', currency: 'EUR' } },
  ])
  expect(await finance.linesOf(id, 'notAddingUp=false')).toHaveLength(3)
})

it('each part of a line that was split adds up as the line did', async () => {
  const { id } = await finance.imported(fileOf('parts', [['SETTLED', 'EUR', '1.00', '1', '0.94', '0.06']]))
  const [line] = await finance.linesOf(id, 'open=true')
  if (!line) throw new Error('Nothing is open')
  await made(finance.onLine(line, 'split', { amounts: ['0.25', '0.25', '0.50'] }))
  expect(await finance.batch(id)).toMatchObject({ offSumCount: 0 })
  const parts = await finance.linesOf(id, 'open=true')
  const cents = (amount: string) => Math.round(Number(amount) * 100)
  expect(
    parts.reduce((sum, part) => sum + cents((part as never as { net: { amount: string } }).net.amount), 0),
  ).toBe(94)
})

it('an amount with a comma for its decimals is refused with the sign that is meant', async () => {
  const { id } = await finance.imported(fileOf('comma', [['SETTLED', 'EUR', '7.00', '1', '7.00', '0']]))
  const [line] = await finance.linesOf(id, 'open=true')
  if (!line) throw new Error('Nothing is open')
  const split = await finance.onLine(line, 'split', { amounts: ['3,50', '3,50'] })
  expect(split.body.fields[0].message).toBe('Use a point as the decimal sign: 3.50')
  const payout = await finance.operate(id, 'confirm-payout', {
    bankRef: 'B',
    amount: '12,50',
    bookedOn: '2026-03-04',
  })
  expect(payout.body.fields[0].message).toBe('Must be an amount with a decimal point, such as 99.28')
  const content = fileOf('declared', [['SETTLED', 'EUR', '8.00', '1', '8.00', '0']])
  await made(finance.preview(content))
  const declared = await finance.commit(content, { declaredNet: '8,00' })
  expect(declared.body.fields[0].message).toBe('Use a point as the decimal sign: 8.00')
})
