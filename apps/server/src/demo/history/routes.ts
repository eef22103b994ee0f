import type { EffectiveTable } from '@signalbox/engine/effective-table'
import type { RateSheet } from '@signalbox/model/money/rates'
import { pspRouting } from '@signalbox/model/rules/tables/psp-routing'
import { decisionOf } from '../../payments/core/flow/ask-rules.ts'
import { askTable } from '../../payments/core/flow/rule-answer.ts'
import type { Transaction } from '../../payments/core/record/transaction.ts'
import type { Route } from './opening.ts'

/** Where payments go when the rules of today have no answer: as the demo platform began. */
const usual: Readonly<Record<string, readonly [psp: string, account: string]>> = {
  CREDITCARD: ['acmecards', '3DS'],
  APPLEPAY: ['acmecards', 'N3DS'],
  GOOGLEPAY: ['acmecards', 'N3DS'],
  SKRILL: ['walletx', 'EU'],
  NETELLER: ['walletx', 'EU'],
  PAYPAL: ['walletx', 'EU'],
  WEBREDIRECT: ['walletx', 'EU'],
  CRYPTOCURRENCY: ['coinsim', 'default'],
}

const otherwise = ({ providerType }: Transaction): Route => {
  const [psp, account] = usual[providerType] ?? ['nordbank', 'default']
  return { psp, account }
}

/** Asks the routing rules in force, so that a payment of the past names the row that sent it. */
export const routesBy =
  (tables: ReadonlyMap<number, EffectiveTable>, rates: ReadonlyMap<number, RateSheet>) =>
  (tx: Transaction): Route => {
    const [table, sheet] = [tables.get(tx.merchantId), rates.get(tx.merchantId)]
    if (!table || !sheet) return otherwise(tx)
    const answer = askTable(pspRouting, table, tx.stepState.facts, {
      step: 'D7',
      transactionId: String(tx.id),
      rates: sheet,
    })
    const { psp, pspAccount: account } = answer.hits[0]?.outputs ?? {}
    if (!psp || !account) return otherwise(tx)
    return { psp, account, decision: decisionOf(table, 'D7', answer) }
  }
