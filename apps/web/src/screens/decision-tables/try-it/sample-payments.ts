import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'

/** Facts as JSON writes them, by key. */
export type SampleFacts = Readonly<Record<string, unknown>>

export interface SamplePayment {
  readonly name: string
  readonly facts: SampleFacts
}

const card: SampleFacts = {
  method: 'DEPOSIT',
  txType: 'CreditcardDeposit',
  providerType: 'CREDITCARD',
  amount: { amount: '100.00', currency: 'EUR' },
  currency: 'EUR',
  channel: 'WEB',
  paymentType: 'NEW',
  userCountry: 'SWE',
  userId: 'user-1',
  bin: '45710199',
  binBrand: 'VISA',
  binType: 'DEBIT',
  binIssuerCountry: 'SWE',
  ipAddress: '192.0.2.10',
  ipCountry: 'SWE',
  location: { bin: 'SWE', ip: 'SWE', registration: 'SWE' },
  firstDeposit: false,
  internalKycStatus: 'VERIFIED',
}

const { bin: _bin, binBrand: _brand, binType: _type, binIssuerCountry: _issuer, ...withoutCard } = card

/** Payments to begin with; every one can be changed. */
export const samplePayments: readonly SamplePayment[] = [
  { name: 'Card deposit', facts: card },
  {
    name: 'First card deposit from abroad',
    facts: {
      ...card,
      firstDeposit: true,
      binIssuerCountry: 'USA',
      location: { bin: 'USA', ip: 'SWE', registration: 'SWE' },
      internalKycStatus: 'UNKNOWN',
    },
  },
  {
    name: 'Bank withdrawal',
    facts: {
      ...withoutCard,
      method: 'WITHDRAWAL',
      txType: 'BankIBANWithdrawal',
      providerType: 'BANKIBAN',
      iban: 'SE4550000000058398257466',
      bic: 'ESSESESS',
      bankCountry: 'SWE',
      location: { ip: 'SWE', registration: 'SWE', bank: 'SWE' },
      firstWithdrawal: false,
    },
  },
  {
    name: 'Wallet deposit',
    facts: {
      ...withoutCard,
      txType: 'SkrillDeposit',
      providerType: 'SKRILL',
      amount: { amount: '25.00', currency: 'EUR' },
    },
  },
]

/** The facts a table could look at, by the key under which a payment carries them. */
export function factsOfTable(table: DecisionTable): readonly string[] {
  return [
    ...new Set(
      table.conditions.flatMap((key) => {
        const fact = factOf(key)
        return fact ? (fact.reads ?? key) : []
      }),
    ),
  ]
}

/** Of a sample only what the table could look at. */
export const sampleFor = (table: DecisionTable, { facts }: SamplePayment): SampleFacts => {
  const known = new Set(factsOfTable(table))
  return Object.fromEntries(Object.entries(facts).filter(([key]) => known.has(key)))
}
