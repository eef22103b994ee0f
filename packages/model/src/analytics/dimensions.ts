/** What figures are made of: payments, submissions to PSPs, and the work around them. */
const factKinds = ['payment', 'leg', 'approval', 'queue', 'kyc', 'settlement', 'webhook', 'token'] as const
export type FactKind = (typeof factKinds)[number]

export interface Dimension {
  readonly id: string
  readonly label: string
  /** Figures of these facts can be split by it. */
  readonly facts: readonly FactKind[]
  /** The filter of /transactions that finds the payments of one value; null where there is none. */
  readonly filter: string | null
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

export const dimensions = [
  dimension('merchant', 'Merchant', {
    facts: ['payment', 'leg', 'approval', 'queue', 'kyc', 'settlement', 'webhook', 'token'],
    filter: 'merchants',
    values: 'merchant',
  }),
  dimension('psp', 'PSP', { facts: ['payment', 'leg', 'settlement'], filter: 'psp' }),
  dimension('pspAccount', 'PSP account', { facts: both, filter: 'pspAccount' }),
  dimension('method', 'Method', { facts: both, filter: 'method' }),
  dimension('providerType', 'Provider type', { facts: both, filter: 'providerType' }),
  dimension('txType', 'Transaction type', { facts: both, filter: 'txType' }),
  dimension('currency', 'Currency', { facts: both, filter: 'currency', values: 'currency' }),
  dimension('userCountry', 'User country', { facts: both, filter: 'userCountry', values: 'country' }),
  dimension('ipCountry', 'IP country', { filter: 'ipCountry', values: 'country' }),
  dimension('issuerCountry', 'Issuer country', { filter: 'issuerCountry', values: 'country' }),
  /** Whether the country of the IP address is that of the issuer. */
  dimension('countryMatch', 'IP and issuer country', flag),
  dimension('bin6', 'BIN', { filter: 'bin' }),
  dimension('issuer', 'Issuer'),
  dimension('cardBrand', 'Card brand', { facts: both, filter: 'cardBrand' }),
  dimension('cardType', 'Card type'),
  dimension('channel', 'Channel', { filter: 'channelId' }),
  dimension('userCat', 'User category', { filter: 'userCat' }),
  dimension('state', 'State', { filter: 'state' }),
  dimension('declineStage', 'Decline stage', { filter: 'declineStage' }),
  dimension('statusCode', 'Status code', { filter: 'statusCode', values: 'status' }),
  dimension('pspStatusCode', 'PSP status code'),
  dimension('threeDsFlow', '3-D Secure flow', { filter: 'threeDsFlow' }),
  dimension('threeDsExemption', '3-D Secure exemption'),
  dimension('fallback', 'Fallback', { filter: 'fallbackUsed', ...flag }),
  dimension('firstPsp', 'First PSP', { filter: 'initiatedPsp' }),
  dimension('token', 'Network token', { filter: 'schemeTokenUsed', ...flag }),
  /** The tens of a fraud score: 0, 10, … 90. */
  dimension('fraudBand', 'Fraud score', { values: 'number' }),
  dimension('fraudDecision', 'Fraud decision', { filter: 'fraudDecision' }),
  /** 1 is Monday. */
  dimension('weekday', 'Weekday', { facts: both, values: 'number' }),
  dimension('hour', 'Hour', { facts: both, values: 'number' }),
  dimension('legNo', 'Leg', { facts: ['leg'], values: 'number' }),
  dimension('legReason', 'Reason of the leg', { facts: ['leg'] }),
  dimension('rule', 'Rule'),
  dimension('approver', 'Approver', { facts: ['approval'] }),
  dimension('queue', 'Queue', { facts: ['queue'] }),
  dimension('kycStatus', 'KYC status', { facts: ['kyc'] }),
  dimension('channelOfMessage', 'Message', { facts: ['webhook'] }),
  dimension('tokenState', 'State of the token', { facts: ['token'] }),
  dimension('age', 'Age', { facts: ['queue', 'settlement'], values: 'number' }),
] as const satisfies readonly Dimension[]

export type DimensionId = (typeof dimensions)[number]['id']
export const dimensionIds = dimensions.map(({ id }) => id) as [DimensionId, ...DimensionId[]]

const byId = new Map<string, Dimension>(dimensions.map((each) => [each.id, each]))
export const dimensionOf = (id: DimensionId): Dimension => byId.get(id) as Dimension
