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
  statusCodeNo: 0,
  success: true,
  amount: { amount: '100.00', currency: 'SEK' },
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
  statusCodeNo: 351,
  success: true,
  amount: { amount: '50.00', currency: 'EUR' },
  errors: [],
}
