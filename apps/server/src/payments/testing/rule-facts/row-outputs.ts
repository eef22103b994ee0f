import type { Rule } from '@signalbox/model/rules/rule'
import { blockSuites } from '../rule-cases/block-cases.ts'
import { limitSuites } from '../rule-cases/limit-cases.ts'
import { moneySuites } from '../rule-cases/money-cases.ts'
import { operationSuites } from '../rule-cases/operation-cases.ts'
import { routingSuites } from '../rule-cases/routing-cases.ts'

const suites = [...routingSuites, ...moneySuites, ...limitSuites, ...blockSuites, ...operationSuites]

const others: Readonly<Record<string, Rule['outputs']>> = {
  'payment-methods': { depositMethods: ['CREDITCARD'] },
  notification: { stop: true },
  maintenance: { type: 'FIXED' },
}

/** What a row of a table has to say to be one. */
export const outputsFor = (slug: string): Rule['outputs'] =>
  others[slug] ?? suites.find(({ table }) => table === slug)?.rest ?? {}
