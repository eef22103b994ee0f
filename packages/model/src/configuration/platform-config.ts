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
    help: 'Name and host, such as Acme 3DS and 3ds.acme.example. In production no other host is accepted, and a host that is taken off gets nothing more. A new one waits for a second person',
  },
  {
    key: grantMerchantsKey,
    label: 'Merchants where granting approval rights takes two people',
    type: 'STRING_MAP',
    scope: 'ROOT',
    group: 'Two people',
    pattern: String.raw`\d{4,9}`,
    help: 'Name and merchant id. In production it takes two people at every merchant, whatever is listed here',
  },
  {
    key: grantsAboveKey,
    label: 'Also above these merchants',
    type: 'BOOLEAN',
    scope: 'ROOT',
    group: 'Two people',
    default: true,
    help: 'What is granted above one of them reaches it. Without, one person can grant it there alone',
  },
]

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).map(String) : []

/** The merchants at which whoever gives somebody approval power needs a second person. */
export const grantMerchantsOf = (document: Readonly<Record<string, unknown>>): readonly number[] =>
  textsOf(document[grantMerchantsKey]).map(Number)

/** Whether power that is granted above such a merchant, and so reaches it, takes a second person as well. */
export const asksAbove = (document: Readonly<Record<string, unknown>>): boolean =>
  document[grantsAboveKey] !== false

/** The hosts a document of the platform allows. */
export function allowedHostsOf(document: Readonly<Record<string, unknown>>): readonly string[] {
  return textsOf(document[dataHostsKey])
}
