import { canonicalJson } from '../text/canonical-json.ts'
import type { ConfigDocument, CredentialField } from './credential-field.ts'

type Section = Readonly<Record<string, unknown>>

/** Where the connector of a PSP finds its address, when a template asks for one. */
export const addressKey = 'endpoint'

/**
 * Every address that stands in a record of its own, or says how one is spoken to, and what becomes of the secrets that
 * are sent there when it changes. Addresses in documents of configuration are declared by their fields: `sentTo` of the secret beside them.
 */
export const addressRules = {
  // Merchants enter the secrets for it in their own documents, which lose them.
  'psp.testUrl': 'SECRETS_ARE_FORGOTTEN',
  'psp.productionUrl': 'SECRETS_ARE_FORGOTTEN',
  // No address, but it says how secrets are sent: in clear, or only signed with.
  'psp.connector': 'SECRETS_ARE_FORGOTTEN',
  'webhook-endpoint.url': 'SECRET_IS_MADE_ANEW',
  // People open these; the server does not.
  'psp.docsUrl': 'NEVER_CALLED',
  'merchant.website': 'NEVER_CALLED',
  'scheme-token.websiteUrl': 'NEVER_CALLED',
} as const

const isNamed = ({ type, secret }: CredentialField): boolean =>
  !secret && (type === 'STRING' || type === 'TEXT' || type === 'LIST')

/**
 * The fields that say where a secret is sent. A template that does not say means every text beside it, and none can
 * leave out the address itself.
 */
function destinationKeys(secret: CredentialField, fields: readonly CredentialField[]): readonly string[] {
  const keys = secret.sentTo ?? fields.filter(isNamed).map(({ key }) => key)
  const address = fields.some(({ key }) => key === addressKey) ? [addressKey] : []
  return [...new Set([...keys, ...address])]
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** One destination as a text to compare: the secret's own key, because another field sends it in another way. */
function destinationOf(
  secret: CredentialField,
  fields: readonly CredentialField[],
  section: Section,
): string {
  const said = destinationKeys(secret, fields)
    .filter((key) => key !== secret.key && isSet(section[key]))
    .map((key) => [key, section[key]] as const)
  return canonicalJson({ secret: secret.key, sentTo: Object.fromEntries(said) })
}

/**
 * Where each secret of a document is sent, by its path. What stands at the root is used by every account without a
 * secret of its own, so it may have several destinations.
 */
export function secretDestinations(
  fields: readonly CredentialField[],
  document: ConfigDocument,
): Map<string, readonly string[]> {
  const { accounts = {}, ...root } = document
  const found = new Map<string, readonly string[]>()
  for (const secret of fields.filter((field) => field.secret)) {
    const { key } = secret
    const at = (section: Section) => destinationOf(secret, fields, { ...root, ...section })
    const sharing = Object.values(accounts).filter((section) => !isSet(section[key]))
    if (isSet(root[key])) found.set(key, sharing.length > 0 ? [...new Set(sharing.map(at))] : [at({})])
    for (const [name, section] of Object.entries(accounts))
      if (isSet(section[key])) found.set(`accounts.${name}.${key}`, [at(section)])
  }
  return found
}
