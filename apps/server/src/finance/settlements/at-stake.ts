import type { Money } from '@signalbox/model/money/money'
import { offAtRate, offSum } from '@signalbox/model/settlements/off-sum'
import type { LineFacts } from './line-store.ts'

const size = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/** Lines that settle nothing of ours by themselves. */
const withoutPayment: readonly string[] = ['FEE', 'RESERVE_HOLD', 'RESERVE_RELEASE']

/** What we expected in the currency the PSP keeps its fee in; undefined where nobody can say. */
function expectedFee(line: LineFacts): bigint | undefined {
  if (line.expectedFeeMinor === null) return undefined
  const feeMinor = BigInt(line.expectedFeeMinor)
  if (line.expectedFeeCurrency === line.netCurrency) return feeMinor
  if (line.expectedFeeCurrency !== line.grossCurrency) return undefined
  return -offAtRate({ ...line, grossMinor: feeMinor, netMinor: 0n, feeMinor: 0n })
}

/**
 * How much a decision about a line is about, in each way it may be off: what came in, what the PSP kept, what the line
 * says it comes to, and what reaches the bank after all of these. The largest of them counts.
 */
export function amountsAtStake(line: LineFacts): Money[] {
  const { grossCurrency, netCurrency, expectedCurrency, differences } = line
  const [gross, fee, net] = [BigInt(line.grossMinor), BigInt(line.feeMinor), BigInt(line.netMinor)]
  const expected = BigInt(line.expectedMinor ?? '0')
  const ofGross = (minor: bigint): Money => ({ minor: size(minor), currency: grossCurrency })
  const ofNet = (minor: bigint): Money => ({ minor: size(minor), currency: netCurrency })
  const inExpected = { minor: size(expected), currency: expectedCurrency ?? grossCurrency }
  if (line.origin === 'MISSING') return [inExpected]
  // Where the rate itself is in question, ours says what the line should come to.
  const isOffRate = differences.includes('FX_DIFF') && line.ourRate !== null && grossCurrency !== netCurrency
  const offOf = (grossMinor: bigint, feeMinor: bigint): Money => {
    const amounts = { grossCurrency, netCurrency, grossMinor, feeMinor, netMinor: net }
    return ofNet(
      isOffRate
        ? offAtRate({ ...amounts, fxRate: line.ourRate ?? '1' })
        : offSum({ ...amounts, fxRate: line.fxRate }),
    )
  }
  if (expectedCurrency === null && withoutPayment.includes(line.type)) return [offOf(gross, fee)]
  // A payment that failed here, or was settled before, has nothing in the books this line could clear.
  const isOurs =
    expectedCurrency !== null && !differences.includes('DUPLICATE') && !differences.includes('STATE_DIFF')
  if (!isOurs) return [ofGross(gross), ofNet(fee), ofNet(net), offOf(gross, fee)]
  const feeDue = expectedFee(line) ?? fee
  // Without a rate of ours, nobody can say what the line should come to: all of it may be wrong.
  const isUnknownRate =
    differences.includes('FX_DIFF') && line.ourRate === null && grossCurrency !== netCurrency
  const all = isUnknownRate ? [ofGross(gross), ofNet(net)] : []
  const always = [ofNet(fee - feeDue), offOf(gross, fee), ...all]
  return expectedCurrency === grossCurrency
    ? [ofGross(gross - expected), ...always, offOf(expected, feeDue)]
    : [ofGross(gross), inExpected, ...always]
}
