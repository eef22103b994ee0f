import type { CredentialField } from './credential-field.ts'

const hosts = 'dataDestinations.hosts'

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
]

/** The hosts a document of the platform allows. */
export function allowedHostsOf(document: Readonly<Record<string, unknown>>): readonly string[] {
  const value = document[hosts]
  return typeof value === 'object' && value !== null ? Object.values(value).map(String) : []
}
