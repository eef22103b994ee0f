import type { EffectiveTable } from '@signalbox/engine/effective-table'
import type { RateSheet } from '@signalbox/model/money/rates'
import { approval } from '@signalbox/model/rules/tables/approval'
import { askTable } from '../../payments/core/flow/rule-answer.ts'
import { decisionOf } from '../../payments/core/flow/ask-rules.ts'
import type { Decision } from '../../payments/core/state/payment.ts'
import type { Transaction } from '../../payments/core/record/transaction.ts'

/** Who must approve a payment by the rules in force, and the row that says so. */
export interface RequiredApproval {
  readonly mode: 'SINGLE' | 'TWO_LEVEL' | 'AUTO'
  readonly decision: Decision
}

/** Asks the approval rules in force, so that whoever looks at a payment of the past sees why it waits. */
export const approvalsBy =
  (tables: ReadonlyMap<number, EffectiveTable>, rates: ReadonlyMap<number, RateSheet>) =>
  (tx: Transaction): RequiredApproval | undefined => {
    const [table, sheet] = [tables.get(tx.merchantId), rates.get(tx.merchantId)]
    if (!table || !sheet) return undefined
    const answer = askTable(approval, table, tx.stepState.facts, {
      step: 'D12',
      transactionId: String(tx.id),
      rates: sheet,
    })
    const outputs = answer.hits[0]?.outputs
    if (!outputs) return undefined
    const manual = outputs.levels === 'TWO' ? 'TWO_LEVEL' : 'SINGLE'
    const mode = outputs.approvalMethod === 'AUTOMATIC' ? 'AUTO' : manual
    return { mode, decision: decisionOf(table, 'D12', answer) }
  }
