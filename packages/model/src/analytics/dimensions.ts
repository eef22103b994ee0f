import type { CountryMatch } from '../transaction-search/chart-filters.ts'
import { unknownValue } from '../transaction-search/unknown-value.ts'

/** What figures are made of: payments, submissions to PSPs, and the work around them. */
const factKinds = [
  'payment',
  'leg',
  'approval',
  'queue',
  'case',
  'kyc',
  'chargeback',
  'settlement',
  'interchange',
  'webhook',
  'api',
  'token',
] as const
export type FactKind = (typeof factKinds)[number]

export interface Dimension {
  readonly id: string
  readonly label: string
  /** Figures of these facts can be split by it. */
  readonly facts: readonly FactKind[]
  /** The filter of /transactions that finds the payments of one value; null where there is none. */
  readonly filter: string | null
  /** What the filter calls a value; the same where it is absent, and null where it cannot ask for it. */
  readonly filterValue?: (value: string) => string | null
  /** The filter finds one value at a time. */
  readonly isSingle?: true
  /** What its values look like, for whoever shows or checks them. */
  readonly values: 'text' | 'merchant' | 'country' | 'currency' | 'status' | 'flag' | 'number'
}

const both = ['payment', 'leg'] as const
const paid = ['payment'] as const

const dimension = <const Id extends string>(
  id: Id,
  label: string,
  options: Partial<Omit<Dimension, 'id' | 'label'>> = {},
): Dimension & { readonly id: Id } => ({
  facts: paid,
  filter: null,
  values: 'text',
  ...options,
  id,
  label,
})

/** A payment has one of `true` and `false`. */
const flag = { values: 'flag' } as const
/** The filter is a switch. */
const toggle = { ...flag, isSingle: true } as const

const sameCountry = { true: 'SAME', false: 'OTHER' } as const satisfies Record<string, CountryMatch>
const isFlag = (value: string): value is keyof typeof sameCountry => Object.hasOwn(sameCountry, value)

/** The highest band has eleven scores: a hundred belongs to it. */
const scoresOf = (band: string): string =>
  band === '' ? unknownValue : `${band}..${band === '90' ? 100 : Number(band) + 9}`

export const dimensions = [
  dimension('merchant', 'Merchant', {
    facts: factKinds,
    filter: 'merchants',
    values: 'merchant',
  }),
  dimension('psp', 'PSP', { facts: ['payment', 'leg', 'settlement', 'interchange'], filter: 'psp' }),
  dimension('pspAccount', 'PSP account', { facts: both, filter: 'pspAccount' }),
  dimension('method', 'Method', { facts: both, filter: 'method' }),
  dimension('providerType', 'Provider type', { facts: both, filter: 'providerType' }),
  dimension('txType', 'Transaction type', { facts: both, filter: 'txType' }),
  dimension('currency', 'Currency', { facts: both, filter: 'currency', values: 'currency' }),
  dimension('userCountry', 'User country', { facts: both, filter: 'userCountry', values: 'country' }),
  dimension('ipCountry', 'IP country', { filter: 'ipCountry', values: 'country' }),
  dimension('issuerCountry', 'Issuer country', { filter: 'issuerCountry', values: 'country' }),
  /** Whether the country of the IP address is that of the issuer. */
  dimension('countryMatch', 'IP and issuer country', {
    ...flag,
    filter: 'countryMatch',
    filterValue: (value) => (value === '' ? unknownValue : isFlag(value) ? sameCountry[value] : null),
  }),
  dimension('bin6', 'BIN', { filter: 'bin', isSingle: true }),
  dimension('bin8', 'BIN, eight digits', {
    filter: 'bin',
    isSingle: true,
    filterValue: (bin) => bin || null,
  }),
  dimension('issuer', 'Issuer', { filter: 'issuerName' }),
  dimension('cardBrand', 'Card brand', { facts: both, filter: 'cardBrand' }),
  dimension('cardType', 'Card type', { filter: 'cardType' }),
  dimension('channel', 'Channel', { filter: 'channelId' }),
  dimension('userCat', 'User category', { filter: 'userCat' }),
  dimension('state', 'State', { filter: 'state' }),
  dimension('declineStage', 'Decline stage', { filter: 'declineStage' }),
  dimension('statusCode', 'Status code', { filter: 'statusCode', values: 'status' }),
  dimension('pspStatusCode', 'PSP status code', { filter: 'pspStatusCode' }),
  dimension('threeDsFlow', '3-D Secure flow', { filter: 'threeDsFlow' }),
  dimension('threeDsExemption', '3-D Secure exemption', { filter: 'threeDsExemption' }),
  dimension('fallback', 'Fallback', { filter: 'fallbackUsed', ...toggle }),
  dimension('firstPsp', 'First PSP', { filter: 'initiatedPsp' }),
  dimension('token', 'Network token', { filter: 'schemeTokenUsed', ...toggle }),
  /** The tens of a fraud score: 0, 10, … 90. */
  dimension('fraudBand', 'Fraud score', {
    values: 'number',
    filter: 'fraudScore',
    filterValue: scoresOf,
  }),
  dimension('fraudDecision', 'Fraud decision', { filter: 'fraudDecision' }),
  /** 1 is Monday. */
  dimension('weekday', 'Weekday', { facts: both, values: 'number' }),
  dimension('hour', 'Hour', { facts: both, values: 'number' }),
  dimension('legNo', 'Leg', { facts: ['leg'], values: 'number' }),
  dimension('legReason', 'Reason of the leg', { facts: ['leg'] }),
  dimension('rule', 'Rule', { filter: 'rule', isSingle: true }),
  dimension('approver', 'Approver', { facts: ['approval'] }),
  dimension('queue', 'Queue', { facts: ['queue'] }),
  dimension('investigator', 'Investigator', { facts: ['case'] }),
  dimension('apiClient', 'API client', { facts: ['api'] }),
  dimension('interchangeDomain', 'Interchange domain', { facts: ['interchange'] }),
  dimension('kycStatus', 'KYC status', { facts: ['kyc'] }),
  dimension('channelOfMessage', 'Message', { facts: ['webhook'] }),
  dimension('tokenState', 'State of the token', { facts: ['token'] }),
  dimension('age', 'Age', { facts: ['queue', 'settlement', 'chargeback'], values: 'number' }),
] as const satisfies readonly Dimension[]

export type DimensionId = (typeof dimensions)[number]['id']
export const dimensionIds = dimensions.map(({ id }) => id) as [DimensionId, ...DimensionId[]]

const byId = new Map<string, Dimension>(dimensions.map((each) => [each.id, each]))
export const dimensionOf = (id: DimensionId): Dimension => byId.get(id) as Dimension
