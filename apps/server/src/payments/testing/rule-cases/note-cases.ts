import { notification } from '@signalbox/model/rules/tables/notification'
import { paymentMethods } from '@signalbox/model/rules/tables/payment-methods'
import { suite } from './rule-case.ts'

/** Tables whose own outputs are shown elsewhere: here only what every table can note. */
export const noteSuites = [
  suite(paymentMethods, {
    rest: { depositMethods: ['CREDITCARD'] },
    conditions: { method: { op: 'in', values: ['DEPOSIT'] } },
    pending: [
      'depositMethods',
      'withdrawalMethods',
      'addLastUsedFirst',
      'alwaysEnabled',
      'excludeIfNotUsed',
      'includeHiddenAccounts',
      'excludeAccounts',
      'cashierConfig',
      'displayNetDeposit',
    ],
    cases: {},
  }),
  suite(notification, {
    rest: {},
    conditions: { txState: { op: 'in', values: ['SUCCESSFUL'] } },
    pending: [
      'sendUserEmail',
      'emailTemplate',
      'attachmentTemplate',
      'emailAddresses',
      'sendSms',
      'smsTemplate',
      'sendMq',
      'mqAccount',
      'mqTemplate',
      'onlyOnce',
      'stop',
    ],
    cases: {},
  }),
]
