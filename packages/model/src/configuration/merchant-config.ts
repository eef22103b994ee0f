import { toMoneyMap } from '../money/money-map.ts'
import { parseMoney } from '../money/money-text.ts'
import type { MoneyMap } from '../money/money.ts'
import type { ConfigDocument } from './credential-field.ts'
import {
  linkedColumns,
  merchantConfigFields,
  taggedOperations,
  type LinkedColumn,
  type TaggedOperation,
} from './merchant-config-fields.ts'

export type { LinkedColumn, TaggedOperation } from './merchant-config-fields.ts'

interface ExternalUrl {
  readonly title: string
  /** With `{value}` where the value goes. */
  readonly url: string
}

interface ReasonTag {
  readonly id: string
  readonly name: string
}

/** What the platform reads. A setting nobody made has the default of its field. */
export interface MerchantConfig {
  readonly approval: {
    readonly maxSingle: MoneyMap
    readonly actionReasonRequired: boolean
    readonly decideWithinMinutes: number
  }
  readonly investigate: { readonly fourEyesAbove: MoneyMap }
  readonly recon: { readonly writeOffMax: MoneyMap; readonly fxTolerancePct: number }
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
  readonly cashier: { readonly onlyOffered: boolean; readonly languageBeforeDefault: boolean }
  readonly kyc: { readonly complianceEmail: string | null }
  readonly gdpr: { readonly retentionYears: number }
  readonly urls: Readonly<Record<'success' | 'failure' | 'pending' | 'cancel', string | null>>
  readonly tags: Readonly<Record<TaggedOperation, readonly ReasonTag[]>>
  readonly externalUrls: Readonly<Record<LinkedColumn, readonly ExternalUrl[]>>
}

/** From amounts as people write them to smallest units, which is what documents of earlier builds hold as numbers. */
const asMoneyMap = (value: unknown): MoneyMap =>
  toMoneyMap(
    Object.entries((value ?? {}) as Record<string, string | number>).flatMap(([currency, amount]) =>
      typeof amount === 'number' ? { minor: BigInt(amount), currency } : (parseMoney(amount, currency) ?? []),
    ),
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
      maxSingle: asMoneyMap(get('approval.maxSingle')),
      actionReasonRequired: get('approval.actionReasonRequired'),
      decideWithinMinutes: get('approval.decideWithinMinutes'),
    },
    investigate: { fourEyesAbove: asMoneyMap(get('investigate.fourEyesAbove')) },
    recon: {
      writeOffMax: asMoneyMap(get('recon.writeOffMax')),
      fxTolerancePct: get('recon.fxTolerancePct'),
    },
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
    cashier: {
      onlyOffered: get('cashier.onlyOffered'),
      languageBeforeDefault: get('cashier.localeFallbackPreferredOverDefaultLocale'),
    },
    kyc: { complianceEmail: get('kyc.complianceEmail') },
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
