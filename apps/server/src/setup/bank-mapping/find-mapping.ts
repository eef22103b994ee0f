import {
  bankMappingActions,
  bankMappingConditions,
  type bankMapping,
} from '@signalbox/model/entities/bank-mapping'
import type { RecordOf } from '@signalbox/model/field/entity'
import type { BankDetails, PayoutFacts } from '@signalbox/model/payments/payout-bank'
import { compilePattern } from '@signalbox/model/text/user-pattern'

type BankMapping = RecordOf<typeof bankMapping>
export type MappingRow = Pick<
  BankMapping,
  | 'id'
  | 'title'
  | 'merchantId'
  | 'enabled'
  | (typeof bankMappingConditions)[number]
  | (typeof bankMappingActions)[number]
>

const patterns = new Set<string>(['bic', 'name', 'clearingNumber', 'accountNumber'])

/** The first condition that does not hold; a condition left blank always holds. */
function failedCondition(row: MappingRow, facts: PayoutFacts): string | null {
  for (const name of bankMappingConditions) {
    const wanted = row[name]
    if (!wanted) continue
    const given = facts[name] ?? ''
    const holds = patterns.has(name) ? (compilePattern(wanted)?.(given) ?? false) : wanted === given
    if (!holds) return name
  }
  return null
}

export interface FoundMapping {
  readonly matched: { id: string; title: string; merchantId: number } | null
  readonly actions: BankDetails
  readonly passedOver: { id: string; title: string; failed: string }[]
}

/** Rows top-down, own before inherited; the first whose conditions all hold wins. */
export function findMapping(rows: readonly MappingRow[], facts: PayoutFacts): FoundMapping {
  const passedOver: FoundMapping['passedOver'] = []
  for (const row of rows) {
    const failed = row.enabled ? failedCondition(row, facts) : 'enabled'
    if (failed !== null) {
      passedOver.push({ id: row.id, title: row.title, failed })
      continue
    }
    const actions = Object.fromEntries(
      bankMappingActions.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]])),
    )
    return { matched: { id: row.id, title: row.title, merchantId: row.merchantId }, actions, passedOver }
  }
  return { matched: null, actions: {}, passedOver }
}
