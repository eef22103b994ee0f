/** Where exchange rates come from. Rules may name one; `fx-file` is the file the platform's rates arrive in. */
export const rateServices = {
  'fx-file': 'Imported file',
  ECB: 'European Central Bank',
  OPEN_EXCHANGE: 'Open Exchange Rates',
  RIKSBANK: 'Sveriges Riksbank',
} as const

export type RateService = keyof typeof rateServices

/** Used where neither the rule nor the merchant names another. */
export const defaultRateService: RateService = 'fx-file'
