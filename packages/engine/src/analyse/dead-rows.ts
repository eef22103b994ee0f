import { factOf } from '@signalbox/model/rules/facts'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import { instantOf } from '../fact-readings.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { AnalysisContext } from './analyse-ruleset.ts'
import { comparableCell } from './cell-set.ts'
import type { OrderedRows } from './ordered-rows.ts'
import { Space } from './space.ts'

const labelOf = (key: string): string => factOf(key)?.label ?? key

/** Amounts count in their own currency: one of those the row asks for must be among its amounts. */
function currencyClash(
  conditions: readonly Rule['conditions'][],
  vocabulary: Vocabulary,
): { readonly column: string; readonly message: string } | undefined {
  if (!conditions.some(({ amount }) => amount) || !conditions.some(({ currency }) => currency))
    return undefined
  const setsOf = (column: string) =>
    conditions.flatMap((each) => {
      const cell = each[column]
      return cell ? [comparableCell(column, cell, vocabulary).set] : []
    })
  const wanted = setsOf('currency').find((set) => set.kind === 'texts' && !set.negated)
  const amounts = setsOf('amount').find((set) => set.kind === 'money')
  if (wanted?.kind !== 'texts' || amounts?.kind !== 'money') return undefined
  const shared = [...amounts.byCurrency.keys()].some((currency) => wanted.values.has(currency.toLowerCase()))
  return shared
    ? undefined
    : { column: 'amount', message: 'Never matches: its amounts are not in the currencies it names.' }
}

/** Rows no payment can ever meet. */
export function deadRows(ordered: OrderedRows, { vocabulary, nowMs }: AnalysisContext): Finding[] {
  const reasonOf = (row: number): { column: string; message: string } | undefined => {
    const conditions = ordered.rows[row]?.conditions ?? []
    const own = ordered.rows[row]?.rule.conditions ?? {}
    const empty = ordered.space.empty.get(row)
    if (empty !== undefined) {
      const nothing = new Space([{ conditions: [own] }], vocabulary).empty.get(0)
      return nothing === undefined
        ? {
            column: empty,
            message: `Never matches: the preconditions of the ruleset require a different ${labelOf(empty)}.`,
          }
        : { column: nothing, message: `Never matches: ${labelOf(nothing)} accepts nothing.` }
    }
    const period = own.validPeriod
    const end = period?.op === 'range' && period.max ? instantOf(period.max.value) : undefined
    if (end !== undefined && end < nowMs)
      return { column: 'validPeriod', message: 'Never matches again: its period is over.' }
    return currencyClash(conditions, vocabulary)
  }
  return ordered.rows.flatMap(({ rule }, row): Finding[] => {
    const reason = ordered.isOwn(row) ? reasonOf(row) : undefined
    if (!reason) return []
    return [
      {
        code: 'SA01',
        ...reason,
        ruleId: rule.id,
        fix: {
          kind: 'clear',
          label: `Clear ${labelOf(reason.column)}`,
          ruleId: rule.id,
          column: reason.column,
        },
      },
    ]
  })
}
