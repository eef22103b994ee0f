import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReturnableRest } from './returned-part.ts'
import { partsTogether, type ReportedReturn } from './returns-together.ts'

const taken: ReturnableRest = { wallet: 10_000n, fee: 333n, vat: 84n, psp: 10_417n }
const nothing: ReturnableRest = { wallet: 0n, fee: 0n, vat: 0n, psp: 0n }
const dispute = (psp: bigint): ReportedReturn => ({ subject: 'disputeFiled', psp })
const won = (psp: bigint): ReportedReturn => ({ subject: 'disputeResolved', psp })
const reversal = (psp: bigint): ReportedReturn => ({ subject: 'reversal', psp })

/** As our books add it up: what is left and what is charged back after all of it, component by component. */
function after(rest: ReturnableRest, parts: ReturnType<typeof partsTogether<ReportedReturn>>) {
  const names = ['wallet', 'fee', 'vat', 'psp'] as const
  const sum = (name: (typeof names)[number], subject: ReportedReturn['subject']) =>
    (parts ?? []).reduce((all, { report, part }) => (report.subject === subject ? all + part[name] : all), 0n)
  return names.map((name) => {
    const charged = sum(name, 'disputeFiled') - sum(name, 'disputeResolved')
    return { rest: rest[name] - charged - sum(name, 'reversal'), charged }
  })
}

describe('reports that fit only together', () => {
  it('take what is not there and give exactly that back', () => {
    const rest = { ...nothing, fee: 333n, vat: 84n, psp: 417n }
    const parts = partsTogether(won(10_417n), [dispute(10_417n)], { taken, rest, charged: nothing })
    expect(parts?.map(({ report }) => report.subject)).toEqual(['disputeFiled', 'disputeResolved'])
    expect(after(rest, parts)).toEqual([
      { rest: 0n, charged: 0n },
      { rest: 333n, charged: 0n },
      { rest: 84n, charged: 0n },
      { rest: 417n, charged: 0n },
    ])
  })

  it('are as few as can be, and none where what comes in is not enough', () => {
    const standing = { taken, rest: nothing, charged: nothing }
    const others = [reversal(100n), dispute(9000n), dispute(500n), won(200n)]
    expect(partsTogether(won(500n), others, standing)?.map(({ report }) => report)).toEqual([
      dispute(500n),
      won(500n),
    ])
    expect(partsTogether(won(500n), [dispute(501n)], standing)).toBeUndefined()
    expect(partsTogether(dispute(20_000n), [won(20_000n)], standing)).toBeUndefined()
  })

  it('are found as pairs however many others wait', () => {
    const standing = { taken, rest: nothing, charged: nothing }
    const others = [...Array.from({ length: 30 }, () => reversal(10_000n)), dispute(500n), reversal(1n)]
    expect(partsTogether(won(500n), others, standing)?.map(({ report }) => report)).toEqual([
      dispute(500n),
      won(500n),
    ])
  })

  it('leave nothing below nothing, to the minor unit, whatever they are', () => {
    const amount = fc.bigInt({ min: 1n, max: 10_417n })
    const report = fc.oneof(amount.map(dispute), amount.map(won), amount.map(won), amount.map(reversal))
    fc.assert(
      fc.property(
        report,
        fc.array(report, { maxLength: 6 }),
        fc.bigInt({ min: 0n, max: 10_000n }),
        (asked, others, refunded) => {
          const rest = { ...taken, wallet: taken.wallet - refunded, psp: taken.psp - refunded }
          const parts = partsTogether(asked, others, { taken, rest, charged: nothing })
          for (const { rest: left, charged } of after(rest, parts)) {
            expect(left >= 0n).toBe(true)
            expect(charged >= 0n).toBe(true)
          }
          for (const {
            report: { psp },
            part,
          } of parts ?? []) {
            expect(part.psp).toBe(psp)
            expect(part.wallet + part.fee + part.vat).toBe(psp)
          }
        },
      ),
      { seed: 11, numRuns: 500 },
    )
  })
})
