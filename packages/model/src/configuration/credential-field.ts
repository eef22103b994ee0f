/** What a value of a configuration document may be. */
export const credentialTypes = {
  STRING: 'Text',
  NUMBER: 'Number',
  TEXT: 'Long text',
  BOOLEAN: 'Yes or no',
  LIST: 'Choice',
  COUNTRY: 'Country',
  CURRENCY: 'Currency',
  STRING_MAP: 'Names with texts',
  STRING_NUMBER_MAP: 'Names with numbers',
  STRING_LIST_MAP: 'Names with lists',
} as const
export type CredentialType = keyof typeof credentialTypes

/** Where a field may stand: at the root of a provider's document, in its accounts, or in both. */
export const fieldScopes = { ROOT: 'Root', ACCOUNT: 'Account', BOTH: 'Both' } as const
export type FieldScope = keyof typeof fieldScopes

export const fieldValidations = { NONE: 'None', URL: 'URL', UUID: 'UUID', EMAIL: 'Email' } as const
export type FieldValidation = keyof typeof fieldValidations

export const receivedData = { CARD: 'Card data', IDENTITY: 'Identity data' } as const
export type ReceivedData = keyof typeof receivedData

/** One field of a credentials template, or of a document whose fields we know ourselves. */
export interface CredentialField {
  readonly key: string
  readonly label: string
  readonly type: CredentialType
  readonly scope: FieldScope
  readonly help?: string
  readonly placeholder?: string
  readonly group?: string
  readonly validation?: FieldValidation
  /** RE2, matched against the whole text. */
  readonly pattern?: string
  /** Characters of a text, value of a number. */
  readonly min?: number
  readonly max?: number
  /** Of a number: no fraction, because something is counted. */
  readonly whole?: boolean
  readonly required?: boolean
  /** Of names with texts, or lists of them: the names are currencies, the texts amounts of them, such as 500.00. */
  readonly money?: boolean
  /** Encrypted, and never shown again. */
  readonly secret?: boolean
  /**
   * Of a secret: the fields that say where it is sent and for which account; its own key where it holds its address
   * itself. When one of them changes, the secret has to be entered again.
   */
  readonly sentTo?: readonly string[]
  /** Of an address: what is sent there, so that only addresses the platform allows are taken. */
  readonly receives?: ReceivedData
  /** The server itself connects to what it says, so it must lead somewhere outside. */
  readonly destination?: boolean
  readonly readOnly?: boolean
  readonly default?: ConfigValue
  /** What the form starts with outside production. */
  readonly testDefault?: ConfigValue
  /** Of a choice. */
  readonly options?: readonly string[]
  /** Asked for only when another field has this value. */
  readonly dependsOn?: { readonly key: string; readonly equals: string | boolean }
}

export type ConfigValue =
  | string
  | number
  | boolean
  | Readonly<Record<string, string>>
  | Readonly<Record<string, number>>
  | Readonly<Record<string, readonly string[]>>

/** Stands where a secret is. Sent back as it is, it keeps the secret; anything else takes its place. */
export interface SecretMark {
  readonly $secret: string
  readonly value: typeof hiddenSecret
}

export const hiddenSecret = '*****'

export const isSecretMark = (value: unknown): value is SecretMark =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { $secret?: unknown }).$secret === 'string' &&
  (value as { value?: unknown }).value === hiddenSecret

/** What stands in an exported document where a secret was; whoever imports it has to fill it in. */
export const secretPlaceholder = '??'

export type ConfigSection = Readonly<Record<string, ConfigValue | SecretMark>>

type ConfigAccounts = Readonly<Record<string, ConfigSection>>

/** Fields of the provider, and of each of its accounts; an account can be switched off by itself. */
export interface ConfigDocument {
  readonly accounts?: ConfigAccounts
  readonly [key: string]: ConfigValue | SecretMark | ConfigAccounts | undefined
}

export const standsAtRoot = ({ scope }: CredentialField): boolean => scope !== 'ACCOUNT'
export const standsInAccount = ({ scope }: CredentialField): boolean => scope !== 'ROOT'

/** Of the fields of a PSP's template, the one that says where its payments go. */
const endpointKey = 'endpoint'

export const isDestination = ({ key, destination = false }: CredentialField): boolean =>
  destination || key === endpointKey

/** Whether the field is asked for, given what the others say. */
export const applies = ({ dependsOn }: CredentialField, values: Readonly<Record<string, unknown>>): boolean =>
  !dependsOn || values[dependsOn.key] === dependsOn.equals
