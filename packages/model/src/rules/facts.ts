import type { FactDeclaration } from './fact.ts'
import { alertFacts } from './facts/alert-facts.ts'
import { bankFacts } from './facts/bank-facts.ts'
import { cardFacts } from './facts/card-facts.ts'
import { historyFacts } from './facts/history-facts.ts'
import { kycFacts, storedKycFacts } from './facts/kyc-facts.ts'
import { networkFacts } from './facts/network-facts.ts'
import { merchantFacts, paymentFacts, timeFacts } from './facts/payment-facts.ts'
import { pspFacts } from './facts/psp-facts.ts'
import { fraudFacts, resultFacts } from './facts/result-facts.ts'
import { singleTableFacts } from './facts/single-table-facts.ts'
import { userFacts } from './facts/user-facts.ts'
import { vatFacts } from './facts/vat-facts.ts'

const dictionary = [
  ...merchantFacts,
  ...paymentFacts,
  ...userFacts,
  ...cardFacts,
  ...bankFacts,
  ...networkFacts,
  ...historyFacts,
  ...kycFacts,
  ...pspFacts,
  ...fraudFacts,
  ...resultFacts,
  ...alertFacts,
  ...vatFacts,
  ...singleTableFacts,
] as const

/** The dictionary: everything a rule may ask about. */
export const facts: readonly FactDeclaration[] = dictionary
export type DeclaredFact = (typeof dictionary)[number]

const byKey = new Map(facts.map((fact) => [fact.key, fact]))

export const factOf = (key: string): FactDeclaration | undefined => byKey.get(key)

const keysOf = (declared: readonly FactDeclaration[]): readonly string[] => declared.map((fact) => fact.key)

export const merchantColumns = keysOf(merchantFacts)
export const paymentColumns = keysOf(paymentFacts)
export const timeColumns = keysOf(timeFacts)
export const userColumns = keysOf(userFacts)
const cardColumns = keysOf(cardFacts)
export const bankColumns = keysOf(bankFacts)
export const networkColumns = keysOf(networkFacts)
export const historyColumns = keysOf(historyFacts)
export const kycColumns = keysOf(kycFacts)
export const storedKycColumns = keysOf(storedKycFacts)
export const pspColumns = keysOf(pspFacts)
const fraudColumns = keysOf(fraudFacts)
export const resultColumns = keysOf(resultFacts)
export const alertColumns = keysOf(alertFacts)
export const vatColumns = keysOf(vatFacts)

/** All that is known of a payment before anybody is asked to carry it out. */
export const anyPaymentColumns: readonly string[] = [
  ...merchantColumns,
  ...paymentColumns,
  ...userColumns,
  ...cardColumns,
  ...bankColumns,
  ...networkColumns,
  ...historyColumns,
  ...kycColumns,
]

/** The same and what routing and fraud screening added. */
export const routedPaymentColumns: readonly string[] = [...anyPaymentColumns, ...pspColumns, ...fraudColumns]
