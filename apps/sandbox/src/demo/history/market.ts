/** Where the users of a demo merchant come from, what they pay in and how. Weights are out of nothing in particular. */
export interface Market {
  readonly merchantId: number
  readonly baseCurrency: string
  readonly timeZone: string
  readonly apiClientId: string | null
  /** How much of the traffic the merchant has. */
  readonly weight: number
  readonly countries: Readonly<Record<string, number>>
  readonly currencies: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly deposits: Readonly<Record<string, number>>
  readonly withdrawals: Readonly<Record<string, number>>
  readonly services: Readonly<Record<string, string>>
}

/** Who looks into identities, and who does when they cannot. */
export const kycProviders = { first: 'kyc-sim', second: 'kyc-sim-2' } as const

const euro = { EUR: 1 }

export const markets: readonly Market[] = [
  {
    merchantId: 100010001,
    baseCurrency: 'SEK',
    timeZone: 'Europe/Stockholm',
    apiClientId: 'demo-client',
    weight: 40,
    countries: { SWE: 91, NOR: 4, FIN: 5 },
    currencies: { SWE: { SEK: 96, EUR: 4 }, NOR: euro, FIN: euro },
    deposits: {
      SwishDeposit: 36,
      CreditcardDeposit: 31,
      TrustlyDeposit: 14,
      BankDeposit: 7,
      ApplePayDeposit: 7,
      SkrillDeposit: 3,
      BankIBANDeposit: 2,
    },
    withdrawals: { BankIBANWithdrawal: 60, TrustlyWithdrawal: 22, CreditcardWithdrawal: 18 },
    services: { BankDeposit: 'SWEBANK' },
  },
  {
    merchantId: 100010002,
    baseCurrency: 'EUR',
    timeZone: 'Europe/Helsinki',
    apiClientId: 'demo-client-2',
    weight: 27,
    countries: { FIN: 94, SWE: 4, EST: 2 },
    currencies: { FIN: euro, SWE: euro, EST: euro },
    deposits: {
      CreditcardDeposit: 40,
      BankDeposit: 25,
      TrustlyDeposit: 14,
      ApplePayDeposit: 8,
      GooglePayDeposit: 5,
      SkrillDeposit: 4,
      NetellerDeposit: 2,
      CryptoCurrencyDeposit: 2,
    },
    withdrawals: { BankIBANWithdrawal: 70, CreditcardWithdrawal: 20, SkrillWithdrawal: 10 },
    services: { BankDeposit: 'FINPAY' },
  },
  {
    merchantId: 100010003,
    baseCurrency: 'EUR',
    timeZone: 'Europe/Malta',
    apiClientId: null,
    weight: 33,
    countries: { DEU: 38, GBR: 26, MLT: 8, NLD: 8, ESP: 6, USA: 6, JPN: 5, AUT: 3 },
    currencies: { GBR: { GBP: 1 }, USA: { USD: 1 }, JPN: { JPY: 1 } },
    deposits: {
      CreditcardDeposit: 52,
      SkrillDeposit: 11,
      ApplePayDeposit: 9,
      GooglePayDeposit: 6,
      NetellerDeposit: 6,
      PayPalDeposit: 6,
      BankDeposit: 4,
      CryptoCurrencyDeposit: 3,
      WebRedirectDeposit: 3,
    },
    withdrawals: {
      BankIBANWithdrawal: 42,
      CreditcardWithdrawal: 28,
      SkrillWithdrawal: 20,
      NetellerWithdrawal: 10,
    },
    services: { BankDeposit: 'IDEAL' },
  },
]

/** Units of a currency for one euro, roughly: only to make amounts people would choose. */
export const roughRates: Readonly<Record<string, number>> = {
  EUR: 1,
  SEK: 10,
  GBP: 0.8,
  USD: 1,
  JPY: 150,
}
