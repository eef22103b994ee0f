import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import { pspFallback } from '@signalbox/model/rules/tables/psp-fallback'
import { pspRouting } from '@signalbox/model/rules/tables/psp-routing'
import { threeDsRouting } from '@signalbox/model/rules/tables/3ds2-routing'
import type { AnalysisContext } from './analyse-ruleset.ts'

type Conditions = Rule['conditions']

/** The one value a column may have. */
function only(conditions: readonly Conditions[], column: string): string | undefined {
  const cells = conditions.flatMap((each) => each[column] ?? [])
  const single = cells.find((cell) => cell.op === 'in' && cell.values.length === 1)
  return single?.op === 'in' ? single.values[0] : undefined
}

/**
 * Fallbacks to the very account the payment failed at: an account is tried once, so the row never sends a payment
 * anywhere. Two PSPs that stand in for each other are no mistake.
 */
function fallbackFindings(rules: readonly Rule[], preconditions: Conditions): Finding[] {
  return rules.flatMap((rule): Finding[] => {
    const { pspFallback: next, pspFallbackAccount: account } = rule.outputs
    const conditions = [preconditions, rule.conditions]
    const isBack = [
      ['psp', 'pspAccount'],
      ['initiatedPsp', 'initiatedPspAccount'],
    ].some(
      ([psp = '', at = '']) =>
        next !== undefined && only(conditions, psp) === next && only(conditions, at) === account,
    )
    if (!rule.enabled || !isBack || typeof next !== 'string' || typeof account !== 'string') return []
    const message = `Falls back to ${next} / ${account}, where the payment failed.`
    return [{ code: 'SA13', message, ruleId: rule.id, column: 'pspFallback' }]
  })
}

/** Currencies a row names and its PSP does not take, with no forex row that could convert them: all are declined. */
function currencyFindings(rules: readonly Rule[], { psps = {} }: AnalysisContext): Finding[] {
  return rules.flatMap((rule): Finding[] => {
    const { psp } = rule.outputs
    const { currencies: taken = [], converts } = (typeof psp === 'string' ? psps[psp] : undefined) ?? {}
    const cell = rule.conditions.currency
    if (!rule.enabled || typeof psp !== 'string' || taken.length === 0 || !converts || cell?.op !== 'in')
      return []
    const known = new Set([...taken, ...converts])
    const refused = cell.values.filter((currency) => !known.has(currency.toUpperCase()))
    if (refused.length === 0) return []
    const message = `${psp} does not support ${refused.slice(0, 5).join(', ')}, and no forex row converts it.`
    return [{ code: 'SA14', message, ruleId: rule.id, column: 'psp' }]
  })
}

/** What the rules on strong customer authentication allow without it. */
const lowValue = { amount: 3_000, count: 5, sum: 10_000 }

function maxEuro(cell: Cell | undefined): number {
  const max = cell?.op === 'moneyRange' ? cell.max?.EUR : undefined
  return max === undefined ? Infinity : Number(max)
}

/** Exemptions for low values that reach further than they may. */
function exemptionFindings(rules: readonly Rule[], preconditions: Conditions): Finding[] {
  return rules.flatMap((rule): Finding[] => {
    if (!rule.enabled || rule.outputs.exemption !== 'LOW_VALUE') return []
    const cellOf = (column: string) => rule.conditions[column] ?? preconditions[column]
    const count = cellOf('exemptInRow')
    const last =
      count?.op === 'range' && count.max ? Number(count.max.value) + (count.max.inclusive ? 1 : 0) : Infinity
    const open = [
      ...(maxEuro(cellOf('amount')) > lowValue.amount ? ['30 EUR'] : []),
      ...(last > lowValue.count ? ['5 payments in a row'] : []),
      ...(maxEuro(cellOf('exemptSumInRow')) > lowValue.sum ? ['100 EUR in a row'] : []),
    ]
    if (open.length === 0) return []
    const message = `A low value is exempt up to 30 EUR, 5 payments and 100 EUR in a row; the row sets no such limit: ${open.join(', ')}.`
    return [{ code: 'SA17', message, ruleId: rule.id, column: 'exemption' }]
  })
}

/** What can be said of rows that send payments somewhere. */
export function routeFindings(
  { slug }: DecisionTable,
  rules: readonly Rule[],
  preconditions: Conditions,
  context: AnalysisContext,
): Finding[] {
  if (slug === pspFallback.slug) return fallbackFindings(rules, preconditions)
  if (slug === pspRouting.slug) return currencyFindings(rules, context)
  return slug === threeDsRouting.slug ? exemptionFindings(rules, preconditions) : []
}
