import type { CompiledRuleset } from '@signalbox/engine/compile-ruleset'
import { pspColumns } from '@signalbox/model/rules/facts'
import type { Rule } from '@signalbox/model/rules/rule'
import type { CounterScope } from '../../counters/counter-types.ts'
import type { ReservationRequest } from '../../counters/counters.ts'
import type { Payment } from '../state/payment.ts'
import { tableFor, type RuleSource } from './ask-rules.ts'

/** What a version of a table has rows about, whether they match a payment or not. */
interface GateScopes {
  /** Somebody counts per these. */
  readonly counted: ReadonlySet<CounterScope>
  /** A payment may come back to count per these before its transaction ends. */
  readonly later: ReadonlySet<CounterScope>
}

/** Worked out once per version: a version never changes. */
const known = new WeakMap<CompiledRuleset, GateScopes>()

const asksAboutPsp = ({ conditions }: Rule): boolean => pspColumns.some((column) => column in conditions)

const scopeOf = ({ outputs }: Rule): CounterScope => (outputs.scope ?? 'USER') as CounterScope

/** Which gates each table that counts wants a payment to pass. */
const gatesOf: Readonly<Record<string, (rules: readonly Rule[]) => GateScopes>> = {
  'period-limit': (rules) => ({ counted: new Set(rules.map(scopeOf)), later: new Set() }),
  velocity: (rules) => ({
    counted: new Set(rules.map(scopeOf)),
    // Rows that name the PSP are asked once it is chosen, and nobody who stands in a gate with others can turn them out.
    later: new Set(rules.filter(asksAboutPsp).map(scopeOf)),
  }),
}

function scopesOf(table: string, ruleset: CompiledRuleset): GateScopes {
  let asked = known.get(ruleset)
  if (!asked) {
    const gates = gatesOf[table]
    if (!gates) throw new Error(`${table} counts nothing`)
    known.set(ruleset, (asked = gates(ruleset.version.rules.filter(({ enabled }) => enabled))))
  }
  return asked
}

/**
 * The gates a payment passes at its limits beside those it asks about itself. Two payments that different rows apply to
 * must see each other too, or each would count before the other was there: so do two that began under different rules.
 */
export async function gateScopes(
  rules: RuleSource,
  payment: Payment,
): Promise<Required<Pick<ReservationRequest, 'alsoCounted' | 'alsoAlone'>>> {
  const alsoCounted = new Set<CounterScope>()
  const alsoAlone = new Set<CounterScope>()
  for (const table of Object.keys(gatesOf)) {
    const own = await tableFor(rules, payment, table)
    const newest = await rules.effective(payment.tx.merchantId, table)
    for (const ruleset of new Set([...own.rulesets, ...newest.rulesets])) {
      const { counted, later } = scopesOf(table, ruleset)
      for (const scope of counted) alsoCounted.add(scope)
      for (const scope of later) alsoAlone.add(scope)
    }
  }
  return { alsoCounted, alsoAlone }
}
