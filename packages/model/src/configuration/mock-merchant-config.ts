import type { CredentialField } from './credential-field.ts'

const root = { scope: 'ROOT' } as const

/** How the simulated merchant answers. It stands in for the merchant's own system, outside production only. */
export const mockMerchantFields: readonly CredentialField[] = [
  {
    ...root,
    key: 'openingBalance',
    label: 'Opening balance of users',
    type: 'STRING_MAP',
    money: true,
    group: 'Wallets',
    help: 'Per currency, such as EUR 500.00. Blank: 100 000 of any currency.',
  },
  {
    ...root,
    key: 'userCategory',
    label: 'User category',
    type: 'STRING',
    max: 40,
    group: 'Users',
    help: 'Of every user. Blank: chosen by the simulator.',
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
    help: 'Sent for every user; rules can use them',
  },
  {
    ...root,
    key: 'refusedUsers',
    label: 'Refused users',
    type: 'STRING_MAP',
    group: 'Answers',
    help: 'User id and the reason given',
  },
  {
    ...root,
    key: 'answerAfterMs',
    label: 'Answers after (ms)',
    type: 'NUMBER',
    whole: true,
    min: 0,
    max: 15_000,
    default: 0,
    group: 'Answers',
  },
]

/** A document as it travels to the simulator, which reads what it knows. */
export type MockMerchantDocument = Readonly<Record<string, unknown>>
