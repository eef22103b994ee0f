import { StatusNo } from '@signalbox/model/reference/status-no'
import { limit } from '@signalbox/model/rules/tables/limit'
import { periodLimit } from '@signalbox/model/rules/tables/period-limit'
import { velocity } from '@signalbox/model/rules/tables/velocity'
import {
  afterHours,
  afterOtherCard,
  amount,
  euros,
  refusedDeposit,
  status,
  suite,
  type OutputCase,
} from './rule-case.ts'

const wide = { min: euros('100'), max: euros('1000000') }
const generous = { scope: 'USER', window: 1, unit: 'DAY', maxTx: 1000, action: 'DECLINE' }
const strict = { ...generous, maxTx: 0 }
const once = { ...generous, maxTx: 1 }

const exceeded = (cell: OutputCase['cell']): OutputCase => ({
  cell,
  rest: generous,
  shows: status,
  expected: StatusNo.ERR_DECLINED_FRAUD,
})

/** Before the day that a calendar of two days begins with, and within the last 48 hours. */
const justBeforeYesterday = (): number => {
  const now = new Date()
  const local = new Date(now.toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' }))
  return 24 + local.getHours() + local.getMinutes() / 60 + (local.getSeconds() + 2) / 3600
}

export const limitSuites = [
  suite(limit, {
    rest: wide,
    cases: {
      min: {
        cell: euros('20000'),
        instead: euros('100'),
        rest: { max: wide.max },
        shows: status,
        expected: StatusNo.ERR_BELOW_LIMIT,
      },
      max: {
        cell: euros('5000'),
        instead: wide.max,
        rest: { min: wide.min },
        shows: status,
        expected: StatusNo.ERR_ABOVE_LIMIT,
      },
      step: { cell: euros('3000'), shows: status, expected: StatusNo.ERR_DECLINED_INVALID_AMOUNT },
      useAttributeLimits: { cell: true, user: 'limited', shows: status, expected: StatusNo.ERR_ABOVE_LIMIT },
    },
  }),
  suite(periodLimit, {
    rest: { window: 'DAY', maxCount: 1000 },
    cases: {
      window: {
        cell: 'ROLLING',
        instead: 'DAY',
        rest: { rollingHours: 48, maxCount: 1 },
        pay: afterHours(26),
        shows: status,
        expected: StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN,
      },
      rollingHours: {
        cell: 48,
        instead: 1,
        rest: { window: 'ROLLING', maxCount: 1 },
        pay: afterHours(26),
        shows: status,
        expected: StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN,
      },
      maxSum: { cell: euros('5000'), shows: status, expected: StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN },
      maxCount: {
        cell: 0,
        rest: { window: 'DAY', maxSum: euros('1000000') },
        shows: status,
        expected: StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN,
      },
      scope: {
        cell: 'ACCOUNT',
        rest: { window: 'DAY', maxCount: 1 },
        pay: afterOtherCard,
        shows: status,
        expected: 0,
      },
      net: {
        cell: true,
        conditions: { method: { op: 'in', values: ['DEPOSIT'] } },
        rest: { window: 'DAY', maxSum: euros('15000') },
        also: [{ table: 'approval', outputs: { approvalMethod: 'AUTOMATIC' } }],
        pay: async (stage, userId) => {
          await stage.deposit(userId)
          await stage.succeeded(await stage.withdraw(userId, amount('100.00')))
          return stage.deposit(userId)
        },
        shows: status,
        expected: 0,
      },
      reason: {
        cell: 'RESPONSIBLE_GAMING',
        rest: { window: 'DAY', maxCount: 0 },
        shows: status,
        expected: StatusNo.ERR_RESPONSIBLE_GAMING_LIMIT,
      },
    },
  }),
  suite(velocity, {
    rest: generous,
    notes: { rest: strict },
    cases: {
      scope: {
        cell: 'ACCOUNT',
        instead: 'USER',
        rest: { window: 1, unit: 'DAY', maxTx: 1, action: 'DECLINE' },
        pay: afterOtherCard,
        shows: status,
        expected: 0,
      },
      window: {
        cell: 3,
        instead: 1,
        rest: { scope: 'USER', unit: 'DAY', maxTx: 1, action: 'DECLINE' },
        pay: afterHours(50),
        shows: status,
        expected: StatusNo.ERR_DECLINED_FRAUD,
      },
      unit: {
        cell: 'WEEK',
        instead: 'DAY',
        rest: { scope: 'USER', window: 1, maxTx: 1, action: 'DECLINE' },
        pay: afterHours(50),
        shows: status,
        expected: StatusNo.ERR_DECLINED_FRAUD,
      },
      windowKind: {
        cell: 'CALENDAR',
        rest: { ...once, window: 2 },
        pay: async (stage, userId) => afterHours(justBeforeYesterday())(stage, userId),
        shows: status,
        expected: 0,
      },
      countStates: {
        cell: ['SUCCESSFUL'],
        rest: once,
        pay: async (stage, userId) => {
          await refusedDeposit(stage, userId)
          return stage.deposit(userId)
        },
        shows: status,
        expected: 0,
      },
      maxTx: { ...exceeded(0), rest: { ...generous, maxTx: 1000 }, instead: 1000 },
      maxSum: exceeded(euros('5000')),
      minSum: exceeded(euros('20000')),
      maxBalance: exceeded(euros('100')),
      maxAccounts: exceeded(0),
      maxUsers: exceeded(0),
      historyFilter: { cell: ['SAME_ACCOUNT'], rest: once, pay: afterOtherCard, shows: status, expected: 0 },
      action: {
        cell: 'REVIEW',
        instead: 'ACCEPT',
        rest: { scope: 'USER', window: 1, unit: 'DAY', maxTx: 0 },
        shows: status,
        expected: StatusNo.WAITING_DEPOSIT_APPROVAL,
      },
      failedStatusCode: {
        cell: 'ERR_DECLINED_CONTACT_SUPPORT',
        rest: strict,
        shows: status,
        expected: StatusNo.ERR_DECLINED_CONTACT_SUPPORT,
      },
      pspStatusCode: {
        cell: 'VEL_1',
        rest: strict,
        shows: ({ row }) => row.pspStatusCode,
        expected: 'VEL_1',
      },
    },
  }),
]
