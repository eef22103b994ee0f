import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { defaultRateService } from '@signalbox/model/money/rate-services'
import { offSum } from '@signalbox/model/settlements/off-sum'
import { made, type Settlements } from './testing/importer.ts'
import { header } from './testing/planted-file.ts'
import { plannedPayments, plantPayments } from './testing/planted-store.ts'
import { openTwoInFinance, type TwoInFinance } from './testing/two-in-finance.ts'

let { platform, finance, finance2 } = {} as TwoInFinance
openTwoInFinance((two) => ({ platform, finance, finance2 } = two))

/** One line: its type, currency and gross, the rate, net and fee, and the payment. All are paid out in EUR. */
const row = (
  ref: string,
  no: number,
  [type, currency, gross, rate, net, fee, payment = `stranger ${no}`]: readonly string[],
): string =>
  [
    ...[ref, '2026-03-04', type, `p${no}`, payment, '2026-03-03T10:00:00Z', currency, gross, rate],
    ...['EUR', net, fee, '0', '0', '0', 'VISA', '', '', ''],
  ].join(';')
const fileOf = (ref: string, lines: readonly (readonly string[])[]): string =>
  `${[header, ...lines.map((line, index) => row(ref, index + 1, line))].join('\n')}\n`

/** So many units of a currency for a euro. */
const plantRate = (currency: string, buy: number, sell: number) =>
  sql`insert into forex_rate (merchant_id, id, from_currency, to_currency, buy_rate, sell_rate, rate_date, valid_from,
      source, service, state, version, created_at, updated_at, updated_by)
    values (100010000, ${platform.deps.newId()}::uuid, 'EUR', ${currency}, ${buy}, ${sell}, '2026-03-04',
      '2026-03-04T00:00:00Z', 'IMPORTED', ${defaultRateService}, 'ACTIVE', 1, now(), now(), 'test')`.execute(
    platform.db,
  )

it('lines whose gross without their fees is not their net are warned of and counted', async () => {
  const content = fileOf('off', [
    ['SETTLED', 'EUR', '100.00', '1', '98.80', '1.20'],
    ['SETTLED', 'EUR', '100.00', '1', '98.70', '1.20'],
    ['FEE', 'EUR', '-5.00', '1', '-5.25', '0'],
    ['REFUNDED', 'EUR', '-40.00', '1', '-40.50', '0.50'],
    ['SETTLED', 'SEK', '1000.00', '0.0875', '86.50', '1.00'],
    ['SETTLED', 'SEK', '1000.00', '0.0875', '96.50', '1.00'],
  ])
  const { warnings, batch } = await made(finance.preview(content))
  expect(warnings).toEqual(['3 lines do not add up, the first is line 3: gross minus fees is not the net.'])
  const { id } = await finance.imported(content)
  expect(await finance.batch(id)).toMatchObject({ lineCount: 6, offSumCount: 3 })
  // The gross of the lines themselves: 4 sales, 2 of them of 87.50, and a refund. What is off stands apart: -0.10 and 10.00.
  const totals = {
    grossCredit: '375.00',
    grossDebit: '40.00',
    feeTotal: '10.15',
    adjustments: '9.90',
    net: '334.75',
  }
  for (const shown of [batch, await finance.batch(id)])
    for (const [name, amount] of Object.entries(totals))
      expect([name, (shown as Record<string, unknown>)[name]]).toEqual([name, { amount, currency: 'EUR' }])
  const off = await finance.linesOf(id, 'notAddingUp=true')
  expect(off).toMatchObject([
    { lineNo: 3, offSum: { amount: '-0.10', currency: 'EUR' } },
    {
      lineNo: 4,
      type: 'FEE',
      matchStatus: 'DIFFERENCE',
      differences: ['AMOUNT_DIFF'],
      offSum: { amount: '-0.25', currency: 'EUR' },
    },
    { lineNo: 7, offSum: { amount: '10.00', currency: 'EUR' } },
  ])
  expect(await finance.linesOf(id, 'notAddingUp=false')).toHaveLength(3)
})

it('a line in another currency that does not add up is decided, by two where it is much, and is no exchange', async () => {
  // One euro is 11.43 SEK, so 0.0875 is near enough.
  await plantRate('SEK', 11.53, 11.33)
  const planned = plannedPayments(2, '2026-03-03', 100_000n)
  const payments = planned.map((payment) => ({ ...payment, currency: 'SEK', feeMinor: 100n }))
  await plantPayments(platform.db, payments, platform.deps.newId)
  const [right = '', off = ''] = payments.map(({ reference }) => reference)
  const { id } = await finance.imported(
    fileOf('exchanged', [
      // 1000.00 SEK are 87.50 EUR, so 86.50 are paid out; the second says 0.50. The third is 1000.01 SEK.
      ['SETTLED', 'SEK', '1000.00', '0.0875', '0.50', '1.00', right],
      ['SETTLED', 'SEK', '1000.01', '0.0875', '86.50', '1.00', off],
      ['RESERVE_HOLD', 'SEK', '-100.00', '0.0875', '-60.00', '0'],
    ]),
  )
  const lines = await finance.linesOf(id, 'sort=lineNo')
  expect(lines).toMatchObject([
    { matchStatus: 'DIFFERENCE', differences: ['AMOUNT_DIFF'], offSum: { amount: '-86.00' } },
    { matchStatus: 'MATCHED', differences: [], offSum: null },
    { matchStatus: 'DIFFERENCE', differences: ['AMOUNT_DIFF'], offSum: { amount: '-51.25' } },
  ])
  const rounding = lines[0] && (await finance.onLine(lines[0], 'accept-difference', { cause: 'ROUNDING' }))
  expect(rounding?.status).toBe(422)
  const states = async (who: Settlements) => {
    const found: string[] = []
    for (const line of await who.linesOf(id, 'open=true'))
      found.push((await made(who.onLine(line, 'write-off', { reason: 'lost' }))).matchStatus)
    return found
  }
  expect(await states(finance)).toEqual(['DIFFERENCE', 'DIFFERENCE'])
  expect(await states(finance2)).toEqual(['WRITTEN_OFF', 'WRITTEN_OFF'])
  await made(finance2.operate(id, 'accept'))
  expect(await finance.booked(id)).toEqual({
    'BANK EUR': 50 + 8_650 - 6_000,
    'PSP_FEE_ACCRUED EUR': 200,
    'PSP_RECEIVABLE SEK': -200_001,
    'FX_CLEARING SEK': 200_001,
    'FX_CLEARING EUR': -8_750 - 8_750,
    'RECON_DIFFERENCE EUR': 8_600,
    'RESERVE_HELD EUR': 6_000,
  })
})

it('a line whose file says no rate is held against ours', async () => {
  await plantRate('CHF', 0.97, 0.95)
  const planned = plannedPayments(2, '2026-03-02', 100_000n)
  const payments = planned.map((payment) => ({ ...payment, currency: 'CHF', feeMinor: 100n }))
  await plantPayments(platform.db, payments, platform.deps.newId)
  const [one = '', other = ''] = payments.map(({ reference }) => reference)
  // One franc is 1.0417 EUR, so 1000.00 CHF are 1041.67 EUR: within five percent of the one, and not of the other.
  const { id } = await finance.imported(
    fileOf('no-rate', [
      ['SETTLED', 'CHF', '1000.00', '1', '1040.67', '1.00', one],
      ['SETTLED', 'CHF', '1000.01', '1', '0.50', '1.00', other],
    ]),
  )
  const lines = (await finance.linesOf(id, 'sort=lineNo')).slice(0, 2)
  expect(
    lines.map((line) => [line.matchStatus, (line as never as { differences: string[] }).differences]),
  ).toEqual([
    ['MATCHED', []],
    ['DIFFERENCE', ['FX_DIFF']],
  ])
  const [, off] = lines
  if (!off) throw new Error('Two were imported')
  const asked = await made(finance.onLine(off, 'write-off', { reason: 'lost' }))
  expect([asked.matchStatus, asked.writeOffBy]).toEqual(['DIFFERENCE', 'finance'])
})

it('an exchange we know no rate of is a difference, decided by two, until a rate is known', async () => {
  const planned = plannedPayments(2, '2026-03-01', 100_000n)
  const payments = planned.map((payment) => ({ ...payment, currency: 'THB', feeMinor: 100n }))
  await plantPayments(platform.db, payments, platform.deps.newId)
  const [one = '', other = ''] = payments.map(({ reference }) => reference)
  // 1000.00 THB at 0.025 are 25.00 EUR: each line adds up.
  const { id } = await finance.imported(
    fileOf('unknown-rate', [
      ['SETTLED', 'THB', '1000.00', '0.025', '24.00', '1.00', one],
      ['SETTLED', 'THB', '1000.01', '0.025', '24.00', '1.00', other],
    ]),
  )
  const ofFile = async () => (await finance.linesOf(id, 'sort=lineNo')).slice(0, 2)
  const off = { matchStatus: 'DIFFERENCE', differences: ['FX_DIFF'], ourRate: null }
  expect(await ofFile()).toMatchObject([off, off])
  expect((await finance2.operate(id, 'accept')).status).toBe(409)
  const [line] = await ofFile()
  if (!line) throw new Error('Two were imported')
  // Nobody can say how much is at stake, so one person does not give it up alone.
  const asked = await made(finance.onLine(line, 'write-off', { reason: 'lost' }))
  expect([asked.matchStatus, asked.writeOffBy]).toEqual(['DIFFERENCE', 'finance'])
  for (const open of await ofFile())
    await made(finance2.onLine(open, 'accept-difference', { cause: 'FX', reason: 'agreed' }))
  const alone = await finance2.operate(id, 'accept')
  expect([alone.status, alone.body.code], alone.text).toEqual([403, 'FOUR_EYES'])
  for (const decided of await ofFile()) await made(finance2.onLine(decided, 'reopen', {}))

  await plantRate('THB', 40.2, 39.8)
  await made(finance.operate(id, 'rematch'))
  const right = { matchStatus: 'MATCHED', differences: [] }
  expect(await ofFile()).toMatchObject([right, right])

  // What passed before this was looked at is found in batches that are still open.
  await sql`update settlement_line set our_rate = null where batch_id = ${id}::uuid and line_no = 2`.execute(
    platform.db,
  )
  const migration = new URL('../../../migrations/0038-unknown-rates.sql', import.meta.url)
  await sql.raw(await readFile(migration, 'utf8')).execute(platform.db)
  expect(await ofFile()).toMatchObject([off, right])
  expect(await finance.batch(id)).toMatchObject({ state: 'WITH_DIFFERENCES', openCount: 1, matchedCount: 1 })
  await made(finance.operate(id, 'rematch'))
  expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
})

it('the database and the model find the same lines that do not add up, and the database looks at many at once', async () => {
  const currencies = ['EUR', 'JPY', 'KWD']
  const amounts = [-10_001n, 0n, 1n, 99_999n]
  const given = currencies.flatMap((grossCurrency) =>
    currencies.flatMap((netCurrency) =>
      ['1', '0.0875', '160.5', '0.33210'].flatMap((fxRate) =>
        amounts.flatMap((grossMinor) =>
          [-30_120n, 5n, 880n, 161_549n].map((netMinor) => ({
            ...{ grossCurrency, netCurrency, fxRate, grossMinor, netMinor, feeMinor: 120n },
          })),
        ),
      ),
    ),
  )
  const column = (pick: (each: (typeof given)[number]) => unknown) => given.map((each) => String(pick(each)))
  const { rows } = await sql<{ off: string }>`
    select settlement_line_off(gross, gross_code, rate, fee, net, net_code)::text as off from unnest(
      ${column(({ grossMinor }) => grossMinor)}::bigint[], ${column(({ grossCurrency }) => grossCurrency)}::text[],
      ${column(({ fxRate }) => fxRate)}::numeric[], ${column(({ feeMinor }) => feeMinor)}::bigint[],
      ${column(({ netMinor }) => netMinor)}::bigint[], ${column(({ netCurrency }) => netCurrency)}::text[])
      as given (gross, gross_code, rate, fee, net, net_code)`.execute(platform.db)
  expect(rows.map(({ off }) => off)).toEqual(given.map((each) => String(offSum(each))))
  // Called by its name it is called once a line, which takes a hundred times as long.
  const plan = await sql<{ line: string }>`explain (verbose, format text) select count(*) filter (where
    settlement_line_off(gross_minor, gross_currency, fx_rate, fee_minor, net_minor, net_currency) <> 0)
    from settlement_line`.execute(platform.db)
  expect(JSON.stringify(plan.rows)).toContain('fx_rate')
  expect(JSON.stringify(plan.rows)).not.toContain('settlement_line_off')
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

it('a line in another currency adds up in each of its parts', async () => {
  const lines = [['SETTLED', 'SEK', '100.00', '0.0875', '8.68', '0.07']]
  const { id } = await finance.imported(fileOf('exchanged-parts', lines))
  const [line] = await finance.linesOf(id, 'open=true')
  if (!line) throw new Error('Nothing is open')
  const amounts = [...Array.from({ length: 19 }, () => '4.99'), '5.19']
  await made(finance.onLine(line, 'split', { amounts }))
  expect(await finance.batch(id)).toMatchObject({ offSumCount: 0, net: { amount: '8.68' } })
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
