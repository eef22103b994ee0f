import { providerTypeLabels, transactionTypes } from '@signalbox/model/reference/transaction-types'
import { aurora, finland, northlight, platform, row, sweden, type DemoRuleset } from './demo-ruleset.ts'

const methodsOf = (direction: 'DEPOSIT' | 'WITHDRAWAL'): string =>
  Object.keys(providerTypeLabels)
    .filter((method) =>
      transactionTypes.some((type) => type.direction === direction && type.providerType === method),
    )
    .join(', ')

export const operationRules: readonly DemoRuleset[] = [
  {
    merchantId: platform,
    table: 'payment-methods',
    name: 'Default payment methods',
    priority: 100,
    rows: [
      row('Deposits', { method: 'DEPOSIT' }, { depositMethods: methodsOf('DEPOSIT') }),
      row('Withdrawals', { method: 'WITHDRAWAL' }, { withdrawalMethods: methodsOf('WITHDRAWAL') }),
    ],
  },
  {
    merchantId: sweden,
    table: 'payment-methods',
    name: 'Swish first',
    rows: [
      row(
        'Swish for users in Sweden',
        { method: 'DEPOSIT', userCountry: 'SWE', currency: 'SEK' },
        {
          depositMethods: `SWISH, ${methodsOf('DEPOSIT').replace('SWISH, ', '')}`,
          addLastUsedFirst: 'yes',
        },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'status-code',
    name: 'Default status codes',
    rows: [
      row(
        'Insufficient funds, by message',
        { info: '/.*insufficient.*/' },
        { statusCode: 'ERR_DECLINED_NO_FUNDS', retryClass: 'HARD' },
      ),
      row(
        'Issuer unavailable',
        { pspStatusCode: '91, 96' },
        { statusCode: 'ERR_DECLINED_ISSUER_UNAVAILABLE', retryClass: 'SOFT' },
      ),
      row(
        'Lost or stolen',
        { pspStatusCode: '41, 43' },
        { statusCode: 'ERR_DECLINED_LOST_OR_STOLEN', retryClass: 'HARD', messageKey: 'contact_bank' },
      ),
      row('Provider unavailable', { txStatusCode: 'ERR_PSP_OUT_OF_SERVICE' }, { retryClass: 'TECH' }),
    ],
  },
  {
    merchantId: platform,
    table: 'alerts',
    name: 'Default alerts',
    rows: [
      row(
        'Cards fail',
        {
          cron: '*/5 * * * *',
          minutesBack: '15',
          txType: 'CreditcardDeposit',
          txState: 'FAILED',
          thresholdPct: '>= 60%',
          minUniqueUsers: '>= 5',
        },
        { emailTemplate: 'AlertRaised', notifyRole: 'ALERT_RECEIVER', cooldownMin: '30' },
      ),
      row(
        'Acme Cards is down',
        {
          cron: '*/5 * * * *',
          minutesBack: '5',
          psp: 'acmecards',
          txStatusCode: 'ERR_PSP_OUT_OF_SERVICE, ERR_FAILED_TO_CONNECT',
          thresholdPct: '>= 90%',
          minTx: '>= 50',
        },
        { setMaintenance: 'HALF_OPEN', time: '2', unit: 'MINUTE', emailTemplate: 'AlertRaised' },
      ),
    ],
  },
  {
    merchantId: aurora,
    table: 'alerts',
    name: 'Aurora: no traffic',
    rows: [
      row(
        'Very few payments',
        {
          cron: '0 * * * *',
          minutesBack: '60',
          txState: 'SUCCESSFUL',
          thresholdPct: '< 20%',
          minTx: '>= 20',
        },
        { emailAddresses: 'payments@aurora.example', emailTemplate: 'AlertRaised' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'notification',
    name: 'Default notifications',
    rows: [
      row(
        'Payouts that arrived',
        { method: 'WITHDRAWAL', txState: 'SUCCESSFUL' },
        { sendUserEmail: 'yes', emailTemplate: 'WithdrawalApproved' },
      ),
      row(
        'Payouts that need approval',
        { method: 'WITHDRAWAL', txState: 'WAITING_APPROVAL' },
        { sendSms: 'yes', smsTemplate: 'PaymentText' },
      ),
    ],
  },
  {
    merchantId: northlight,
    table: 'notification',
    name: 'Data warehouse',
    rows: [
      row(
        'Every final status',
        { txState: 'SUCCESSFUL, FAILED, CANCELLED' },
        { sendMq: 'yes', mqAccount: 'warehouse', mqTemplate: 'DepositNotification' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'approval',
    name: 'Default approval',
    rows: [
      row(
        'Large refunds',
        { txType: 'Refund', amount: '>= 1000 EUR (convert)' },
        { approvalMethod: 'MANUAL', levels: 'TWO', tags: 'FORBID_SAME_APPROVER' },
      ),
      row(
        'Large payouts',
        { method: 'WITHDRAWAL', amount: '>= 5000 EUR (convert)' },
        { approvalMethod: 'MANUAL', levels: 'TWO', tags: 'FORBID_SAME_APPROVER', queue: 'large' },
      ),
      row('Payouts', { method: 'WITHDRAWAL' }, { approvalMethod: 'MANUAL', levels: 'ONE' }),
    ],
  },
  {
    merchantId: finland,
    table: 'approval',
    name: 'Faster approval for known players',
    rows: [
      row(
        'Small payouts of known players',
        {
          method: 'WITHDRAWAL',
          amount: '<= 50 EUR',
          internalKycStatus: 'VERIFIED',
          firstWithdrawal: 'no',
          lastDepositMethodMatch: 'yes',
        },
        { approvalMethod: 'AUTOMATIC', approvalAction: 'APPROVE', delay: '5', unit: 'MINUTE' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'void-capture',
    name: 'Default capture',
    rows: [
      row(
        'High fraud score: void',
        { fraudScore: '>= 80' },
        { action: 'VOID', captureMethod: 'AUTOMATIC', delay: '0' },
      ),
      row('Otherwise capture', {}, { action: 'CAPTURE', captureMethod: 'AUTOMATIC', delay: '0' }),
    ],
  },
  {
    merchantId: aurora,
    table: 'void-capture',
    name: 'Aurora: capture by hand',
    rows: [
      row(
        'Very large deposits',
        { amount: '>= 5000 EUR (convert)' },
        { action: 'CAPTURE', captureMethod: 'MANUAL' },
      ),
    ],
  },
]
