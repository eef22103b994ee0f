import type { CredentialField } from './credential-field.ts'

export const dataHostsKey = 'dataDestinations.hosts'
export const grantMerchantsKey = 'fourEyes.grants'
export const grantsAboveKey = 'fourEyes.grantsAbove'

/** What holds for the whole platform. It stands with the merchant at the top, out of reach of those below. */
export const platformFields: readonly CredentialField[] = [
  {
    key: dataHostsKey,
    label: 'Hosts that may receive card and identity data',
    type: 'STRING_MAP',
    scope: 'ROOT',
    group: 'Card and identity data',
    pattern: String.raw`[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?`,
    help: 'Name and host, such as Acme 3DS and 3ds.acme.example. In production only these hosts are accepted; nothing is sent to a host that is removed. Adding one needs a second person.',
  },
  {
    key: grantMerchantsKey,
    label: 'Merchants where granting approval rights takes two people',
    type: 'STRING_MAP',
    scope: 'ROOT',
    group: 'Two people',
    pattern: String.raw`\d{4,9}`,
    help: 'Name and merchant id. Rights that apply to one of them need two people, also when they are granted above it. In production two people are always required, at every merchant.',
  },
  {
    key: grantsAboveKey,
    label: 'Also sign-in to other accounts above these merchants',
    type: 'BOOLEAN',
    scope: 'ROOT',
    group: 'Two people',
    default: true,
    help: 'Reset links and new factors of accounts above these merchants that hold no approval rights. If off, one person can give them alone.',
  },
]

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).map(String) : []

/** The merchants at which whoever gives somebody approval power needs a second person. */
export const grantMerchantsOf = (document: Readonly<Record<string, unknown>>): readonly number[] =>
  textsOf(document[grantMerchantsKey]).map(Number)

/** Whether ways into accounts above such a merchant take a second person also where the account holds no power. */
export const asksAbove = (document: Readonly<Record<string, unknown>>): boolean =>
  document[grantsAboveKey] !== false

/** The hosts a document of the platform allows. */
export function allowedHostsOf(document: Readonly<Record<string, unknown>>): readonly string[] {
  return textsOf(document[dataHostsKey])
}
