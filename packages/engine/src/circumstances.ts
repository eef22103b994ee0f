import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { EvaluationContext } from './evaluation-context.ts'
import type { Outputs } from './compile-ruleset.ts'

/**
 * What rows are asked in. Payments, Try it and every simulation make their question of this, so that equal rows, facts
 * and circumstances have one answer wherever they are asked.
 */
export interface Circumstances extends Omit<EvaluationContext, 'unavailable'> {
  /** Why a PSP, or an account of it, cannot be used now. */
  readonly closed?: ((psp: string, account: string) => string | undefined) | undefined
}

/** The outputs that name whom a payment is sent to, where rows share by weight. */
const destinations: Readonly<Record<string, { readonly psp: string; readonly account: string }>> = {
  'psp-routing': { psp: 'psp', account: 'pspAccount' },
  'psp-fallback': { psp: 'pspFallback', account: 'pspFallbackAccount' },
}

const textIn = (outputs: Outputs, key: string): string => {
  const value = outputs[key]
  return typeof value === 'string' ? value : ''
}

export function contextIn({ slug }: DecisionTable, { closed, ...rest }: Circumstances): EvaluationContext {
  const named = destinations[slug]
  if (!closed || !named) return rest
  const { psp, account } = named
  return { ...rest, unavailable: (outputs) => closed(textIn(outputs, psp), textIn(outputs, account)) }
}
