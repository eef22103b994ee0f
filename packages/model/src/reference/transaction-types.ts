type PaymentDirection = 'DEPOSIT' | 'WITHDRAWAL'

/** A kind of payment people make. The method follows from it: a card payment is a payment with CREDITCARD. */
export interface TransactionType {
  readonly name: string
  readonly direction: PaymentDirection
  readonly providerType: string
}

const deposits = {
  CreditcardDeposit: 'CREDITCARD',
  ApplePayDeposit: 'APPLEPAY',
  GooglePayDeposit: 'GOOGLEPAY',
  BankDeposit: 'BANK',
  BankIBANDeposit: 'BANKIBAN',
  TrustlyDeposit: 'TRUSTLY',
  SwishDeposit: 'SWISH',
  SkrillDeposit: 'SKRILL',
  NetellerDeposit: 'NETELLER',
  PayPalDeposit: 'PAYPAL',
  VoucherDeposit: 'VOUCHER',
  WebRedirectDeposit: 'WEBREDIRECT',
  CryptoCurrencyDeposit: 'CRYPTOCURRENCY',
  CreditcardAccountVerification: 'CREDITCARD',
}

const withdrawals = {
  CreditcardWithdrawal: 'CREDITCARD',
  BankIBANWithdrawal: 'BANKIBAN',
  BankLocalWithdrawal: 'BANKLOCAL',
  TrustlyWithdrawal: 'TRUSTLY',
  SkrillWithdrawal: 'SKRILL',
  NetellerWithdrawal: 'NETELLER',
  WebRedirectWithdrawal: 'WEBREDIRECT',
  VoucherCreationWithdrawal: 'VOUCHER',
  CryptoCurrencyWithdrawal: 'CRYPTOCURRENCY',
}

const typesOf = (
  direction: PaymentDirection,
  names: Readonly<Record<string, string>>,
): readonly TransactionType[] =>
  Object.entries(names).map(([name, providerType]) => ({ name, direction, providerType }))

export const transactionTypes: readonly TransactionType[] = [
  ...typesOf('DEPOSIT', deposits),
  ...typesOf('WITHDRAWAL', withdrawals),
]

/** What follows from a payment: they have no method of their own. */
export const childTransactionTypes: readonly string[] = [
  'Capture',
  'Void',
  'Refund',
  'Reversal',
  'DisputeFiled',
  'DisputeResolved',
  'ManualChargeback',
  'ManualChargebackWon',
  'ManualRefund',
  'ManualVoid',
  'ManualRequestForInfo',
  'ManualNotificationOfFraud',
]

/** What people call them; the names are for integrations. */
const labels: Readonly<Record<string, string>> = {
  CreditcardDeposit: 'Card deposit',
  ApplePayDeposit: 'Apple Pay deposit',
  GooglePayDeposit: 'Google Pay deposit',
  BankDeposit: 'Bank deposit',
  BankIBANDeposit: 'IBAN deposit',
  TrustlyDeposit: 'Trustly deposit',
  SwishDeposit: 'Swish deposit',
  SkrillDeposit: 'Skrill deposit',
  NetellerDeposit: 'Neteller deposit',
  PayPalDeposit: 'PayPal deposit',
  VoucherDeposit: 'Voucher deposit',
  WebRedirectDeposit: 'Redirect deposit',
  CryptoCurrencyDeposit: 'Crypto deposit',
  CreditcardAccountVerification: 'Card verification',
  CreditcardWithdrawal: 'Card withdrawal',
  BankIBANWithdrawal: 'IBAN withdrawal',
  BankLocalWithdrawal: 'Local bank withdrawal',
  TrustlyWithdrawal: 'Trustly withdrawal',
  SkrillWithdrawal: 'Skrill withdrawal',
  NetellerWithdrawal: 'Neteller withdrawal',
  WebRedirectWithdrawal: 'Redirect withdrawal',
  VoucherCreationWithdrawal: 'Voucher withdrawal',
  CryptoCurrencyWithdrawal: 'Crypto withdrawal',
  DisputeFiled: 'Dispute filed',
  DisputeResolved: 'Dispute resolved',
  ManualChargeback: 'Chargeback by hand',
  ManualChargebackWon: 'Chargeback won by hand',
  ManualRefund: 'Refund by hand',
  ManualVoid: 'Void by hand',
  ManualRequestForInfo: 'Request for information',
  ManualNotificationOfFraud: 'Notification of fraud',
}

export const transactionTypeLabel = (name: string): string => labels[name] ?? name

/** Every type with its label, as filters and forms offer them. */
export const transactionTypeLabels: Readonly<Record<string, string>> = Object.fromEntries(
  [...transactionTypes.map(({ name }) => name), ...childTransactionTypes].map((name) => [
    name,
    transactionTypeLabel(name),
  ]),
)

/** Paid by card, also where a phone stands in for it. */
export const cardProviderTypes = ['CREDITCARD', 'APPLEPAY', 'GOOGLEPAY'] as const

export const providerTypeLabels: Readonly<Record<string, string>> = {
  CREDITCARD: 'Card',
  APPLEPAY: 'Apple Pay',
  GOOGLEPAY: 'Google Pay',
  BANK: 'Online bank',
  BANKIBAN: 'Bank transfer (IBAN)',
  BANKLOCAL: 'Local bank transfer',
  TRUSTLY: 'Trustly',
  SWISH: 'Swish',
  SKRILL: 'Skrill',
  NETELLER: 'Neteller',
  PAYPAL: 'PayPal',
  VOUCHER: 'Voucher',
  WEBREDIRECT: 'Redirect',
  CRYPTOCURRENCY: 'Cryptocurrency',
}
