import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStatements } from '@signalbox/server/finance/bank/read-statements'
import { euro, openTestSandbox, testCall, testCard, type TestSandbox } from './testing/test-sandbox.ts'

const dayMs = 86_400_000

let sandbox: TestSandbox
/** The day on which everything was paid. */
let day: string
beforeAll(async () => {
  sandbox = await openTestSandbox()
  await sandbox.write('PUT', '/admin/settings', { delayScale: 0 })
  day = new Date(sandbox.clock.now()).toISOString().slice(0, 10)
  const pay = async (psp: string, amount: string, changes: object = {}) =>
    sandbox.services
      .connectorFor(psp)!
      .submit(testCall(psp, sandbox.callbackUrl, { amount: euro(amount), ...changes }))
  for (let no = 0; no < 12; no++) await pay('acmecards', `${10 + no}.40`)
  await pay('acmecards', '77.00', { instrument: testCard('4000000000009995') })
  for (let no = 0; no < 8; no++) await pay('borealpay', `${20 + no}.05`)
  await pay('kestrelcard', '40.00', { direction: 'WITHDRAWAL' })
  await sandbox.write('POST', '/admin/time', { minutes: (3 * dayMs) / 60_000 })
})
afterAll(() => sandbox.close())

interface PayoutView {
  readonly id: string
  readonly psp: string
  readonly batchRef: string
  readonly gross: string
  readonly fees: string
  readonly net: string
  readonly payout: string
  readonly paid: boolean
  readonly lines: number
  readonly planted: readonly { readonly fault: string; readonly merchantRef: string | null }[]
}
interface File {
  readonly content: string
  readonly planted: PayoutView['planted']
}

const payouts = async (query = '') =>
  (
    await sandbox.read<{ items: PayoutView[] }>(
      `/admin/payouts?x${query}`.replace('?x&', '?').replace('?x', ''),
    )
  ).items
const payoutOf = async (psp: string, query = '') => {
  const found = (await payouts(query)).find((payout) => payout.psp === psp)
  if (!found) throw new Error(`No payout of ${psp}`)
  return found
}
const fileOf = async ({ id }: PayoutView, query: string) =>
  (await sandbox.read<{ file: File }>(`/admin/payouts/${encodeURIComponent(id)}?${query}`)).file
const rowsOf = ({ content }: File, separator: string) => {
  const [header = '', ...rows] = content.trimEnd().split('\n')
  const names = header.split(separator)
  return rows.map((row) => Object.fromEntries(row.split(separator).map((cell, at) => [names[at], cell])))
}
const cents = (text: string | undefined): number => Math.round(Number((text ?? '').replace(',', '.')) * 100)
const sum = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((total, row) => total + cents(row[column]), 0)

describe('payouts of the providers', () => {
  it('are what the book says, to the cent', async () => {
    const { items } = await sandbox.read<{ items: Record<string, string>[] }>('/admin/book')
    const taken = items
      .filter(({ psp, movement }) => psp === 'acmecards' && movement === 'captured')
      .reduce((total, { minor }) => total + Number(minor), 0)
    const payout = await payoutOf('acmecards', '&plant=none')
    expect(cents(payout.gross)).toBe(taken)
    expect(cents(payout.net)).toBe(taken - cents(payout.fees))
    expect(payout.payout).toBe(payout.net)
    expect(payout.paid).toBe(true)
    expect(await payoutOf('kestrelcard', '&plant=none')).toMatchObject({ gross: '-40.00', net: '-40.00' })
  })

  it.each([
    ['generic', ';', 'grossAmount', 'netAmount'],
    ['comma', ',', 'Gross', 'Net'],
    ['decimal-comma', ';', 'Brutto', 'Netto'],
  ])('are written in the dialect %s with the same sums', async (dialect, separator, gross, net) => {
    const payout = await payoutOf('borealpay', '&plant=none')
    const rows = rowsOf(await fileOf(payout, `plant=none&dialect=${dialect}`), separator)
    const lines = rows.filter((row) => row.Art !== 'Summe')
    expect(lines).toHaveLength(8)
    expect(sum(lines, gross)).toBe(cents(payout.gross))
    expect(sum(lines, net)).toBe(cents(payout.net))
    for (const total of rows.filter((row) => row.Art === 'Summe'))
      expect(cents(total.Netto)).toBe(cents(payout.net))
  })

  it('have money in and money out in columns of their own where the dialect has them', async () => {
    const out = rowsOf(await fileOf(await payoutOf('kestrelcard'), 'plant=none&dialect=debit-credit'), ',')
    expect(out[0]).toMatchObject({ 'Gross Credit': '', 'Gross Debit': '40.00' })
  })

  it('have exactly the faults they say they have', async () => {
    const payout = await payoutOf('acmecards', '&plant=none')
    const right = rowsOf(await fileOf(payout, 'plant=none'), ';')
    const file = await fileOf(payout, 'plant=amount,fee,fx,type,state,duplicate,missing,unknown,batchTotal')
    expect(file.planted.map(({ fault }) => fault)).toEqual([
      'amount',
      'fee',
      'fx',
      'type',
      'state',
      'duplicate',
      'missing',
      'unknown',
      'batchTotal',
    ])
    const wrong = rowsOf(file, ';')
    const about = (fault: string) => file.planted.find((each) => each.fault === fault)?.merchantRef
    const of = (rows: readonly Record<string, string>[], fault: string) =>
      rows.filter(({ merchantRef }) => merchantRef === about(fault))
    const [before, after] = [(fault: string) => of(right, fault)[0], (fault: string) => of(wrong, fault)[0]]
    expect(cents(after('amount')?.grossAmount)).toBe(cents(before('amount')?.grossAmount) + 100)
    expect(cents(after('fee')?.commission)).toBe(cents(before('fee')?.commission) + 75)
    expect(after('fx')?.fxRate).toBe('1.120000')
    expect([before('type')?.type, after('type')?.type]).toEqual(['SETTLED', 'REFUNDED'])
    expect([of(right, 'state'), of(wrong, 'state')].map(({ length }) => length)).toEqual([0, 1])
    expect([of(right, 'duplicate'), of(wrong, 'duplicate')].map(({ length }) => length)).toEqual([1, 2])
    expect([of(right, 'missing'), of(wrong, 'missing')].map(({ length }) => length)).toEqual([1, 0])
    expect([of(right, 'unknown'), of(wrong, 'unknown')].map(({ length }) => length)).toEqual([0, 1])
    // Whatever is not named is as it was.
    const named = new Set(file.planted.map(({ merchantRef }) => merchantRef))
    const others = (rows: readonly Record<string, string>[]) =>
      rows.filter(({ merchantRef }) => !named.has(merchantRef ?? null))
    expect(others(wrong)).toEqual(others(right))
    expect(others(right).length).toBeGreaterThan(3)
  })

  it('come to the bank, which says so in both formats', async () => {
    const paid = (await payouts()).filter((payout) => payout.paid)
    const amounts = paid.map(({ payout }) => cents(payout)).toSorted()
    for (const format of ['camt.053', 'camt.053.02', 'mt940']) {
      const { file } = await sandbox.read<{ file: File }>(`/admin/bank-statement?format=${format}`)
      const statements = readStatements(file.content)
      const entries = statements.flatMap((statement) => statement.entries)
      expect(entries.map(({ minor }) => Number(minor)).toSorted()).toEqual(amounts)
      expect(entries.map(({ reference }) => reference).toSorted()).toEqual(
        paid.map(({ batchRef }) => batchRef).toSorted(),
      )
    }
  })

  it('leave owed what was not settled yet', async () => {
    const owed = async (until: string) =>
      (
        await sandbox.read<{ items: { psp: string; movedMinor: string; owedMinor: string }[] }>(
          `/admin/owed?until=${until}`,
        )
      ).items
    const payout = await payoutOf('acmecards', '&plant=none')
    const acme = (await owed(day)).find(({ psp }) => psp === 'acmecards')
    expect(acme).toMatchObject({
      movedMinor: String(cents(payout.gross)),
      owedMinor: String(cents(payout.gross)),
    })
    const later = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
    expect((await owed(later)).every(({ owedMinor }) => owedMinor === '0')).toBe(true)
  })

  it('refuse what they do not know', async () => {
    const status = async (path: string) => (await fetch(`${sandbox.sandbox.url}${path}`)).status
    expect(await status('/admin/payouts/none')).toBe(404)
    expect(await status('/admin/payouts?plant=everything')).toBe(422)
    expect(await status('/admin/bank-statement?format=pdf')).toBe(422)
    expect(await status('/admin/owed?until=soon')).toBe(422)
  })
})
