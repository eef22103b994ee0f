import { aurora, finland, northlight, platform, row, sweden, type DemoRuleset } from './demo-ruleset.ts'

const cardDeposit = { txType: 'CreditcardDeposit' }
const wallets = 'SkrillDeposit, NetellerDeposit, PayPalDeposit, WebRedirectDeposit'
const walletPayouts = 'SkrillWithdrawal, NetellerWithdrawal, WebRedirectWithdrawal'

export const routingRules: readonly DemoRuleset[] = [
  {
    merchantId: platform,
    table: 'psp-routing',
    name: 'Default routing',
    note: 'Routes every type of payment.',
    priority: 100,
    rows: [
      row(
        'Cards',
        { txType: 'CreditcardDeposit, CreditcardAccountVerification' },
        { psp: 'acmecards', pspAccount: '3DS' },
      ),
      row(
        'Phones',
        { txType: 'ApplePayDeposit, GooglePayDeposit' },
        { psp: 'acmecards', pspAccount: 'N3DS' },
      ),
      row(
        'Payouts to cards',
        { txType: 'CreditcardWithdrawal' },
        { psp: 'kestrelcard', pspAccount: 'default' },
      ),
      row(
        'Transfers by reference',
        { txType: 'BankDeposit, BankIBANDeposit', txTag: 'manual' },
        { psp: 'manualbank', pspAccount: 'default' },
      ),
      row(
        'Online banks',
        { txType: 'BankDeposit, BankIBANDeposit, TrustlyDeposit, SwishDeposit' },
        { psp: 'nordbank', pspAccount: 'default' },
      ),
      row(
        'Payouts to banks',
        { txType: 'BankIBANWithdrawal, BankLocalWithdrawal, TrustlyWithdrawal' },
        { psp: 'nordbank', pspAccount: 'default' },
      ),
      row(
        'Wallets in pounds',
        { txType: `${wallets}, ${walletPayouts}`, currency: 'GBP' },
        { psp: 'walletx', pspAccount: 'UK' },
      ),
      row('Wallets', { txType: `${wallets}, ${walletPayouts}` }, { psp: 'walletx', pspAccount: 'EU' }),
      row(
        'Vouchers of a partner',
        { txType: 'VoucherDeposit', txTag: 'partner' },
        { psp: 'voucherstore', pspAccount: 'default' },
      ),
      row('Vouchers of our own store', { txType: 'VoucherDeposit' }, { psp: 'store', pspAccount: 'default' }),
      row(
        'Payouts as vouchers',
        { txType: 'VoucherCreationWithdrawal' },
        { psp: 'voucherstore', pspAccount: 'default' },
      ),
      row(
        'Coins',
        { txType: 'CryptoCurrencyDeposit, CryptoCurrencyWithdrawal' },
        { psp: 'coinsim', pspAccount: 'default' },
      ),
    ],
  },
  {
    merchantId: aurora,
    table: 'psp-routing',
    name: 'Two acquirers for large players',
    rows: [
      row(
        'VIP cards, most of them',
        { ...cardDeposit, userCategory: 'VIP', binBrand: 'VISA, MASTERCARD' },
        { psp: 'acmecards', pspAccount: '3DS', weight: '70' },
      ),
      row(
        'VIP cards, the others',
        { ...cardDeposit, userCategory: 'VIP', binBrand: 'VISA, MASTERCARD' },
        { psp: 'borealpay', pspAccount: 'default', weight: '30' },
        { note: 'Cheaper, slower; we watch its approval rate.' },
      ),
    ],
  },
  {
    merchantId: sweden,
    table: 'psp-routing',
    name: 'Swedish banks',
    rows: [
      row(
        'Swedish online banks',
        { txType: 'BankDeposit', service: 'SWEBANK', userCountry: 'SWE' },
        { psp: 'nordbank', pspAccount: 'default' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'psp-fallback',
    name: 'Default fallback',
    rows: [
      row('Insufficient funds: do not retry', { txStatusCode: 'ERR_DECLINED_NO_FUNDS' }, { stop: 'yes' }),
      row(
        'The card scheme forbids it',
        { txStatusCode: 'ERR_DECLINED_DO_NOT_TRY_AGAIN, ERR_DECLINED_LOST_OR_STOLEN' },
        { stop: 'yes' },
      ),
      row(
        'Acme Cards is down',
        { initiatedPsp: 'acmecards', retryClass: 'TECH' },
        { pspFallback: 'borealpay', pspFallbackAccount: 'default', maxAttempts: '2' },
      ),
      row(
        'Acme Cards cannot be reached',
        {
          initiatedPsp: 'acmecards',
          txStatusCode: 'ERR_PSP_OUT_OF_SERVICE, ERR_FAILED_TO_CONNECT, ERR_DECLINED_ISSUER_UNAVAILABLE',
        },
        { pspFallback: 'borealpay', pspFallbackAccount: 'default', maxAttempts: '2' },
      ),
    ],
  },
  {
    merchantId: aurora,
    table: 'psp-fallback',
    name: 'Boreal Pay is down',
    rows: [
      row(
        'Back to Acme Cards',
        { initiatedPsp: 'borealpay', retryClass: 'TECH' },
        { pspFallback: 'acmecards', pspFallbackAccount: '3DS', maxAttempts: '2' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: '3ds2-routing',
    name: 'Strong authentication',
    rows: [
      row(
        'Small amounts of known players',
        {
          userCategory: 'VIP',
          amount: '<= 30 EUR',
          binIssuerCountry: 'EEA',
          exemptInRow: '< 5',
          exemptSumInRow: '<= 70 EUR',
        },
        { mpi: '3ds-sim', exemption: 'LOW_VALUE', challenge: 'NO_CHALLENGE' },
      ),
      row(
        'Acme Cards, 3DS account',
        { psp: 'acmecards', pspAccount: '3DS' },
        { mpi: '3ds-sim', challenge: 'NO_PREFERENCE' },
      ),
    ],
  },
  {
    merchantId: finland,
    table: '3ds2-routing',
    name: 'New cards in Finland',
    rows: [
      row(
        'First time with this card, large amount',
        { psp: 'acmecards', pspAccount: '3DS', firstTimeAccount: 'yes', amount: '>= 2000 EUR' },
        { mpi: '3ds-sim', challenge: 'MANDATE' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: '3ds2-fallback',
    name: 'Default 3DS2 fallback',
    rows: [
      row('The issuer asks for it afterwards', { scaRequired: 'yes' }, { outcome: 'STEP_UP' }),
      row('The user failed', { threeDsResult: 'FAILED' }, { outcome: 'DECLINE' }),
      row('Not supported by the issuer', { threeDsResult: 'NOT_SUPPORTED' }, { outcome: 'CONTINUE_NON_3DS' }),
      row('Technical error', { threeDsResult: 'ERROR' }, { outcome: 'DECLINE', info: '3DS server failed' }),
    ],
  },
  {
    merchantId: platform,
    table: 'fraud-provider',
    name: 'Screening',
    rows: [
      row(
        'Cards and phones',
        { txType: 'CreditcardDeposit, CreditcardAccountVerification, ApplePayDeposit, GooglePayDeposit' },
        {
          fraudProvider: 'fraud-sim',
          fraudAccount: 'default',
          mode: 'SYNC',
          timeoutMs: '3000',
          onTimeout: 'ACCEPT',
        },
      ),
      row(
        'Payouts before approval',
        { method: 'WITHDRAWAL' },
        { fraudProvider: 'fraud-sim', fraudAccount: 'default', mode: 'SYNC', onTimeout: 'REVIEW' },
      ),
    ],
  },
  {
    merchantId: northlight,
    table: 'fraud-provider',
    name: 'Wallets are screened too',
    rows: [
      row(
        'Large wallet deposits',
        { txType: wallets, amount: '>= 1000 EUR, 10000 SEK (convert)' },
        { fraudProvider: 'fraud-sim', fraudAccount: 'default', mode: 'ASYNC' },
      ),
    ],
  },
]
