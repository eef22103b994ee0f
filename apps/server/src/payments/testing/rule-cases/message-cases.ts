import { notification } from '@signalbox/model/rules/tables/notification'
import { payout, suite, type OutputCase } from './rule-case.ts'

/** What the rules of the demo say after ours is not looked at. */
const last = { stop: true }
const texted = { sendSms: true, smsTemplate: 'PaymentText' }
const queued = { sendMq: true, mqAccount: 'mq1', mqTemplate: 'DepositNotification' }
const waiting: OutputCase['conditions'] = { txState: { op: 'in', values: ['WAITING_APPROVAL'] } }

const kinds: OutputCase['shows'] = async (seen, stage) =>
  (await stage.messages(seen)).map(({ kind }) => kind).toSorted()
const targets: OutputCase['shows'] = async (seen, stage) =>
  (await stage.messages(seen)).map(({ target }) => target)
const templates: OutputCase['shows'] = async (seen, stage) =>
  (await stage.messages(seen)).map(({ template }) => template)

/** Who is told what about a payment. */
export const messageSuites = [
  suite(notification, {
    rest: {},
    conditions: { txState: { op: 'in', values: ['SUCCESSFUL'] } },
    cases: {
      sendUserEmail: {
        cell: true,
        rest: { ...last, emailTemplate: 'PaymentText' },
        shows: kinds,
        expected: ['EMAIL'],
      },
      emailTemplate: {
        cell: 'WithdrawalApproved',
        instead: 'PaymentText',
        rest: { ...last, sendUserEmail: true },
        shows: templates,
        expected: ['WithdrawalApproved'],
      },
      attachmentTemplate: {
        cell: 'WithdrawalApproved',
        rest: { ...last, sendUserEmail: true, emailTemplate: 'PaymentText' },
        shows: async (seen, stage) => (await stage.messages(seen)).map(({ attachment }) => attachment),
        expected: ['WithdrawalApproved'],
      },
      emailAddresses: {
        cell: ['copies@brand.example'],
        rest: { ...last, emailTemplate: 'PaymentText' },
        shows: targets,
        expected: ['copies@brand.example'],
      },
      sendSms: { cell: true, rest: { ...last, smsTemplate: 'PaymentText' }, shows: kinds, expected: ['SMS'] },
      smsTemplate: {
        cell: 'WithdrawalApproved',
        instead: 'PaymentText',
        rest: { ...last, sendSms: true },
        shows: templates,
        expected: ['WithdrawalApproved'],
      },
      sendMq: {
        cell: true,
        rest: { ...last, mqAccount: 'mq1', mqTemplate: 'DepositNotification' },
        shows: kinds,
        expected: ['MQ'],
      },
      mqAccount: {
        cell: 'mq2',
        instead: 'mq1',
        rest: { ...last, sendMq: true, mqTemplate: 'DepositNotification' },
        shows: targets,
        expected: ['mq2'],
      },
      mqTemplate: {
        cell: 'WithdrawalNotification',
        instead: 'DepositNotification',
        rest: { ...last, sendMq: true, mqAccount: 'mq1' },
        shows: templates,
        expected: ['WithdrawalNotification'],
      },
      onlyOnce: {
        cell: false,
        rest: { ...last, ...queued },
        conditions: waiting,
        also: [{ table: 'user-psp-account', outputs: { ignoreCheckIfUsed: true } }],
        pay: async (stage, userId) => {
          const seen = await payout(stage, userId)
          await stage.hold(seen)
          return seen
        },
        shows: kinds,
        expected: ['MQ', 'MQ'],
      },
      stop: {
        cell: true,
        rest: texted,
        // The row below: what it sends is not sent once the one above ends the table.
        also: [
          {
            table: 'notification',
            conditions: { txState: { op: 'in', values: ['SUCCESSFUL'] } },
            outputs: queued,
          },
        ],
        shows: kinds,
        expected: ['SMS'],
      },
    },
  }),
]
