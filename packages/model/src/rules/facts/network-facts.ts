import type { FactDeclaration } from '../fact.ts'

export const networkFacts = [
  {
    key: 'ipAddress',
    label: 'IP address',
    type: 'STRING',
    group: 'IP',
    from: 'D1',
    operators: ['cidr', 'notCidr'],
    phrase: 'the IP address',
    personal: 'IP',
    shape: 'IP',
  },
  {
    key: 'ipCountry',
    label: 'IP country',
    type: 'COUNTRY',
    group: 'IP',
    from: 'D3',
    operators: ['in', 'notIn'],
    phrase: 'the country of the IP address',
  },
  {
    key: 'location',
    label: 'Location',
    type: 'LIST',
    group: 'IP',
    from: 'D3',
    operators: ['match', 'mismatch'],
    phrase: 'the countries',
    help: 'Compares the known countries; sources without a country are ignored',
    options: { bin: 'Card issuer', ip: 'IP address', registration: 'Registration', bank: 'Bank' },
    shape: 'LOCATION',
  },
] as const satisfies readonly FactDeclaration[]
