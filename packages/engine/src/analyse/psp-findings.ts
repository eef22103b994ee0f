import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import { transactionTypes, type TransactionType } from '@signalbox/model/reference/transaction-types'
import type { PspSetups } from './psp-setup.ts'

type Conditions = Rule['conditions']

/** Which payments a column lets through, by what follows from their type. */
const columns: Readonly<Record<string, (type: TransactionType) => string>> = {
  txType: ({ name }) => name,
  providerType: ({ providerType }) => providerType,
  method: ({ direction }) => direction,
}

function lets(cell: Cell | undefined, value: string): boolean {
  if (cell?.op === 'in') return cell.values.some((each) => each.toLowerCase() === value.toLowerCase())
  if (cell?.op === 'notIn') return !cell.values.some((each) => each.toLowerCase() === value.toLowerCase())
  return true
}

/** The kinds of payments a row can be about. */
const typesOf = (conditions: readonly Conditions[]): readonly TransactionType[] =>
  transactionTypes.filter((type) =>
    conditions.every((each) =>
      Object.entries(columns).every(([column, valueOf]) => lets(each[column], valueOf(type))),
    ),
  )

/** Methods or types the row names one by one; each of them was meant. */
function* namedTypes(rule: Rule): Generator<readonly [named: string, types: readonly TransactionType[]]> {
  for (const column of ['txType', 'providerType']) {
    const cell = rule.conditions[column]
    if (cell?.op !== 'in') continue
    for (const value of cell.values)
      yield [value, typesOf([{ ...rule.conditions, [column]: { op: 'in', values: [value] } }])]
  }
}

/** Rows that send payments to a PSP that, by the PSP catalogue, does not take them: they would all be declined. */
export function pspFindings(
  table: DecisionTable,
  rules: readonly Rule[],
  preconditions: Conditions,
  psps: PspSetups,
): Finding[] {
  const outputs = table.outputs.filter(({ catalogue, type }) => catalogue === 'psp' && type === 'CHOICE')
  return rules.flatMap((rule) =>
    outputs.flatMap(({ key }): Finding[] => {
      const psp = rule.outputs[key]
      const taken = typeof psp === 'string' ? psps[psp]?.txTypes : undefined
      if (!rule.enabled || typeof psp !== 'string' || !taken) return []
      const isTaken = ({ name }: TransactionType) => taken.includes(name)
      const possible = typesOf([preconditions, rule.conditions])
      const refused = [...namedTypes(rule)]
        .filter(([, types]) => types.length > 0 && !types.some(isTaken))
        .map(([named]) => named)
      if (refused.length === 0 && (possible.length === 0 || possible.some(isTaken))) return []
      const what = refused.length > 0 ? refused.slice(0, 5).join(', ') : 'any payment of this row'
      const message = `${psp} does not support ${what} (PSP catalogue).`
      return [{ code: 'SA08', message, ruleId: rule.id, column: key }]
    }),
  )
}
