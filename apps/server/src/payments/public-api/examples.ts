import { StatusNo } from '@signalbox/model/reference/status-no'

/** What a developer may paste; the sandbox answers it as it says. */
export const depositExample = {
  merchantId: 100010001,
  userId: 'user_1',
  sessionId: 's-9f',
  txType: 'CreditcardDeposit',
  amount: { amount: '100.00', currency: 'SEK' },
  card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' },
  ip: '192.0.2.10',
  locale: 'sv_SE',
  returnUrls: { success: 'https://shop.example/thanks', failure: 'https://shop.example/sorry' },
  attributes: { bonusCode: 'A123' },
}

export const withdrawalExample = {
  merchantId: 100010001,
  userId: 'user_1',
  sessionId: 's-9f',
  txType: 'BankIBANWithdrawal',
  amount: { amount: '50.00', currency: 'EUR' },
  iban: 'DE89370400440532013000',
  ip: '192.0.2.10',
  locale: 'sv_SE',
}

const answer = {
  txId: 888073519104,
  txRefId: '100010001A888073519104',
  merchantId: 100010001,
  userId: 'user_1',
  created: '2026-11-16T10:00:00.000Z',
  lastUpdated: '2026-11-16T10:00:01.000Z',
  messages: [],
}

export const depositAnswerExample = {
  ...answer,
  txType: 'CreditcardDeposit',
  method: 'DEPOSIT',
  state: 'SUCCESSFUL',
  statusCode: 'SUCCESS',
  statusCodeNo: StatusNo.SUCCESS,
  success: true,
  amount: { amount: '100.00', currency: 'SEK' },
  requestedAmount: { amount: '100.00', currency: 'SEK' },
  psp: 'acmecards',
  maskedAccount: '411111******1111',
  errors: [],
}

export const withdrawalAnswerExample = {
  ...answer,
  txType: 'BankIBANWithdrawal',
  method: 'WITHDRAWAL',
  state: 'WAITING_APPROVAL',
  statusCode: 'WAITING_WITHDRAWAL_APPROVAL',
  statusCodeNo: StatusNo.WAITING_WITHDRAWAL_APPROVAL,
  success: true,
  amount: { amount: '50.00', currency: 'EUR' },
  requestedAmount: { amount: '50.00', currency: 'EUR' },
  errors: [],
}

export const repeatExample = {
  merchantId: 100010001,
  userId: 'user_1',
  txType: 'CreditcardDeposit',
  amount: { amount: '25.00', currency: 'SEK' },
  accountId: '019a8b1e-4f00-7000-8000-000000000001',
  merchantTxId: 'subscription-2026-11',
}

export const operationExample = {
  info: 'Asked by the user',
  amount: { amount: '10.00', currency: 'EUR' },
}

export const cardExample = { merchantId: 100010001, pan: '4111111111111111', expiry: '2030-12', cvv: '123' }

export const cardAnswerExample = {
  cardToken: 'ct_4fJ0bY2m9Qd1',
  maskedAccount: '411111******1111',
  expiresAt: '2026-11-16T10:15:00.000Z',
}

export const kycExample = {
  merchantId: 100010001,
  userId: 'kyc-pep-1',
  provider: 'kyc-sim',
  scopes: ['ID', 'AGE', 'PEP'],
  firstName: 'Ada',
  lastName: 'Lindberg',
  dob: '1985-04-12',
  country: 'SWE',
}

export const kycAnswerExample = {
  checkId: '019a8b1e-4f00-7000-8000-000000000002',
  merchantId: 100010001,
  userId: 'kyc-pep-1',
  provider: 'kyc-sim',
  at: '2026-11-16T10:00:00.000Z',
  status: 'VERIFIED',
  idStatus: 'VERIFIED',
  ageStatus: 'VERIFIED',
  addressStatus: 'VERIFIED',
  warnings: ['PEP_WARNING'],
  score: 40,
}

export const voucherExample = { merchantId: 100010001, voucherCode: '7Q2K-9M4T-XW3A-5H8N' }
export const voucherAnswerExample = { valid: true, reason: null }

export const accountWebhookExample = {
  id: '019a8b1e-4f00-7000-8000-000000000003',
  timestamp: '2026-11-16T10:00:01.000Z',
  data: {
    id: '019a8b1e-4f00-7000-8000-000000000001',
    merchantId: 100010001,
    userId: 'user_1',
    providerType: 'CREDITCARD',
    service: null,
    maskedAccount: '411111******1111',
    expiry: '2030-12',
    status: 'BLOCKED',
    visible: true,
    verification: 'UNVERIFIED',
    lastUsed: '2026-11-16T09:00:00.000Z',
    successfulPayments: 3,
    failedPayments: 0,
    blockReason: 'suspected-fraud',
  },
}

export const webhookExample = {
  id: '019a8b1e-4f00-7000-8000-000000000002',
  sequence: 3,
  timestamp: '2026-11-16T10:00:01.000Z',
  data: depositAnswerExample,
}

export const cursorExample = 'Wzg4ODA3MzUxOTEwNF0'
