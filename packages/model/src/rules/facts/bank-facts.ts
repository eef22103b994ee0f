import type { FactDeclaration } from '../fact.ts'

export const bankFacts = [
  {
    key: 'bic',
    label: 'BIC / SWIFT',
    type: 'STRING',
    group: 'BANK',
    from: 'D3',
    operators: ['prefix', 'in', 'notIn'],
    phrase: "the bank's BIC",
    shape: 'BIC',
    needs: 'bank account',
  },
  {
    key: 'bankCountry',
    label: 'Bank country',
    type: 'COUNTRY',
    group: 'BANK',
    from: 'D3',
    operators: ['in', 'notIn'],
    phrase: "the bank's country",
    help: 'From the BIC',
    needs: 'bank account',
  },
  {
    key: 'iban',
    label: 'IBAN',
    type: 'STRING',
    group: 'BANK',
    from: 'D3',
    operators: ['prefix'],
    phrase: 'the IBAN',
    personal: 'IBAN',
    shape: 'IBAN',
    needs: 'bank account',
  },
] as const satisfies readonly FactDeclaration[]
