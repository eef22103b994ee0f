import { readableMoney } from '@signalbox/model/money/money-text'
import { counted } from '@signalbox/model/text/counted'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Row } from '../../../kit/list/listing.ts'
import { moneyIn, sumOf } from '../../../kit/record/amounts.ts'

const total = (rows: readonly Row[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)

export const notAddingUp = (count: number): string =>
  `${counted(count, 'line does', 'lines do')} not add up: gross minus fees is not the net.`

/** What a batch pays out, of how many lines, and how many of them do not add up. */
export function batchStakes(name: string, rows: readonly Row[], formats: UserFormats): string[] {
  // What the PSP declares is what the bank should see.
  const paidOut = sumOf(rows, ({ declaredNet, net }) => declaredNet ?? net, formats)
  const off = name === 'accept' ? total(rows, 'offSumCount') : 0
  return [
    `Payout: ${paidOut}, ${counted(total(rows, 'lineCount'), 'line')}`,
    ...(off > 0 ? [notAddingUp(off)] : []),
  ]
}

/** By how much the net of a line is not its gross without its fees. */
export function offText({ offSum }: Row, formats: UserFormats): string | null {
  const off = moneyIn(offSum)
  if (!off) return null
  const size = readableMoney({ ...off, minor: off.minor < 0n ? -off.minor : off.minor }, formats)
  return `Does not add up: net is ${size} ${off.minor < 0n ? 'less' : 'more'} than gross minus fees.`
}

/** Why a line clears nothing in the books, so that all of it is a difference and not what is more or less than expected. */
const clearsNothing: Readonly<Record<string, string>> = {
  DUPLICATE:
    'Another line has the same payment. Where that one settles it, the whole amount of this one is posted as a difference.',
  STATE_DIFF: 'The payment did not succeed here. The whole amount is posted as a difference.',
  UNKNOWN_AT_US: 'The line has no payment here. The whole amount is posted as a difference.',
}

const wholeAmount = ({ differences }: Row): string[] =>
  (Array.isArray(differences) ? differences : [])
    .map((difference) => clearsNothing[String(difference)])
    .filter((text) => text !== undefined)

/** What a decision about one line is about: what the file says, what was expected, and the difference. */
function stakesOfLine(name: string, line: Row, formats: UserFormats): string[] {
  const text = (value: unknown) => sumOf([line], () => value, formats)
  const [gross, expected] = [moneyIn(line.gross), moneyIn(line.expected)]
  if (line.origin === 'MISSING') return [`Expected ${text(line.expected)}, not in the file`]
  const off = offText(line, formats)
  const [fees, expectedFee] = [text(line.fees), text(line.expectedFee)]
  return [
    `Gross ${text(line.gross)}${expected ? `, expected ${text(line.expected)}` : ''}`,
    ...(gross && expected && gross.currency === expected.currency && gross.minor !== expected.minor
      ? [`Difference: ${readableMoney({ ...gross, minor: gross.minor - expected.minor }, formats)}`]
      : []),
    ...(fees !== '' && expectedFee !== '' && fees !== expectedFee
      ? [`Fees ${fees}, expected ${expectedFee}`]
      : []),
    ...(off === null ? [] : [off]),
    ...(name === 'accept-difference' || name === 'write-off' ? wholeAmount(line) : []),
  ]
}

/** What a decision about lines is about. */
export function lineStakes(name: string, rows: readonly Row[], formats: UserFormats): string[] {
  const [line] = rows
  if (rows.length === 1 && line) return stakesOfLine(name, line, formats)
  return [`${counted(rows.length, 'line')}, gross ${sumOf(rows, ({ gross }) => gross, formats)}`]
}
