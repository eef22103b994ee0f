import { defaultBlockReasons } from '../block-reasons.ts'
import type { MoneyMap } from '../money/money.ts'
import type { ConfigDocument, CredentialField } from './credential-field.ts'

/** What people can give as the reason of an operation, per operation. */
const taggedOperations = [
  'Approve',
  'Deny',
  'On-Hold',
  'Unhold',
  'Delay-Approval',
  'Capture',
  'Void',
  'Refund',
  'Chargeback',
  'ChargebackWon',
  'RequestForInfo',
  'NotificationOfFraud',
  'Force',
  'BlockAccount',
] as const
export type TaggedOperation = (typeof taggedOperations)[number]

/** What of a payment other systems know too. */
const linkedColumns = {
  userId: 'User',
  merchantTxId: 'Merchant tx id',
  txRefId: 'Reference',
  pspRefId: 'PSP reference',
} as const
export type LinkedColumn = keyof typeof linkedColumns

interface ExternalUrl {
  readonly title: string
  /** With `{value}` where the value goes. */
  readonly url: string
}

interface ReasonTag {
  readonly id: string
  readonly name: string
}

const root = { scope: 'ROOT' } as const

/** The settings of a merchant that are not those of a provider. */
export const merchantConfigFields: readonly CredentialField[] = [
  {
    ...root,
    key: 'approval.sameUserBothLevels',
    label: 'One person may approve both levels',
    type: 'BOOLEAN',
    group: 'Approval',
    default: false,
    help: 'Only administrating approvers, with a reason, and everybody is told',
  },
  {
    ...root,
    key: 'approval.maxSingle',
    label: 'Two approvals above',
    type: 'STRING_NUMBER_MAP',
    group: 'Approval',
    help: 'Per currency, in its smallest unit, whatever the approval rules say',
  },
  {
    ...root,
    key: 'approval.actionReasonRequired',
    label: 'Decisions need a reason',
    type: 'BOOLEAN',
    group: 'Approval',
    default: false,
  },
  {
    ...root,
    key: 'approval.decideWithinMinutes',
    label: 'Decide within (minutes)',
    type: 'NUMBER',
    group: 'Approval',
    min: 1,
    max: 43_200,
    default: 240,
    help: 'What waits longer at one level is shown as late on the approval desk',
  },
  {
    ...root,
    key: 'investigate.fourEyesAbove',
    label: 'A second person to undo a final state above',
    type: 'STRING_NUMBER_MAP',
    group: 'Investigation',
    default: { EUR: 50_000 },
    help: 'Per currency, in its smallest unit',
  },
  {
    ...root,
    key: 'integration.mode',
    label: 'Merchant system',
    type: 'LIST',
    options: ['MOCK', 'STANDARD'],
    group: 'Integration',
    default: 'MOCK',
    required: true,
    help: 'The simulated merchant answers outside production only',
  },
  {
    ...root,
    key: 'integration.url',
    label: 'Address',
    type: 'STRING',
    group: 'Integration',
    pattern: 'https?://.+\\{action\\}.*',
    placeholder: 'https://merchant.example/payments/{action}',
    help: '{action} becomes verifyuser, authorize, transfer or cancel',
    required: true,
    dependsOn: { key: 'integration.mode', equals: 'STANDARD' },
  },
  {
    ...root,
    key: 'integration.auth',
    label: 'Signs in with',
    type: 'LIST',
    options: ['NONE', 'BASIC', 'BEARER'],
    group: 'Integration',
    default: 'NONE',
  },
  {
    ...root,
    key: 'integration.username',
    label: 'Username',
    type: 'STRING',
    group: 'Integration',
    max: 100,
    dependsOn: { key: 'integration.auth', equals: 'BASIC' },
  },
  {
    ...root,
    key: 'integration.password',
    label: 'Password',
    type: 'STRING',
    group: 'Integration',
    secret: true,
    dependsOn: { key: 'integration.auth', equals: 'BASIC' },
  },
  {
    ...root,
    key: 'integration.token',
    label: 'Bearer token',
    type: 'STRING',
    group: 'Integration',
    secret: true,
    dependsOn: { key: 'integration.auth', equals: 'BEARER' },
  },
  {
    ...root,
    key: 'integration.signingSecret',
    label: 'Signing secret',
    type: 'STRING',
    group: 'Integration',
    secret: true,
    help: 'The merchant checks the signature of our calls with it',
  },
  {
    ...root,
    key: 'integration.verifyTimeoutMs',
    label: 'Timeout of verifyuser (ms)',
    type: 'NUMBER',
    group: 'Integration',
    min: 500,
    max: 30_000,
    default: 5_000,
  },
  {
    ...root,
    key: 'integration.timeoutMs',
    label: 'Timeout of other calls (ms)',
    type: 'NUMBER',
    group: 'Integration',
    min: 500,
    max: 60_000,
    default: 10_000,
  },
  {
    ...root,
    key: 'gdpr.retentionYears',
    label: 'Keep the data of users (years)',
    type: 'NUMBER',
    group: 'Personal data',
    min: 0,
    max: 30,
    default: 5,
    help: 'After the last payment. Whoever asks to be erased before is hidden until then',
  },
  ...(['success', 'failure', 'pending', 'cancel'] as const).map((outcome): CredentialField => ({
    ...root,
    key: `urls.${outcome}`,
    label: `Return address, ${outcome}`,
    type: 'STRING',
    group: 'Return addresses',
    validation: 'URL',
    help: 'When the payment request names none',
  })),
  ...Object.entries(linkedColumns).map(([column, label]): CredentialField => ({
    ...root,
    key: `externalUrls.${column}`,
    label,
    type: 'STRING_MAP',
    group: 'Links to other systems',
    pattern: String.raw`https://[^\s{}]+\{value\}[^\s{}]*`,
    help: 'Title and address, such as https://crm.example/players/{value}; only https',
  })),
  ...taggedOperations.map((operation): CredentialField => ({
    ...root,
    key: `tags.${operation}`,
    label: operation,
    type: 'STRING_MAP',
    group: 'Reason tags',
    ...(operation === 'BlockAccount' && { default: defaultBlockReasons }),
  })),
]

/** What the platform reads. A setting nobody made has the default of its field. */
export interface MerchantConfig {
  readonly approval: {
    readonly sameUserBothLevels: boolean
    readonly maxSingle: MoneyMap
    readonly actionReasonRequired: boolean
    readonly decideWithinMinutes: number
  }
  readonly investigate: { readonly fourEyesAbove: MoneyMap }
  readonly integration: {
    readonly mode: 'MOCK' | 'STANDARD'
    readonly url: string | null
    readonly auth: 'NONE' | 'BASIC' | 'BEARER'
    readonly username: string | null
    readonly password: string | null
    readonly token: string | null
    readonly signingSecret: string | null
    readonly verifyTimeoutMs: number
    readonly timeoutMs: number
  }
  readonly gdpr: { readonly retentionYears: number }
  readonly urls: Readonly<Record<'success' | 'failure' | 'pending' | 'cancel', string | null>>
  readonly tags: Readonly<Record<TaggedOperation, readonly ReasonTag[]>>
  readonly externalUrls: Readonly<Record<LinkedColumn, readonly ExternalUrl[]>>
}

const asMoneyMap = (value: unknown): MoneyMap =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Record<string, number>).map(([currency, minor]) => [
      currency,
      String(minor),
    ]),
  )

const asTags = (value: unknown): ReasonTag[] =>
  Object.entries((value ?? {}) as Record<string, string>).map(([id, name]) => ({ id, name }))

const asUrls = (value: unknown): ExternalUrl[] =>
  Object.entries((value ?? {}) as Record<string, string>).map(([title, url]) => ({ title, url }))

/** From a document whose secrets have been opened. */
export function merchantConfigOf(document: ConfigDocument): MerchantConfig {
  const values = new Map<string, unknown>(merchantConfigFields.map((field) => [field.key, field.default]))
  for (const [key, value] of Object.entries(document)) values.set(key, value)
  const get = <T>(key: string): T => (values.get(key) ?? null) as T
  return {
    approval: {
      sameUserBothLevels: get('approval.sameUserBothLevels'),
      maxSingle: asMoneyMap(get('approval.maxSingle')),
      actionReasonRequired: get('approval.actionReasonRequired'),
      decideWithinMinutes: get('approval.decideWithinMinutes'),
    },
    investigate: { fourEyesAbove: asMoneyMap(get('investigate.fourEyesAbove')) },
    integration: {
      mode: get('integration.mode'),
      url: get('integration.url'),
      auth: get('integration.auth'),
      username: get('integration.username'),
      password: get('integration.password'),
      token: get('integration.token'),
      signingSecret: get('integration.signingSecret'),
      verifyTimeoutMs: get('integration.verifyTimeoutMs'),
      timeoutMs: get('integration.timeoutMs'),
    },
    gdpr: { retentionYears: get('gdpr.retentionYears') },
    urls: {
      success: get('urls.success'),
      failure: get('urls.failure'),
      pending: get('urls.pending'),
      cancel: get('urls.cancel'),
    },
    tags: Object.fromEntries(
      taggedOperations.map((operation) => [operation, asTags(get(`tags.${operation}`))]),
    ) as Record<TaggedOperation, ReasonTag[]>,
    externalUrls: Object.fromEntries(
      Object.keys(linkedColumns).map((column) => [column, asUrls(get(`externalUrls.${column}`))]),
    ) as Record<LinkedColumn, ExternalUrl[]>,
  }
}
