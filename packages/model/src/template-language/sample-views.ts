import type { View } from './values.ts'

const merchant = {
  id: 100010001,
  name: 'Northern Lights',
  url: 'https://northernlights.example',
  supportEmail: 'support@northernlights.example',
  baseCurrency: 'EUR',
  locale: 'sv_SE',
}

const merchantUser = {
  userId: 'nl-48213',
  firstName: 'Elsa',
  lastName: 'Lindqvist',
  email: 'elsa.lindqvist@mail.example',
  mobile: '+46701234523',
  dob: '1987-11-03',
  street: 'Storgatan 12',
  zip: '114 55',
  city: 'Stockholm',
  countryCode: 'SWE',
  locale: 'sv_SE',
  kycStatus: 'Approved',
  userCat: 'VIP_SE',
  balance: { amount: '412.75', currency: 'SEK' },
}

const deposit = {
  merchant,
  ptx: {
    id: 27023107,
    merchantId: 100010001,
    txRefId: '100010001A27023107',
    merchantTxId: 'order-77120',
    txType: 'CreditcardDeposit',
    state: 'SUCCESSFUL',
    statusCode: 'SUCCESS',
    pspStatusCode: '00',
    amount: { amount: '1250.00', currency: 'SEK' },
    amountAbs: { amount: '1250.00', currency: 'SEK' },
    txAmount: { amount: '1262.50', currency: 'SEK' },
    txAmountAbs: { amount: '1262.50', currency: 'SEK' },
    txAmountBase: { amount: '111.83', currency: 'EUR' },
    fee: { amount: '12.50', currency: 'SEK' },
    pspFee: { amount: '1.34', currency: 'EUR' },
    psp: 'acmecards',
    pspAccount: 'acme-se-01',
    pspRefId: 'ACM-5531-99027',
    maskedUserAccount: '411111******1111',
    ipCountry: 'SWE',
    created: '2026-02-03T09:12:44.120Z',
    lastUpdated: '2026-02-03T09:12:47.902Z',
    info: 'Approved on the second attempt',
    merchantUser,
    userPspAccountDetails: {
      holder: 'Elsa Lindqvist',
      brand: 'VISA',
      expiry: '2029-04',
      bankName: 'Exempelbanken',
    },
    attributes: { campaign: 'winter-26', returnUrl: 'https://northernlights.example/thanks' },
    legs: [
      {
        no: 1,
        psp: 'bluepay',
        pspAccount: 'blue-eu',
        pspRefId: 'B-118822',
        pspStatusCode: '91',
        statusCode: 'PSP_ERROR',
      },
      {
        no: 2,
        psp: 'acmecards',
        pspAccount: 'acme-se-01',
        pspRefId: 'ACM-5531-99027',
        pspStatusCode: '00',
        statusCode: 'SUCCESS',
      },
    ],
  },
}

const withdrawal = {
  merchant,
  ptx: {
    ...deposit.ptx,
    id: 27023455,
    txRefId: '100010001A27023455',
    merchantTxId: 'payout-3310',
    txType: 'BankIBANWithdrawal',
    state: 'WAITING_APPROVAL',
    statusCode: 'WAITING_WITHDRAWAL_APPROVAL',
    pspStatusCode: null,
    amount: { amount: '-900.00', currency: 'SEK' },
    amountAbs: { amount: '900.00', currency: 'SEK' },
    txAmount: { amount: '-890.00', currency: 'SEK' },
    txAmountAbs: { amount: '890.00', currency: 'SEK' },
    txAmountBase: { amount: '-78.82', currency: 'EUR' },
    fee: { amount: '10.00', currency: 'SEK' },
    pspFee: { amount: '0.45', currency: 'EUR' },
    psp: 'clearbank',
    pspAccount: 'clear-sepa',
    pspRefId: null,
    maskedUserAccount: 'SE45**************7466',
    created: '2026-02-03T11:40:02.511Z',
    lastUpdated: '2026-02-03T11:40:05.040Z',
    info: 'Waiting for a first approval',
    userPspAccountDetails: { holder: 'Elsa Lindqvist', brand: null, expiry: null, bankName: 'Exempelbanken' },
    legs: [],
  },
}

const alert = {
  merchant,
  psp: 'acmecards',
  threshold: 25,
  tx_type: 'CreditcardDeposit',
  minutes_back: 30,
  unique_users: 41,
  percent_failed: 37.5,
  merchant_id: 100010001,
  alert: {
    severity: 'HIGH',
    title: 'Card deposits fail at acmecards',
    body: '37.5 % of the deposits of the last 30 minutes failed',
    firedAt: '2026-02-03T10:05:00.000Z',
  },
}

const identity = {
  merchant: { name: 'Northern Lights' },
  user: { displayName: 'Anna Berg', username: 'anna.berg' },
  link: 'https://signalbox.example/signalbox/reset?token=3n0ugh-f0r-a-sample',
  expiresMinutes: 30,
  occasion: { at: '2026-02-03T09:12:44.120Z', ip: '192.0.2.7', device: 'Firefox 147 on Linux' },
  factor: 'TOTP',
}

const operations = {
  merchant,
  user: identity.user,
  window: {
    title: 'Acme Cards moves its data centre',
    psp: 'acmecards',
    startAt: '2026-02-03T01:00:00.000Z',
    endAt: '2026-02-03T03:00:00.000Z',
  },
  client: 'Shop of Northern Lights',
  last4: '9f3k',
  expiresAt: '2026-02-10T00:00:00.000Z',
  account: { masked: '411111******1111' },
}

/** What previews and checks at save render with while no real record is chosen. */
export const sampleViews = { deposit, withdrawal, alert, identity, operations } satisfies Record<string, View>

export type SampleName = keyof typeof sampleViews

export const sampleLabels: Readonly<Record<SampleName, string>> = {
  deposit: 'Card deposit, approved',
  withdrawal: 'Bank withdrawal, waiting for approval',
  alert: 'Alert: many failed deposits',
  identity: 'Email to a backoffice user',
  operations: 'Maintenance, an expiring secret, an account to verify',
}

export const isSampleName = (text: string): text is SampleName => Object.hasOwn(sampleViews, text)
