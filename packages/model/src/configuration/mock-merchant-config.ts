import type { CredentialField } from './credential-field.ts'

const root = { scope: 'ROOT' } as const

/** How the simulated merchant answers. It stands in for the merchant's own system, outside production only. */
export const mockMerchantFields: readonly CredentialField[] = [
  {
    ...root,
    key: 'openingBalance',
    label: 'Users begin with',
    type: 'STRING_MAP',
    money: true,
    group: 'Wallets',
    help: 'Per currency, such as EUR 500.00. Else 100 000 of any',
  },
  {
    ...root,
    key: 'userCategory',
    label: 'User category',
    type: 'STRING',
    max: 40,
    group: 'Users',
    help: 'Of every user; empty leaves it to the simulator',
  },
  {
    ...root,
    key: 'kycStatus',
    label: 'KYC status',
    type: 'LIST',
    options: ['VERIFIED', 'NOT_VERIFIED'],
    group: 'Users',
  },
  { ...root, key: 'country', label: 'Country', type: 'COUNTRY', group: 'Users' },
  {
    ...root,
    key: 'attributes',
    label: 'Attributes',
    type: 'STRING_MAP',
    group: 'Users',
    help: 'Told about every user; rules can ask for them',
  },
  {
    ...root,
    key: 'refusedUsers',
    label: 'Users that are refused',
    type: 'STRING_MAP',
    group: 'Answers',
    help: 'User id and what is said about it',
  },
  {
    ...root,
    key: 'answerAfterMs',
    label: 'Answers after (ms)',
    type: 'NUMBER',
    min: 0,
    max: 15_000,
    default: 0,
    group: 'Answers',
  },
]

/** A document as it travels to the simulator, which reads what it knows. */
export type MockMerchantDocument = Readonly<Record<string, unknown>>
