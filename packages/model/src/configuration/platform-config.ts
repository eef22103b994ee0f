import type { CredentialField } from './credential-field.ts'

const hosts = 'dataDestinations.hosts'
export const grantMerchantsKey = 'fourEyes.grants'

/** What holds for the whole platform. It stands with the merchant at the top, out of reach of those below. */
export const platformFields: readonly CredentialField[] = [
  {
    key: hosts,
    label: 'Hosts that may receive card and identity data',
    type: 'STRING_MAP',
    scope: 'ROOT',
    group: 'Card and identity data',
    pattern: String.raw`[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?`,
    help: 'Name and host, such as Acme 3DS and 3ds.acme.example. In production no other host is accepted',
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
]

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).map(String) : []

/** The merchants at which whoever gives somebody approval power needs a second person. */
export const grantMerchantsOf = (document: Readonly<Record<string, unknown>>): readonly number[] =>
  textsOf(document[grantMerchantsKey]).map(Number)

/** The hosts a document of the platform allows. */
export function allowedHostsOf(document: Readonly<Record<string, unknown>>): readonly string[] {
  return textsOf(document[hosts])
}
