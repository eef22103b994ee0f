import { describe, expect, it } from 'vitest'
import { figuresOf, Reading, type HitSum } from './figures.ts'

const sum = (values: Partial<HitSum> = {}): HitSum => ({
  table: 'psp-routing',
  level: 'ROW',
  ref: '1_RO_01_01@1',
  txType: 'CreditcardDeposit',
  currency: 'EUR',
  hits: (values.successful ?? 0) + (values.failed ?? 0),
  payments: (values.successful ?? 0) + (values.failed ?? 0),
  successful: 0,
  failed: 0,
  successfulMinor: 0n,
  failedMinor: 0n,
  feeMinor: 0n,
  refundedMinor: 0n,
  pspFeeMinor: 0n,
  chargedBack: 0,
  overridden: 0,
  firstHitAt: '2026-11-01T10:00:00.000Z',
  lastHitAt: '2026-11-02T10:00:00.000Z',
  ...values,
})

const euro = (amount: string) => ({ amount, currency: 'EUR' })
const krona = (amount: string) => ({ amount, currency: 'SEK' })

/** The figures of some rows of a table, beside what others of it did. */
const of = (table: string, own: readonly HitSum[], others: readonly HitSum[] = []) =>
  figuresOf(table, own, [...own, ...others], { evaluations: 1_000, reach: 400 })

describe('the approval rate', () => {
  const approval = (successful: number, failed: number) => of('limit', [sum({ successful, failed })]).approval

  // Worked out by hand with z = 1.959964: (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n).
  it.each([
    [41, 9, 0.82, 0.692, 0.9023],
    [820, 180, 0.82, 0.795, 0.8426],
    [30, 0, 1, 0.8865, 1],
    [0, 30, 0, 0, 0.1135],
  ])('of %i to %i lies in its Wilson interval', (successful, failed, rate, low, high) => {
    const found = approval(successful, failed)
    expect(found?.rate).toBeCloseTo(rate, 6)
    expect(found?.low).toBeCloseTo(low, 4)
    expect(found?.high).toBeCloseTo(high, 4)
  })

  it('is not told of fewer than thirty decided payments', () => {
    expect(approval(29, 0)).toBeNull()
    expect(approval(15, 15)?.rate).toBe(0.5)
  })
})

describe('the difference to other rows', () => {
  const swish = { txType: 'SwishDeposit' }

  it('compares payments of the same type, and leaves out types nobody else decided about', () => {
    const own = [
      sum({ successful: 36, failed: 4 }),
      sum({ ...swish, successful: 5, failed: 5 }),
      sum({ txType: 'TrustlyDeposit', successful: 1_000 }),
    ]
    const others = [
      sum({ ref: '1_RO_01_02@1', successful: 50, failed: 30 }),
      // Payments no row said anything about are others too.
      sum({ level: 'NONE', ref: '', successful: 10, failed: 10 }),
      sum({ ...swish, ref: '1_RO_01_02@1', successful: 20 }),
      // The table as a whole counts all of them once more.
      sum({ level: 'TABLE', ref: '', successful: 500, failed: 500 }),
    ]
    // Others approve 60 of 100 cards and all of Swish: 40 × 0.6 + 10 × 1 = 34 expected, 41 came, of 50.
    expect(of('psp-routing', own, others).approvalDifference).toBeCloseTo(7 / 50, 10)
  })

  it('needs thirty decided payments and somebody to compare with', () => {
    const others = [sum({ ref: '1_RO_01_02@1', successful: 50, failed: 50 })]
    expect(of('psp-routing', [sum({ successful: 29 })], others).approvalDifference).toBeNull()
    expect(of('psp-routing', [sum({ successful: 30 })], others).approvalDifference).toBe(0.5)
    expect(of('psp-routing', [sum({ successful: 30 })]).approvalDifference).toBeNull()
  })

  it('is told of routing, and not of a table as a whole', () => {
    const others = [sum({ ref: '1_FE_01_02@1', successful: 50, failed: 50 })]
    expect(of('fee', [sum({ successful: 60 })], others).approvalDifference).toBeNull()
    expect(
      of('psp-routing', [sum({ level: 'TABLE', ref: '', successful: 60 })], others).approvalDifference,
    ).toBeNull()
  })
})

describe('what the rows of a table are there for', () => {
  it('fees: what they brought and what was paid back, by currency', () => {
    const own = [
      sum({ feeMinor: 1_250n, refundedMinor: 300n }),
      sum({ feeMinor: 50n, ref: '1_FE_01_02@1' }),
      sum({ currency: 'SEK', feeMinor: 9_900n }),
    ]
    expect(of('fee', own).fees).toEqual([
      { revenue: euro('13.00'), refunds: euro('3.00') },
      { revenue: krona('99.00'), refunds: krona('0.00') },
    ])
    expect(of('limit', own).fees).toBeNull()
  })

  it('provider fees: what they cost, and how much each approved payment, by currency', () => {
    const own = [
      sum({ successful: 3, failed: 10, pspFeeMinor: 1_000n }),
      sum({ successful: 2, pspFeeMinor: 234n }),
      sum({ currency: 'SEK', failed: 4, pspFeeMinor: 500n }),
    ]
    expect(of('provider-fee', own).cost).toEqual([
      // 12.34 over five is 2.468; a part of a cent is left out.
      { cost: euro('12.34'), perApproved: euro('2.46') },
      { cost: krona('5.00'), perApproved: null },
    ])
    expect(of('fee', own).cost).toBeNull()
  })

  it.each(['general-block', 'bin-block', 'kyc-block'])(
    '%s: how many like those it stopped were charged back when no row stopped them',
    (table) => {
      const stopped = [sum({ failed: 20 })]
      const passed = [
        sum({ level: 'NONE', ref: '', successful: 200, failed: 50, chargedBack: 3 }),
        sum({ level: 'NONE', ref: '', txType: 'SwishDeposit', successful: 900, chargedBack: 90 }),
        sum({ ref: '1_GB_01_02@1', successful: 100, chargedBack: 100 }),
      ]
      expect(of(table, stopped, passed).passedFraudRate).toBeCloseTo(0.015, 10)
      expect(of(table, stopped).passedFraudRate).toBeNull()
      expect(of('limit', stopped, passed).passedFraudRate).toBeNull()
    },
  )

  it('fallback: the share of what was tried again that came in', () => {
    const own = [
      sum({ successful: 2, successfulMinor: 30_000n }),
      sum({ failed: 1, failedMinor: 10_000n, ref: '1_FB_01_02@1' }),
    ]
    expect(of('psp-fallback', own).uplift).toBe(0.75)
    expect(of('psp-fallback', [sum({})]).uplift).toBeNull()
    expect(of('psp-routing', own).uplift).toBeNull()
  })

  it('fallback: amounts of two currencies are not added up', () => {
    const own = [
      // Half of the euros came in, for two payments, and none of a million kronor, for one.
      sum({ successful: 1, failed: 1, successfulMinor: 10_000n, failedMinor: 10_000n }),
      sum({ currency: 'SEK', failed: 1, failedMinor: 100_000_000n }),
    ]
    expect(of('psp-fallback', own).uplift).toBeCloseTo((0.5 * 2) / 3, 4)
  })
})

it('share, reach, value, override, first and last hit are those of all its sums', () => {
  const own = [
    sum({ hits: 3, payments: 2, successful: 2, successfulMinor: 2_000n, overridden: 1 }),
    sum({
      hits: 5,
      payments: 4,
      failed: 3,
      failedMinor: 700n,
      overridden: 2,
      firstHitAt: '2026-10-31T23:59:59.000Z',
      lastHitAt: '2026-11-01T00:00:00.000Z',
    }),
  ]
  expect(of('limit', own)).toMatchObject({
    evaluations: 1_000,
    hits: 8,
    share: 0.008,
    reach: 400,
    payments: 6,
    value: [{ successful: euro('20.00'), declined: euro('7.00') }],
    firstHitAt: '2026-10-31T23:59:59.000Z',
    lastHitAt: '2026-11-02T10:00:00.000Z',
    overridden: 3,
  })
  const unasked = figuresOf('limit', [], [], { evaluations: 0, reach: 0 })
  expect(unasked).toMatchObject({ share: null, hits: 0, approval: null, value: [], firstHitAt: null })
})

it('reading stops at the row that decided, in the version it is of', () => {
  const versions = ['1_RO_01@5', '1_RO_02@1']
  const asked = (stoppedAt: string, evaluations: number, skipped: string[] = []) => ({
    table: 'psp-routing',
    versions,
    skipped,
    stoppedAt,
    evaluations,
  })
  const reading = new Reading([
    asked('1_RO_01_02@5', 10),
    asked('1_RO_02_01@1', 4),
    asked('', 3),
    // Its preconditions kept the first ruleset out.
    asked('1_RO_02_03@1', 2, ['1_RO_01@5']),
  ])
  // Of the first: stopped ten times at its second row, read whole by those who went on.
  expect(reading.ofRow('1_RO_01@5', 1)).toEqual({ evaluations: 17, reach: 17 })
  expect(reading.ofRow('1_RO_01@5', 2)).toEqual({ evaluations: 17, reach: 17 })
  expect(reading.ofRow('1_RO_01@5', 3)).toEqual({ evaluations: 17, reach: 7 })
  expect(reading.ofRow('1_RO_02@1', 1)).toEqual({ evaluations: 19, reach: 9 })
  expect(reading.ofRow('1_RO_02@1', 2)).toEqual({ evaluations: 19, reach: 5 })
  expect(reading.ofRow('1_RO_02@1', 4)).toEqual({ evaluations: 19, reach: 3 })
  expect(reading.ofRow('1_RO_03@1', 1)).toEqual({ evaluations: 0, reach: 0 })
})
