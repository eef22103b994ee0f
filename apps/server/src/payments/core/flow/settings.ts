import { supportAddress } from '../../../kit/mail/support-address.ts'
import {
  allowedDataHosts,
  dataDestinationProblem,
  forexConfig,
  merchantConfig,
  mockMerchantConfig,
  providerConfig,
  type ProviderKind,
} from '../../../setup/config/read-model.ts'
import { pspSettings } from '../../../setup/psp/read-model.ts'
import type { Tx } from '../../../kit/database.ts'
import type { PspAccountConfig } from '../../connectors/connector.ts'
import { connectorNames } from '../../connectors/index.ts'
import type { MerchantEndpoint } from '../../connectors/merchant-client.ts'
import type { ServiceAccount } from '../../connectors/service-account.ts'
import { findMerchant } from './merchant-store.ts'
import type { MachineDeps } from './machine-deps.ts'
import type { MerchantSettings } from './merchant-settings.ts'
import type { ServiceKind } from './step-context.ts'

/** Asked with every reading and not only when an address is saved: who was taken off the list gets nothing more. */
async function refusalOf(
  tx: Tx,
  production: boolean,
  endpoint: string | null | undefined,
): Promise<{ refused?: string }> {
  if (!endpoint) return {}
  const rules = { production, allowedHosts: await allowedDataHosts(tx) }
  const refused = dataDestinationProblem(endpoint, rules)
  return refused === undefined ? {} : { refused }
}

/** Forms refuse such a name; one that was written otherwise, or whose code is gone, must not fail in the middle. */
const connectorProblem = (name: string, connector: string): { refused?: string } =>
  connectorNames.includes(connector) ? {} : { refused: `${name} has an unknown connector: ${connector}` }

/** An account that may be used now, its secrets opened; `undefined` when it is missing, incomplete or switched off. */
export async function readPspAccount(
  tx: Tx,
  { box, production }: Pick<MachineDeps, 'box' | 'production'>,
  merchantId: number,
  psp: string,
  account: string,
): Promise<PspAccountConfig | undefined> {
  const config = await providerConfig({ db: tx, box }, merchantId, psp)
  const found = config?.accounts[account]
  if (!found?.enabled || !found.complete) return undefined
  const settings = await pspSettings(tx, psp)
  const endpoint =
    found.settings.endpoint ?? (production ? settings?.endpoints.production : settings?.endpoints.test)
  const connector = settings?.connector ?? psp
  return {
    psp,
    connector,
    account,
    settings: found.settings,
    secrets: found.secrets,
    timeouts: {
      connectMs: settings?.connectTimeoutMs ?? 3_000,
      readMs: settings?.readTimeoutMs ?? 10_000,
    },
    ...(endpoint && { endpoint }),
    ...(await refusalOf(tx, production, endpoint)),
    ...connectorProblem(settings?.name ?? psp, connector),
  }
}

/** Somebody who answers questions of the machine, and which account of theirs. */
export interface ServiceRef {
  readonly kind: ServiceKind
  readonly provider: string
  readonly account?: string | undefined
}

const serviceKinds: Readonly<Record<ServiceKind, ProviderKind>> = {
  KYC: 'KycProviderConfig',
  FRAUD: 'FraudProviderConfig',
  '3DS': 'ThreeDsServerConfig',
  TOKEN: 'TokenNetworkConfig',
}

export async function readService(
  tx: Tx,
  { box, production }: Pick<MachineDeps, 'box' | 'production'>,
  merchantId: number,
  { kind, provider, account }: ServiceRef,
): Promise<ServiceAccount | undefined> {
  const config = await providerConfig({ db: tx, box }, merchantId, provider, serviceKinds[kind])
  if (!config?.enabled) return undefined
  const found =
    config.accounts[account ?? 'default'] ?? (account ? undefined : Object.values(config.accounts)[0])
  if (!found?.enabled || !found.complete) return undefined
  const { endpoint, timeoutMs } = found.settings
  return {
    provider,
    account: found.account,
    secrets: found.secrets,
    ...(endpoint && { endpoint }),
    ...(timeoutMs && { timeouts: { readMs: Number(timeoutMs) } }),
    ...(await refusalOf(tx, production, endpoint)),
  }
}

export async function readMerchant(
  tx: Tx,
  { box }: Pick<MachineDeps, 'box'>,
  merchantId: number,
): Promise<MerchantSettings> {
  const row = await findMerchant(tx, merchantId)
  if (!row) throw new Error(`There is no merchant ${merchantId}`)
  const config = await merchantConfig({ db: tx, box }, merchantId)
  const { integration, approval, investigate } = config
  const isMock = integration.mode === 'MOCK' || !integration.url
  const mock = isMock ? await mockMerchantConfig(tx, merchantId) : undefined
  return {
    merchantId,
    state: row.state,
    timeZone: row.timeZone,
    baseCurrency: row.baseCurrency,
    country: row.country,
    currencies: row.currencies,
    endpoint: { ...endpointOf(merchantId, integration), ...(mock && { mock }) },
    forex: await forexConfig(tx, merchantId),
    approvalMaxSingle: approval.maxSingle,
    fourEyesAbove: investigate.fourEyesAbove,
    reasonRequired: approval.actionReasonRequired,
    onlyOffered: config.cashier.onlyOffered,
    complianceEmail: config.kyc.complianceEmail ?? (await supportAddress(tx, merchantId)),
    returnUrls: config.urls,
  }
}

type Integration = Awaited<ReturnType<typeof merchantConfig>>['integration']

function endpointOf(merchantId: number, integration: Integration): MerchantEndpoint {
  const { mode, url, auth, username, password, token, signingSecret } = integration
  return {
    merchantId,
    timeouts: { verifyMs: integration.verifyTimeoutMs, otherMs: integration.timeoutMs },
    ...(mode === 'STANDARD' && url && { url }),
    ...(auth === 'BASIC' && { auth: { kind: 'basic', username: username ?? '', password: password ?? '' } }),
    ...(auth === 'BEARER' && { auth: { kind: 'bearer', token: token ?? '' } }),
    ...(signingSecret && { signingSecret }),
  }
}
