import { accountLabels, controlOf, dimensionOf } from '@signalbox/model/balance/account-words'
import type { AdjustmentLine } from '@signalbox/model/calls/balance'
import type { AccountType } from '@signalbox/model/ledger/account'
import { imbalance, type JournalLine } from '@signalbox/model/ledger/journal'
import { isTooLarge } from '@signalbox/model/money/money'
import { amountText, notAnAmount, parseMoney } from '@signalbox/model/money/money-text'
import { currencyOf } from '@signalbox/model/reference/currencies'
import { invalid, type FieldProblem } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import type { Tx } from '../../kit/database.ts'
import { accountsOf, type WhyUnknown } from './dimensions.ts'

/** One per merchant and currency: nothing tells two of them apart. */
const alone = new Set<AccountType>(['USER_FUNDS', 'USER_FEE_INCOME', 'BREAKAGE_INCOME', 'VAT_PAYABLE'])

function dimensionProblem({ type, dimension }: AdjustmentLine): string | undefined {
  if (!/^[\w ./-]*$/.test(dimension)) return 'Use letters, digits, spaces and . / - _ only'
  const label = accountLabels[type]
  if (alone.has(type) && dimension !== '') return `${label} has no detail`
  if (dimensionOf(type) !== undefined && dimension === '') return texts.required
  return undefined
}

interface Reading {
  readonly problems: FieldProblem[]
  readonly whyUnknown: WhyUnknown
}

function lineOf(line: AdjustmentLine, index: number, { problems, whyUnknown }: Reading): JournalLine[] {
  const { type, dimension, side, amount } = line
  const add = (member: string, message: string) =>
    problems.push({ field: `lines.${index}.${member}`, code: 'INVALID', message })
  const control = controlOf(type, dimension)
  if (control !== undefined) {
    const message = `${accountLabels[type]} must equal ${control}; an adjustment would make it differ. Correct it there`
    problems.push({ field: `lines.${index}.type`, code: 'CONTROL_ACCOUNT', message })
    return []
  }
  const problem = dimensionProblem(line) ?? whyUnknown(line)
  if (problem) add('dimension', problem)
  const money = parseMoney(amount.amount, amount.currency)
  if (currencyOf(amount.currency) === undefined) add('amount.currency', texts.unknownCurrency)
  else if (!money) add('amount', notAnAmount(amount.amount, amount.currency))
  else if (money.minor === 0n) add('amount', texts.invalidAmount)
  else if (isTooLarge(money.minor)) add('amount', texts.tooLargeAmount)
  if (problem || !money || money.minor === 0n) return []
  return [{ account: { type, dimension, currency: money.currency }, side, minor: money.minor }]
}

/** The lines of an adjustment as the books of the merchant take them. They must balance in every currency. */
export async function readAdjustment(
  tx: Tx,
  merchantId: number,
  lines: readonly AdjustmentLine[],
): Promise<JournalLine[]> {
  const problems: FieldProblem[] = []
  const whyUnknown = await accountsOf(tx, merchantId, lines)
  const read = lines.flatMap((line, index) => lineOf(line, index, { problems, whyUnknown }))
  if (problems.length === 0)
    for (const [currency, off] of imbalance(read)) {
      const by = amountText({ minor: off < 0n ? -off : off, currency })
      const side = off > 0n ? 'Debit' : 'Credit'
      problems.push({ field: 'lines', code: 'UNBALANCED', message: `${side} is ${by} too high` })
    }
  if (problems.length > 0) throw invalid(...problems)
  return read
}
