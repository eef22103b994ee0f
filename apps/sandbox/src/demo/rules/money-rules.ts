import { aurora, northlight, platform, row, sweden, type DemoRuleset } from './demo-ruleset.ts'

export const moneyRules: readonly DemoRuleset[] = [
  {
    merchantId: platform,
    table: 'fee',
    name: 'Default fees',
    priority: 100,
    rows: [
      row(
        'Crypto fee',
        { txType: 'CryptoCurrencyDeposit' },
        { percentageFee: '1%', feeMin: '1 EUR', mode: 'ADDED' },
      ),
    ],
  },
  {
    merchantId: aurora,
    table: 'fee',
    name: 'Aurora price list',
    rows: [
      row('VIPs pay nothing', { userCategory: 'VIP' }, { fixedFee: '0 EUR, 0 GBP, 0 USD' }),
      row(
        'Small card deposits',
        { txType: 'CreditcardDeposit', amount: '< 50 EUR, 50 GBP, 50 USD' },
        {
          percentageFee: '2.5%',
          feeMin: '1 EUR, 1 GBP, 1 USD',
          feeMax: '5 EUR, 5 GBP, 5 USD',
          mode: 'ADDED',
        },
      ),
      row(
        'Three payouts a month are free',
        { method: 'WITHDRAWAL' },
        {
          fixedFee: '1 EUR, 1 GBP, 1 USD, 150 JPY, 0.300 KWD',
          mode: 'DEDUCTED',
          freeCount: '3',
          freeDays: '30',
        },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'provider-fee',
    name: 'Default provider fees',
    rows: [
      row(
        'Acme Cards, European cards',
        { psp: 'acmecards', binIssuerCountry: 'EEA' },
        { component: 'ACQUIRER', percentageFee: '1.5%', feeMin: '0.50 EUR', chargeOn: 'SUCCESS' },
      ),
      row(
        'Acme Cards, other cards',
        { psp: 'acmecards' },
        { component: 'ACQUIRER', percentageFee: '2.4%', feeMin: '0.50 EUR', chargeOn: 'SUCCESS' },
      ),
      row(
        'Acme Cards, every attempt',
        { psp: 'acmecards' },
        { component: 'GATEWAY', fixedFee: '0.12 EUR', chargeOn: 'ATTEMPT' },
      ),
      row(
        'Boreal Pay',
        { psp: 'borealpay' },
        { component: 'ACQUIRER', percentageFee: '1.1%', chargeOn: 'SUCCESS' },
      ),
      row(
        'WalletX, deposits',
        { psp: 'walletx', method: 'DEPOSIT' },
        { component: 'ACQUIRER', percentageFee: '1.4%', chargeOn: 'SUCCESS' },
      ),
      row(
        'Corporate cards',
        { binCategory: 'CORPORATE' },
        {
          component: 'INTERCHANGE',
          percentageFee: '1.9%',
          fixedFee: '0.05 EUR',
          combine: 'SUM',
          chargeOn: 'SUCCESS',
        },
      ),
      row(
        'Nordbank, per transfer',
        { psp: 'nordbank' },
        { component: 'GATEWAY', fixedFee: '0.20 EUR, 2 SEK', chargeOn: 'SUCCESS' },
      ),
    ],
  },
  {
    merchantId: northlight,
    table: 'provider-fee',
    name: 'Volume kickback',
    rows: [
      row(
        'WalletX kickback',
        { psp: 'walletx', method: 'DEPOSIT' },
        { component: 'KICKBACK', percentageFee: '0.2%', chargeOn: 'SUCCESS' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'forex',
    name: 'Currencies our providers do not settle in',
    rows: [
      row(
        'NOK and DKK by card',
        { psp: 'acmecards, borealpay', currency: 'NOK, DKK' },
        { toCurrency: 'EUR', marginPct: '1%' },
      ),
      row(
        'Yen and dinars',
        { psp: 'borealpay, nordbank', currency: 'JPY, KWD' },
        { toCurrency: 'EUR', marginPct: '1.5%' },
      ),
    ],
  },
  {
    merchantId: sweden,
    table: 'forex',
    name: 'Payouts to Swedish banks',
    rows: [
      row(
        'Euro to kronor',
        { txType: 'BankIBANWithdrawal', bankCountry: 'SWE', currency: 'EUR' },
        { toCurrency: 'SEK', marginPct: '0.5%', rounding: 'DOWN' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'vat',
    name: 'Value added tax',
    rows: [
      row(
        'Businesses elsewhere in the EU',
        {
          subject: 'INVOICE_LINE',
          customerType: 'B2B',
          vatId: 'set',
          userCountry: 'EU',
          sellerCountry: 'MLT',
        },
        { mode: 'REVERSE_CHARGE', ratePct: '0%', taxCode: 'RC' },
      ),
      row(
        'Fees of Swedish users',
        { subject: 'USER_FEE', userCountry: 'SWE' },
        { mode: 'INCLUSIVE', ratePct: '25%', taxCode: 'SE25' },
      ),
      row(
        'Fees of Finnish users',
        { subject: 'USER_FEE', userCountry: 'FIN' },
        { mode: 'INCLUSIVE', ratePct: '25.5%', taxCode: 'FI25' },
      ),
      row(
        'Vouchers are taxed when they are used',
        { subject: 'PRODUCT', productCategory: 'VOUCHER_MPV' },
        { mode: 'EXEMPT', info: 'Multi-purpose voucher' },
      ),
    ],
  },
]
