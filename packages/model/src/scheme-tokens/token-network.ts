/** Card networks that issue tokens in the place of card numbers. */
export const tokenNetworks = {
  VISA_VTS: 'Visa (VTS)',
  MASTERCARD_MDES: 'Mastercard (MDES)',
  AMEX: 'American Express',
} as const
export type TokenNetwork = keyof typeof tokenNetworks

export const tokenNetworkNames = Object.keys(tokenNetworks) as TokenNetwork[]

/** Who keeps the token, as rules and payments name it. */
export const tokenHolders = {
  VISA_VTS: 'VTS',
  MASTERCARD_MDES: 'MDES',
  AMEX: 'AETS',
} as const satisfies Record<TokenNetwork, string>
export type TokenHolder = (typeof tokenHolders)[TokenNetwork]

export const tokenHolderLabels = {
  VTS: 'Visa Token Service',
  MDES: 'Mastercard Digital Enablement Service',
  AETS: 'American Express Token Service',
} as const satisfies Record<TokenHolder, string>

/** What the configuration of the platform calls the service of a network. */
export const tokenServices = {
  VISA_VTS: 'visa-vts',
  MASTERCARD_MDES: 'mastercard-mdes',
  AMEX: 'amex-tokens',
} as const satisfies Record<TokenNetwork, string>

const networkOfService = new Map<string, TokenNetwork>(
  tokenNetworkNames.map((network) => [tokenServices[network], network]),
)
export const networkNamed = (service: string): TokenNetwork | undefined => networkOfService.get(service)

const brands: Readonly<Record<string, TokenNetwork>> = {
  VISA: 'VISA_VTS',
  MASTERCARD: 'MASTERCARD_MDES',
  AMEX: 'AMEX',
}

/** The network that issues tokens for cards of a brand; none for the others. */
export const networkOfBrand = (brand: string | null): TokenNetwork | undefined => brands[brand ?? '']
