import { cashierFields } from './cashier-config.ts'
import type { CredentialField, ReceivedData } from './credential-field.ts'
import { forexFields } from './forex-config.ts'
import { emailFields, localeFields } from './integration-fields.ts'
import { merchantConfigFields } from './merchant-config-fields.ts'
import { mockMerchantFields } from './mock-merchant-config.ts'
import { platformFields } from './platform-config.ts'
import { queueFields } from './queue-config.ts'
import { smsFields } from './sms-config.ts'

interface ConfigTypeDeclaration {
  readonly label: string
  /** What its documents are about, beside the merchant: PSPs of the catalogue, or services of one kind. */
  readonly provider: 'psp' | 'kyc-provider' | 'fraud-provider' | 'mpi' | 'token-network' | null
  /** Null: the credentials template of the PSP says. */
  readonly fields: readonly CredentialField[] | null
  /** Has accounts though it is about no provider; where they are optional, the document stands without any too. */
  readonly accounts?: 'required' | 'optional'
  /** Kept by the merchant at the top alone; nobody below has one of its own. */
  readonly platformOnly?: true
}

const service = (receives: ReceivedData): readonly CredentialField[] => [
  {
    key: 'endpoint',
    label: 'Address',
    type: 'STRING',
    scope: 'BOTH',
    validation: 'URL',
    receives,
    destination: true,
    help: 'Blank: the sandbox (not in production)',
  },
  { key: 'apiKey', label: 'API key', type: 'STRING', scope: 'BOTH', secret: true, sentTo: ['endpoint'] },
  {
    key: 'timeoutMs',
    label: 'Timeout (ms)',
    type: 'NUMBER',
    whole: true,
    scope: 'BOTH',
    min: 500,
    max: 60_000,
    default: 5_000,
  },
]

/** Every kind of document a merchant can have. */
export const configTypes = {
  MerchantConfig: { label: 'Merchant settings', provider: null, fields: merchantConfigFields },
  ProviderConfig: { label: 'Payment provider', provider: 'psp', fields: null },
  KycProviderConfig: { label: 'KYC provider', provider: 'kyc-provider', fields: service('IDENTITY') },
  FraudProviderConfig: { label: 'Fraud provider', provider: 'fraud-provider', fields: service('IDENTITY') },
  ThreeDsServerConfig: { label: '3-D Secure server', provider: 'mpi', fields: service('CARD') },
  TokenNetworkConfig: {
    label: 'Token network',
    provider: 'token-network',
    fields: [
      ...service('CARD'),
      {
        key: 'notificationKey',
        label: 'Notification key',
        type: 'STRING',
        scope: 'BOTH',
        secret: true,
        sentTo: ['endpoint'],
        help: 'The network signs its notifications with it',
      },
    ],
  },
  LocaleConfig: { label: 'Email language and formats', provider: null, fields: localeFields },
  EmailIntegrationConfig: { label: 'Email', provider: null, fields: emailFields },
  ForexConfig: { label: 'Currency exchange', provider: null, fields: forexFields },
  CashierConfig: { label: 'Cashier', provider: null, fields: cashierFields, accounts: 'optional' },
  MqIntegrationConfig: { label: 'Queues', provider: null, fields: queueFields, accounts: 'required' },
  SmsIntegrationConfig: { label: 'Text messages', provider: null, fields: smsFields },
  PlatformConfig: {
    label: 'Platform settings',
    provider: null,
    fields: platformFields,
    platformOnly: true,
  },
  MockMerchantConfig: { label: 'Simulated merchant', provider: null, fields: mockMerchantFields },
} as const satisfies Record<string, ConfigTypeDeclaration>

export type ConfigType = keyof typeof configTypes

export const configTypeLabels = Object.fromEntries(
  Object.entries(configTypes).map(([type, { label }]) => [type, label]),
) as Record<ConfigType, string>

export const isPlatformOnly = (type: string): boolean => {
  const declared: Readonly<Record<string, ConfigTypeDeclaration>> = configTypes
  return declared[type]?.platformOnly === true
}
