import type { InputOf } from '@signalbox/model/field/entity'
import type { psp, PspStatus } from '@signalbox/model/entities/psp'
import type { ExpectedFee, PspService } from '@signalbox/model/reference/psp-settings'
import { acmecardsStatusMap } from '@signalbox/server/payments/connectors/acmecards/status-map'
import { borealpayStatusMap } from '@signalbox/server/payments/connectors/borealpay/status-map'
import { coinsimStatusMap } from '@signalbox/server/payments/connectors/coinsim/status-map'
import { kestrelcardStatusMap } from '@signalbox/server/payments/connectors/kestrelcard/status-map'
import { manualbankStatusMap } from '@signalbox/server/payments/connectors/manualbank/status-map'
import { nordbankStatusMap } from '@signalbox/server/payments/connectors/nordbank/status-map'
import { ownStore } from '@signalbox/server/payments/connectors/own-store'
import { refusals } from '@signalbox/server/payments/vouchers/redeem'
import { voucherstoreStatusMap } from '@signalbox/server/payments/connectors/voucherstore/status-map'
import { walletxStatusMap } from '@signalbox/server/payments/connectors/walletx/status-map'

/** A PSP of the catalogue as the demo begins with it. */
export interface DemoPsp extends Omit<InputOf<typeof psp>, 'psp' | 'name'> {
  readonly psp: string
  readonly name: string
  readonly status: PspStatus
}

const mapOf = (codes: Readonly<Record<string, number>>) =>
  Object.entries(codes).map(([pspCode, statusNo]) => ({ pspCode, statusNo, stage: 'ANY' as const, note: '' }))

const fee = (percentagePpm: number, fixed: string, more: Partial<ExpectedFee> = {}): ExpectedFee => ({
  currency: 'EUR',
  fixed,
  percentagePpm,
  schemePpm: 0,
  min: null,
  max: null,
  ...more,
})

const bank = (service: string, label: string): PspService => ({
  service,
  label,
  providerType: 'BANK',
  limits: { EUR: { min: '100', max: '1000000' } },
})

const all = {
  status: 'ACTIVE',
  regions: ['Europe'],
  partialCapture: false,
  partialRefund: false,
  premiumPricing: false,
  kickback: false,
  kickbackPpm: null,
  transactionFees: true,
  threeDsType: null,
  authTypes: ['SALE'],
  captureWindowDays: 7,
  refundWindowDays: 365,
  settleDays: 2,
  connectTimeoutMs: 3_000,
  readTimeoutMs: 6_000,
  retries: 1,
  callbackAuth: 'HMAC',
  services: [],
} as const satisfies Partial<DemoPsp>

const cards = ['CreditcardDeposit', 'CreditcardAccountVerification', 'ApplePayDeposit', 'GooglePayDeposit']

/** The providers the sandbox plays, each with its own strengths. */
export const demoPsps: readonly DemoPsp[] = [
  {
    ...all,
    psp: 'acmecards',
    name: 'Acme Cards',
    legalEntity: 'Acme Card Services Ltd',
    classification: 'CARD_PROCESSOR',
    txTypes: cards,
    partialCapture: true,
    partialRefund: true,
    threeDsType: 'EXTERNAL',
    capabilities: ['REFUND', 'VOID', 'CANCEL_PENDING', 'STATUS_QUERY', 'RECURRING', 'TOKENS', 'AVS'],
    authTypes: ['FINAL', 'PRE', 'SALE'],
    refundWindowDays: 365,
    connector: 'acmecards',
    statusMap: mapOf(acmecardsStatusMap),
    expectedFee: fee(12_000, '10', { schemePpm: 1_500 }),
  },
  {
    ...all,
    psp: 'borealpay',
    name: 'Boreal Pay',
    legalEntity: 'Boreal Payments AS',
    classification: 'CARD_PROCESSOR',
    txTypes: cards,
    partialRefund: true,
    kickback: true,
    kickbackPpm: 1_000,
    threeDsType: 'INTERNAL',
    capabilities: ['REFUND', 'STATUS_QUERY', 'RECURRING'],
    settleDays: 3,
    readTimeoutMs: 8_000,
    connector: 'borealpay',
    statusMap: mapOf(borealpayStatusMap),
    expectedFee: fee(8_000, '5', { schemePpm: 1_500 }),
  },
  {
    ...all,
    psp: 'kestrelcard',
    name: 'Kestrel Card',
    legalEntity: 'Kestrel Card GmbH',
    classification: 'CARD_PROCESSOR',
    txTypes: ['CreditcardDeposit', 'CreditcardWithdrawal'],
    partialRefund: true,
    premiumPricing: true,
    threeDsType: 'PROVIDER_MANAGED',
    capabilities: ['REFUND', 'STATUS_QUERY', 'OCT'],
    connector: 'kestrelcard',
    statusMap: mapOf(kestrelcardStatusMap),
    expectedFee: fee(15_000, '20'),
  },
  {
    ...all,
    psp: 'nordbank',
    name: 'Nordbank',
    legalEntity: 'Nordbank Abp',
    classification: 'ONLINE_BANKING',
    regions: ['Nordics', 'Europe'],
    txTypes: [
      'BankDeposit',
      'BankIBANDeposit',
      'TrustlyDeposit',
      'SwishDeposit',
      'BankIBANWithdrawal',
      'BankLocalWithdrawal',
      'TrustlyWithdrawal',
    ],
    services: [
      bank('IDEAL', 'iDEAL'),
      bank('FINPAY', 'Finnish online banks'),
      bank('SWEBANK', 'Swedish online banks'),
      bank('NORBANK', 'Norwegian online banks'),
    ],
    partialRefund: true,
    capabilities: ['REFUND', 'CANCEL_PENDING', 'STATUS_QUERY', 'REVERSAL'],
    settleDays: 1,
    connector: 'nordbank',
    statusMap: mapOf(nordbankStatusMap),
    expectedFee: fee(3_000, '15', { max: '500' }),
  },
  {
    ...all,
    psp: 'walletx',
    name: 'WalletX',
    legalEntity: 'WalletX Europe SA',
    classification: 'WALLET',
    txTypes: [
      'SkrillDeposit',
      'NetellerDeposit',
      'PayPalDeposit',
      'WebRedirectDeposit',
      'SkrillWithdrawal',
      'NetellerWithdrawal',
      'WebRedirectWithdrawal',
    ],
    partialRefund: true,
    capabilities: ['REFUND', 'STATUS_QUERY'],
    connector: 'walletx',
    statusMap: mapOf(walletxStatusMap),
    expectedFee: fee(20_000, '0'),
  },
  {
    ...all,
    psp: 'manualbank',
    name: 'Manual bank',
    legalEntity: 'Northlight Gaming Group AB',
    classification: 'ONLINE_BANKING',
    txTypes: ['BankDeposit', 'BankIBANDeposit', 'BankIBANWithdrawal', 'BankLocalWithdrawal'],
    transactionFees: false,
    capabilities: [],
    settleDays: 0,
    connector: 'manualbank',
    statusMap: mapOf(manualbankStatusMap),
    expectedFee: null,
  },
  {
    ...all,
    psp: 'store',
    name: 'Store',
    legalEntity: 'Northlight Gaming Group AB',
    classification: 'VOUCHER',
    txTypes: ['VoucherDeposit'],
    transactionFees: false,
    capabilities: ['REFUND', 'STATUS_QUERY'],
    settleDays: 0,
    connector: ownStore,
    statusMap: mapOf(refusals),
    expectedFee: null,
  },
  {
    ...all,
    psp: 'voucherstore',
    name: 'Voucher store',
    legalEntity: 'Northlight Gaming Group AB',
    classification: 'VOUCHER',
    txTypes: ['VoucherDeposit', 'VoucherCreationWithdrawal'],
    transactionFees: false,
    capabilities: ['REFUND', 'STATUS_QUERY'],
    settleDays: 0,
    connector: 'voucherstore',
    statusMap: mapOf(voucherstoreStatusMap),
    expectedFee: null,
  },
  {
    ...all,
    psp: 'coinsim',
    name: 'Coinsim',
    legalEntity: 'Coinsim OÜ',
    classification: 'CRYPTO',
    txTypes: ['CryptoCurrencyDeposit', 'CryptoCurrencyWithdrawal'],
    premiumPricing: true,
    capabilities: ['STATUS_QUERY'],
    connector: 'coinsim',
    statusMap: mapOf(coinsimStatusMap),
    expectedFee: fee(10_000, '0'),
  },
]
