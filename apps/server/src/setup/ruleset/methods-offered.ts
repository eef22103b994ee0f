import { paymentMethods } from '@signalbox/model/rules/tables/payment-methods'
import type { Rule } from '@signalbox/model/rules/rule'
import type { Tx } from '../../kit/database.ts'
import { activeRulesOf } from './active-rules-store.ts'

const listsOfMethods = ['depositMethods', 'withdrawalMethods', 'alwaysEnabled'] as const

/** Every method, or service of one as in `BANK:IDEAL`, that the active rules of these merchants offer to somebody. */
export async function methodsOffered(tx: Tx, merchants: readonly number[]): Promise<ReadonlySet<string>> {
  const rules = await activeRulesOf(tx, paymentMethods.slug, merchants)
  const entries = rules.flatMap(({ outputs }: Pick<Rule, 'outputs'>) =>
    listsOfMethods.flatMap((name) => (Array.isArray(outputs[name]) ? (outputs[name] as unknown[]) : [])),
  )
  return new Set(entries.filter((entry) => typeof entry === 'string'))
}
