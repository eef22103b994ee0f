import {
  cashierConfigOf,
  cashierDocument,
  type CashierConfig,
} from '@signalbox/model/configuration/cashier-config'
import {
  isSecretMark,
  type ConfigSection,
  type ConfigValue,
  type SecretMark,
} from '@signalbox/model/configuration/credential-field'
import { forexConfigOf, type ForexConfig } from '@signalbox/model/configuration/forex-config'
import { mailSettingsOf, type MailSettings } from '@signalbox/model/configuration/integration-fields'
import { merchantConfigOf, type MerchantConfig } from '@signalbox/model/configuration/merchant-config'
import type { MockMerchantDocument } from '@signalbox/model/configuration/mock-merchant-config'
import { allowedHostsOf } from '@signalbox/model/configuration/platform-config'
import { smsSettingsOf, type SmsSettings } from '@signalbox/model/configuration/sms-config'
import type { Database, Tx } from '../../kit/database.ts'
import { openEnvelope } from '../../kit/envelope.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { nearest, platformDocument, type ConfigTables } from '../../people/settings/read-model.ts'

export type { MerchantConfig } from '@signalbox/model/configuration/merchant-config'

/** Configuration is read with the key that opens its secrets; what comes out stays on the server. */
export interface ConfigSource {
  readonly db: Database | Tx
  readonly box: SecretBox
}

/** One account at a provider, with what stands at the root of the document filled in. */
interface ProviderAccount {
  readonly provider: string
  readonly account: string
  readonly enabled: boolean
  /** False while something the template requires is missing; what runs keeps running. */
  readonly complete: boolean
  /** Everything that is not secret, as text; maps as JSON. */
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
}

export interface ProviderConfig {
  readonly provider: string
  /** Whose document it is: the merchant's own, or that of the nearest one above. */
  readonly merchantId: number
  readonly enabled: boolean
  readonly version: number
  readonly accounts: Readonly<Record<string, ProviderAccount>>
}

type AccountKind = ProviderKind | 'MqIntegrationConfig'

export type ProviderKind =
  | 'ProviderConfig'
  | 'KycProviderConfig'
  | 'FraudProviderConfig'
  | 'ThreeDsServerConfig'
  | 'TokenNetworkConfig'

const tables = (db: Database | Tx) => db.withTables<ConfigTables>()

type Values = Readonly<Record<string, ConfigValue | SecretMark | undefined>>

/** What opens the secrets of one document. */
async function openerOf({ db, box }: ConfigSource, owner: { merchantId: number; id: string }) {
  const rows = await tables(db)
    .selectFrom('configSecret')
    .select(['id', 'wrappedKey', 'content'])
    .where('merchantId', '=', owner.merchantId)
    .where('configId', '=', owner.id)
    .execute()
  const sealed = new Map(rows.map((row) => [row.id, row]))
  return ({ $secret }: SecretMark): string | undefined => {
    const envelope = sealed.get($secret)
    return envelope && openEnvelope(box, envelope.id, envelope)
  }
}
type Opener = Awaited<ReturnType<typeof openerOf>>

const asText = (value: ConfigValue): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** What is plain and what is secret, each under its key; what is not set is left out. */
function sorted(values: Values, open: Opener) {
  const settings: Record<string, ConfigValue> = {}
  const secrets: Record<string, string> = {}
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue
    if (!isSecretMark(value)) settings[key] = value
    else {
      const secret = open(value)
      if (secret !== undefined) secrets[key] = secret
    }
  }
  return { settings, secrets }
}

/** How a provider is configured for a merchant, secrets included, for the code that calls it. */
export const providerConfig = (
  source: ConfigSource,
  merchantId: number,
  provider: string,
  kind: ProviderKind = 'ProviderConfig',
): Promise<ProviderConfig | undefined> => accountsConfig(source, merchantId, kind, provider)

async function accountsConfig(
  source: ConfigSource,
  merchantId: number,
  kind: AccountKind,
  about: string | null,
): Promise<ProviderConfig | undefined> {
  const row = await nearest(source.db, merchantId, kind, about)
  if (!row) return undefined
  const open = await openerOf(source, row)
  const { accounts = {}, ...root } = row.document
  const provider = about ?? kind
  const isMissing = (account: string) =>
    row.missing.some((path) => !path.includes('.') || path.startsWith(`${account}.`))
  const accountOf = (account: string, { enabled, ...own }: ConfigSection): ProviderAccount => {
    const { settings, secrets } = sorted({ ...root, ...own } as Values, open)
    return {
      provider,
      account,
      enabled: row.enabled && enabled !== false,
      complete: !isMissing(account),
      settings: Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, asText(value)])),
      secrets,
    }
  }
  return {
    provider,
    merchantId: row.merchantId,
    enabled: row.enabled,
    version: row.version,
    accounts: Object.fromEntries(
      Object.entries(accounts).map(([name, section]) => [name, accountOf(name, section)]),
    ),
  }
}

/** The settings of a merchant, its own or the nearest above it; defaults where nobody set anything. */
export async function merchantConfig(source: ConfigSource, merchantId: number): Promise<MerchantConfig> {
  const row = await nearest(source.db, merchantId, 'MerchantConfig', null)
  if (!row?.enabled) return merchantConfigOf({})
  const { settings, secrets } = sorted(row.document as Values, await openerOf(source, row))
  return merchantConfigOf({ ...settings, ...secrets })
}

/** How mails of a merchant leave the platform. */
export async function mailConfig(source: ConfigSource, merchantId: number): Promise<MailSettings> {
  const row = await nearest(source.db, merchantId, 'EmailIntegrationConfig', null)
  if (!row?.enabled) return mailSettingsOf({})
  const { settings, secrets } = sorted(row.document as Values, await openerOf(source, row))
  return mailSettingsOf({ ...settings, ...secrets })
}

/** Through which gateway text messages of a merchant leave the platform. */
export async function smsConfig(source: ConfigSource, merchantId: number): Promise<SmsSettings> {
  const row = await nearest(source.db, merchantId, 'SmsIntegrationConfig', null)
  if (!row?.enabled) return smsSettingsOf({})
  const { settings, secrets } = sorted(row.document as Values, await openerOf(source, row))
  return smsSettingsOf({ ...settings, ...secrets })
}

/** What exchanging money costs a merchant's users, and how old rates may be. */
export async function forexConfig(db: Database | Tx, merchantId: number): Promise<ForexConfig> {
  const row = await nearest(db, merchantId, 'ForexConfig', null)
  return forexConfigOf(row?.enabled ? row.document : {})
}

/** What the cashier of a merchant shows; of several, the one of this name. */
export async function cashierConfig(
  db: Database | Tx,
  merchantId: number,
  name: string | undefined,
): Promise<CashierConfig> {
  const row = await nearest(db, merchantId, 'CashierConfig', null)
  return cashierConfigOf(row?.enabled ? cashierDocument(row.document, name) : {})
}

/** What the simulated merchant is told about how to answer for a merchant. */
export async function mockMerchantConfig(
  db: Database | Tx,
  merchantId: number,
): Promise<MockMerchantDocument | undefined> {
  const row = await nearest(db, merchantId, 'MockMerchantConfig', null)
  return row?.enabled ? row.document : undefined
}

/** A queue a merchant takes messages from. */
export interface QueueAccount {
  readonly name: string
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs: number
}

/** `undefined` where the merchant has no queues at all, `null` where it has others than this one. */
export async function queueAccount(
  source: ConfigSource,
  merchantId: number,
  name: string,
): Promise<QueueAccount | null | undefined> {
  const config = await accountsConfig(source, merchantId, 'MqIntegrationConfig', null)
  if (!config?.enabled) return undefined
  const account = config.accounts[name]
  const url = account?.settings.url
  if (!account?.enabled || !account.complete || !url) return null
  const { timeoutMs = '10000' } = account.settings
  return { name, url, token: account.secrets.token, timeoutMs: Number(timeoutMs) }
}

/** The hosts the platform allows to receive card and identity data. */
export const allowedDataHosts = async (db: Database | Tx): Promise<readonly string[]> =>
  allowedHostsOf(await platformDocument(db))

/** Documents about a provider, wherever they are. */
export const configurationsOf = (db: Database | Tx, provider: string) =>
  tables(db)
    .selectFrom('config')
    .select(['merchantId', 'id', 'type', 'name'])
    .where('provider', '=', provider)
    .orderBy('merchantId')
    .execute()

/** The accounts payments of these merchants can be sent to, own and inherited. */
export const accountsOf = (db: Database | Tx, merchants: readonly number[]) =>
  tables(db)
    .selectFrom('config')
    .select(['provider', 'accounts'])
    .distinct()
    .where('type', '=', 'ProviderConfig')
    .where('merchantId', 'in', [...merchants])
    .execute()

export { dataDestinationProblem, isSameAddress } from './data-destination.ts'
export { forgetCatalogueSecrets, type CatalogueChange } from './forget-secrets.ts'
export { recheckProvider } from './missing.ts'
