import { locales } from '../../locales.ts'
import type { FactDeclaration } from '../fact.ts'

const identity = [
  {
    key: 'userId',
    label: 'User id',
    type: 'STRING',
    group: 'USR',
    from: 'D0',
    operators: ['in', 'notIn', 'prefix', 'regex'],
    phrase: 'the user',
    caseSensitive: true,
  },
  {
    key: 'userCategory',
    label: 'User category',
    type: 'LIST',
    group: 'USR',
    from: 'D2',
    operators: ['in', 'notIn'],
    phrase: "the user's category",
    suggestions: ['NEW', 'VIP'],
  },
  {
    key: 'userCountry',
    label: 'User country',
    type: 'COUNTRY',
    group: 'USR',
    from: 'D2',
    operators: ['in', 'notIn'],
    phrase: "the user's country",
  },
  {
    key: 'userAge',
    label: 'Age',
    type: 'NUMBER',
    group: 'USR',
    from: 'D2',
    operators: ['range'],
    phrase: "the user's age",
    help: 'Full years, from the date of birth',
    min: 0,
    max: 150,
  },
  {
    key: 'email',
    label: 'Email',
    type: 'STRING',
    group: 'USR',
    from: 'D2',
    operators: ['in', 'notIn', 'regex'],
    phrase: "the user's e-mail address",
  },
] as const satisfies readonly FactDeclaration[]

const place = [
  {
    key: 'locale',
    label: 'Locale',
    type: 'STRING',
    group: 'USR',
    from: 'D0',
    operators: ['in', 'notIn', 'prefix'],
    phrase: "the user's locale",
    suggestions: locales.filter((locale) => locale !== 'all'),
  },
  {
    key: 'market',
    label: 'Market',
    type: 'STRING',
    group: 'USR',
    from: 'D2',
    operators: ['in', 'notIn', 'prefix'],
    phrase: "the user's market",
  },
  {
    key: 'userCity',
    label: 'City',
    type: 'STRING',
    group: 'USR',
    from: 'D2',
    operators: ['in', 'notIn', 'prefix'],
    phrase: "the user's city",
  },
] as const satisfies readonly FactDeclaration[]

const standing = [
  {
    key: 'balance',
    label: 'Balance',
    type: 'STRING_NUMBER_MAP',
    group: 'USR',
    from: 'D2',
    operators: ['moneyRange'],
    phrase: "the user's balance",
  },
  {
    key: 'merchantKycStatus',
    label: 'Merchant KYC status',
    type: 'STRING',
    group: 'USR',
    from: 'D2',
    operators: ['in', 'notIn'],
    phrase: 'the KYC status given by the merchant',
  },
  {
    key: 'suspectedAbuse',
    label: 'Suspected abuse',
    type: 'BOOLEAN',
    group: 'USR',
    from: 'D2',
    operators: ['is'],
    phrase: 'abuse is suspected',
    help: 'Set by the merchant when it verifies the user',
  },
  {
    key: 'userAttributes',
    label: 'User attributes',
    type: 'STRING_MAP',
    group: 'USR',
    from: 'D2',
    operators: ['mapIn', 'set'],
    phrase: 'the user attribute',
    help: 'What the merchant told about the user when it verified them',
  },
] as const satisfies readonly FactDeclaration[]

export const userFacts = [...identity, ...place, ...standing] as const
