import { contextIn } from '@signalbox/engine/circumstances'
import type { EvaluationContext } from '@signalbox/engine/evaluation-context'
import type { EffectiveTable } from '@signalbox/engine/effective-table'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Facts, Step } from '@signalbox/model/rules/fact'
import { decisionOf, type RuleSource } from '../core/flow/ask-rules.ts'
import type { AskOptions, StepContext } from '../core/flow/step-context.ts'
import type { Decision, Payment } from '../core/state/payment.ts'

/** A question that was put to a table, with everything it takes to put it again. */
export interface AskedQuestion {
  readonly flowStep: string
  readonly step: Step
  readonly effective: EffectiveTable
  readonly facts: Facts
  readonly context: EvaluationContext
  readonly decision: Decision
  readonly us: number
}

/** The same context, remembering each question that decides something. */
export function remembering(context: StepContext, rules: RuleSource, asked: AskedQuestion[]): StepContext {
  const ask = async <Table extends DecisionTable>(
    payment: Payment,
    table: Table,
    step: Step,
    options: AskOptions = {},
  ) => {
    const { also, silent, closed, exceeded } = options
    const facts = { ...payment.facts, ...also } as Facts
    const effective = await rules.effective(payment.tx.merchantId, table.slug)
    const began = performance.now()
    const answer = await context.ask(payment, table, step, options)
    const us = Math.round((performance.now() - began) * 1_000)
    if (silent) return answer
    const circumstances = {
      step,
      transactionId: String(payment.tx.id),
      rates: answer.rates.of,
      ...(closed && { closed }),
      ...(exceeded && { exceeded }),
    }
    asked.push({
      flowStep: payment.step ?? '',
      step,
      effective,
      facts,
      context: contextIn(table, circumstances),
      decision: decisionOf(effective, step, answer),
      us,
    })
    return answer
  }
  return { ...context, ask }
}
