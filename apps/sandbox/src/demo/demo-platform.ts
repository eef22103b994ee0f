import { adminRoles } from '@signalbox/server/people/user/admin-roles'
import type { Role } from '@signalbox/model/access/roles'

export const demoPassword = 'signalbox-demo-1'

export const demoMerchants = [
  {
    id: 100010000,
    parentId: 1000,
    name: 'Northlight Gaming',
    legalName: 'Northlight Gaming Group AB',
    country: 'SWE',
    baseCurrency: 'EUR',
    currencies: ['EUR', 'SEK', 'NOK', 'DKK'],
    timeZone: 'Europe/Stockholm',
    website: 'https://northlight.example',
  },
  {
    id: 100010001,
    parentId: 100010000,
    name: 'Northlight Sweden',
    legalName: 'Northlight Sweden AB',
    country: 'SWE',
    baseCurrency: 'SEK',
    currencies: ['SEK', 'EUR'],
    timeZone: 'Europe/Stockholm',
    website: 'https://se.northlight.example',
  },
  {
    id: 100010002,
    parentId: 100010000,
    name: 'Northlight Finland',
    legalName: 'Northlight Finland Oy',
    country: 'FIN',
    baseCurrency: 'EUR',
    currencies: ['EUR'],
    timeZone: 'Europe/Helsinki',
    website: 'https://fi.northlight.example',
  },
  {
    id: 100010003,
    parentId: 100010000,
    name: 'Aurora Casino',
    legalName: 'Aurora Casino Ltd',
    country: 'MLT',
    baseCurrency: 'EUR',
    currencies: ['EUR', 'GBP', 'USD', 'JPY', 'KWD'],
    timeZone: 'Europe/Malta',
    website: 'https://aurora.example',
  },
] as const

/** They look payments up, from a posting or a line, and leave them alone. */
const finance: Role[] = [
  'TRANSACTION_VIEWER',
  'SETTLEMENTS',
  'MINIBANK_ADMIN',
  'INVOICE_ADMIN',
  'CUSTOMER_ADMIN',
]
const rules: Role[] = ['RULES_ADMIN', 'RULES_HUB_PILOT']

export interface DemoLogin {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly jobTitle: string
  readonly roles: readonly Role[]
  readonly merchantId?: number
}

/** People who can sign in with the published password. */
export const demoLogins: readonly DemoLogin[] = [
  {
    username: 'admin',
    firstName: 'Astrid',
    lastName: 'Lindqvist',
    jobTitle: 'Platform administrator',
    roles: adminRoles,
  },
  {
    // Beyond the published logins: the second person for whatever the administrator may not do alone.
    username: 'config',
    firstName: 'Signe',
    lastName: 'Hallberg',
    jobTitle: 'Platform configuration',
    roles: ['CONFIG_ADMIN', 'MERCHANT_ADMIN', 'OPERATOR_ADMIN'],
  },
  {
    username: 'operator',
    firstName: 'Oskar',
    lastName: 'Nyman',
    jobTitle: 'Payment operations',
    roles: ['TRANSACTION_VIEWER', 'TRANSACTION_DETAIL_VIEWER', 'MERCHANT_SUPPORT'],
  },
  {
    username: 'agent',
    firstName: 'Aino',
    lastName: 'Virtanen',
    jobTitle: 'Customer support',
    roles: ['AGENT'],
  },
  {
    username: 'approver1',
    firstName: 'Freja',
    lastName: 'Holm',
    jobTitle: 'First approver',
    roles: ['FIRST_APPROVER'],
  },
  {
    username: 'approver2',
    firstName: 'Sven',
    lastName: 'Aalto',
    jobTitle: 'Second approver',
    roles: ['SECOND_APPROVER'],
  },
  {
    username: 'approver3',
    firstName: 'Ingrid',
    lastName: 'Moen',
    jobTitle: 'Head of approvals',
    roles: ['ADMIN_APPROVER'],
  },
  {
    username: 'investigator',
    firstName: 'Jonas',
    lastName: 'Falk',
    jobTitle: 'Investigations',
    roles: ['INVESTIGATOR'],
  },
  { username: 'finance', firstName: 'Petra', lastName: 'Sandberg', jobTitle: 'Finance', roles: finance },
  {
    username: 'finance2',
    firstName: 'Mikkel',
    lastName: 'Dahl',
    jobTitle: 'Finance controller',
    roles: finance,
  },
  { username: 'rules', firstName: 'Elin', lastName: 'Berg', jobTitle: 'Routing and rules', roles: rules },
  { username: 'rules2', firstName: 'Tomas', lastName: 'Koski', jobTitle: 'Routing and rules', roles: rules },
  { username: 'rulesviewer', firstName: 'Nora', lastName: 'Strand', jobTitle: 'Analyst', roles: ['RULES'] },
  { username: 'kyc', firstName: 'Karin', lastName: 'Eklund', jobTitle: 'KYC lead', roles: ['KYC_ADMIN'] },
  {
    username: 'gdpr',
    firstName: 'Lars',
    lastName: 'Ahlgren',
    jobTitle: 'Data protection officer',
    roles: ['GDPR_ADMIN', 'USER_PSP_ACCOUNT'],
  },
  {
    username: 'auditor',
    firstName: 'Maja',
    lastName: 'Wikström',
    jobTitle: 'Internal audit',
    roles: ['AUDIT_VIEWER'],
  },
  {
    username: 'brand2',
    firstName: 'Eero',
    lastName: 'Laine',
    jobTitle: 'Brand manager, Finland',
    roles: ['MERCHANT_ADMIN', 'TRANSACTION_VIEWER'],
    merchantId: 100010002,
  },
  {
    // Beyond the published logins: two who run the store, and one who blocks vouchers at the counter.
    username: 'store',
    firstName: 'Stina',
    lastName: 'Hagen',
    jobTitle: 'Store manager',
    roles: ['STORE_ADMIN'],
  },
  {
    username: 'store2',
    firstName: 'Viktor',
    lastName: 'Ahola',
    jobTitle: 'Store manager',
    roles: ['STORE_ADMIN'],
  },
  {
    // Looks at dashboards, and builds some of their own.
    username: 'analyst',
    firstName: 'Signe',
    lastName: 'Nyman',
    jobTitle: 'Payments analyst',
    roles: ['ANALYTICS_ADMIN', 'EXPERIMENTAL_FEATURES', 'TRANSACTION_VIEWER'],
  },
  { username: 'kiosk', firstName: 'Tuva', lastName: 'Lund', jobTitle: 'Store support', roles: ['STORE'] },
  { username: 'nobody', firstName: 'Nils', lastName: 'Ingman', jobTitle: 'Waiting for a role', roles: [] },
]

/** Sets of roles to start from, for the whole platform. */
export const demoPresets = [
  {
    name: 'Customer support',
    description: 'Answers players and looks up their payments',
    roles: ['AGENT'],
  },
  {
    name: 'Payment operations',
    description: 'Follows payments through the day',
    roles: ['TRANSACTION_VIEWER', 'TRANSACTION_DETAIL_VIEWER', 'MERCHANT_SUPPORT'],
  },
  {
    name: 'First approver',
    description: 'First look at withdrawals that wait',
    roles: ['FIRST_APPROVER', 'TRANSACTION_VIEWER'],
  },
  {
    name: 'Finance',
    description: 'Settlements, balances, invoices and customers',
    roles: finance,
  },
  {
    name: 'Merchant administrator',
    description: 'Looks after the staff and set-up of a merchant',
    roles: ['MERCHANT_ADMIN', 'CONFIG', 'TRANSACTION_VIEWER'],
  },
] as const satisfies readonly { name: string; description: string; roles: readonly Role[] }[]

const firstNames = [
  'Alva',
  'Birger',
  'Cecilia',
  'David',
  'Ebba',
  'Filip',
  'Greta',
  'Hugo',
  'Ida',
  'Johan',
  'Klara',
  'Leo',
]
const lastNames = [
  'Andersson',
  'Bergström',
  'Carlsen',
  'Dahlberg',
  'Eriksson',
  'Forsberg',
  'Grönlund',
  'Hansen',
  'Isaksson',
  'Järvinen',
  'Kallio',
  'Lehtonen',
]
const staffRoles: readonly (readonly Role[])[] = [
  ['TRANSACTION_VIEWER'],
  ['AGENT'],
  ['MERCHANT_SUPPORT', 'TRANSACTION_VIEWER'],
  ['FIRST_APPROVER', 'TRANSACTION_VIEWER'],
  ['KYC', 'TRANSACTION_VIEWER'],
  ['CONFIG', 'RULES'],
  ['MERCHANT_ADMIN'],
]
const staffStates = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'INVITED', 'ACTIVE', 'DISABLED'] as const

export interface DemoColleague extends DemoLogin {
  readonly state: (typeof staffStates)[number]
  readonly lastLoginDaysAgo: number | null
}

/** Colleagues who only appear in lists: they have no password and cannot sign in. */
export const demoColleagues: readonly DemoColleague[] = Array.from({ length: 48 }, (_, index) => {
  const pick = <T>(items: readonly T[], step: number): T => items[(index * step) % items.length] as T
  const firstName = pick(firstNames, 1)
  // Each round through the first names meets other last names, so that no two colleagues share both.
  const lastName = lastNames[
    (index * 5 + Math.floor(index / firstNames.length) * 3) % lastNames.length
  ] as string
  const state = staffStates[
    (index + Math.floor(index / firstNames.length)) % staffStates.length
  ] as DemoColleague['state']
  return {
    username: `${firstName}.${lastName}`
      .normalize('NFD')
      .replace(/[^A-Za-z0-9.]/g, '')
      .toLowerCase(),
    firstName,
    lastName,
    jobTitle: pick(['Support agent', 'Payment specialist', 'Risk analyst', 'Team lead'], 3),
    roles: pick(staffRoles, 1),
    merchantId: pick([100010000, 100010001, 100010002, 100010003], 3),
    state,
    lastLoginDaysAgo: state === 'INVITED' ? null : (index * 7) % 120,
  }
})

export const demoBankMappings: readonly (readonly [number, Record<string, unknown>])[] = [
  [1000, { title: 'SEPA, any bank', currency: 'EUR', transferType: 'SEPA_CREDIT', beneficiaryNameMax: 70 }],
  [
    1000,
    {
      title: 'Swedish clearing',
      country: 'SWE',
      currency: 'SEK',
      transferType: 'BANKGIRO',
      fromClearingHouse: 'BGC',
    },
  ],
  [
    1000,
    {
      title: 'Norwegian clearing',
      country: 'NOR',
      currency: 'NOK',
      transferType: 'NICS',
      fromClearingHouse: 'NICS',
    },
  ],
  [
    1000,
    {
      title: 'Danish clearing',
      country: 'DNK',
      currency: 'DKK',
      transferType: 'INTRADAG',
      fromClearingHouse: 'NETS',
    },
  ],
  [
    100010000,
    { title: 'Nordea', bic: '^NDEA', bankName: 'Nordea Bank Abp', swift: 'NDEAFIHH', bankCountry: 'FIN' },
  ],
  [
    100010000,
    {
      title: 'SEB',
      bic: '^ESSE',
      bankName: 'Skandinaviska Enskilda Banken',
      swift: 'ESSESESS',
      bankCountry: 'SWE',
    },
  ],
  [
    100010000,
    {
      title: 'Swedbank',
      bic: '^SWED',
      clearingNumber: '^(7|8)\\d{3}',
      bankName: 'Swedbank AB',
      swift: 'SWEDSESS',
      bankCountry: 'SWE',
    },
  ],
  [
    100010001,
    {
      title: 'Handelsbanken',
      clearingNumber: '^6\\d{3}$',
      bankName: 'Svenska Handelsbanken',
      swift: 'HANDSESS',
      bankCountry: 'SWE',
    },
  ],
  [
    100010001,
    {
      title: 'Länsförsäkringar',
      clearingNumber: '^(3400|9020)$',
      bankName: 'Länsförsäkringar Bank',
      swift: 'ELLFSESS',
      bankCountry: 'SWE',
    },
  ],
  [
    100010002,
    { title: 'OP', bic: '^OKOY', bankName: 'OP Yrityspankki', swift: 'OKOYFIHH', bankCountry: 'FIN' },
  ],
  [
    100010002,
    {
      title: 'Danske Finland',
      bic: '^DABAFI',
      bankName: 'Danske Bank A/S, Finland Branch',
      swift: 'DABAFIHH',
      bankCountry: 'FIN',
    },
  ],
]
