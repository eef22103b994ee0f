import { StatusNo } from '@signalbox/model/reference/status-no'
import { approval } from '@signalbox/model/rules/tables/approval'
import { kycFallback } from '@signalbox/model/rules/tables/kyc-fallback'
import { kycRouting } from '@signalbox/model/rules/tables/kyc-routing'
import { statusCode } from '@signalbox/model/rules/tables/status-code'
import { voidCapture } from '@signalbox/model/rules/tables/void-capture'
import { amount, column, payout, status, suite, type OutputCase, type Pay } from './rule-case.ts'

const manual = { approvalMethod: 'MANUAL' }
const automatic = { approvalMethod: 'AUTOMATIC' }
const captured = { action: 'CAPTURE', captureMethod: 'AUTOMATIC' }
const reserve: Pay = (stage, userId) => stage.deposit(userId, { authType: 'PRE_AUTH' })

const hoursUntil =
  (name: 'approvalDueAt' | 'captureDueAt'): OutputCase['shows'] =>
  ({ row }) =>
    Math.round((Date.parse(row[name] ?? row.created) - Date.parse(row.created)) / 3_600_000)

const provider: OutputCase['shows'] = ({ row }) => row.stepState.kyc?.provider ?? null

/** Rows about codes know no user: each case has a code of its own, and is paid before its row is published too. */
const coded = (code: string): Pick<OutputCase, 'conditions' | 'pay'> => ({
  conditions: { pspStatusCode: { op: 'in', values: [code] } },
  pay: (stage, userId) => stage.deposit(userId, amount(`666.${code}`)),
})

export const operationSuites = [
  suite(approval, {
    rest: automatic,
    cases: {
      approvalMethod: {
        cell: 'MANUAL',
        instead: 'AUTOMATIC',
        rest: {},
        shows: status,
        expected: StatusNo.WAITING_DEPOSIT_APPROVAL,
      },
      approvalAction: { cell: 'DENY', shows: status, expected: StatusNo.ERR_CANCELLED_BY_MERCHANT },
      levels: {
        cell: 'TWO',
        rest: manual,
        shows: column('approvalMode'),
        expected: 'TWO_LEVEL',
      },
      delay: { cell: 120, shows: hoursUntil('approvalDueAt'), expected: 2 },
      unit: {
        cell: 'HOUR',
        rest: { ...automatic, delay: 2 },
        shows: hoursUntil('approvalDueAt'),
        expected: 2,
      },
      tags: {
        cell: ['FORBID_CANCEL_BY_USER'],
        rest: manual,
        pay: payout,
        shows: column('approvalTags'),
        expected: ['FORBID_CANCEL_BY_USER'],
      },
      queue: { cell: 'large', rest: manual, shows: column('approvalQueue'), expected: 'large' },
    },
  }),
  suite(voidCapture, {
    rest: captured,
    pay: reserve,
    cases: {
      action: {
        cell: 'VOID',
        instead: 'CAPTURE',
        rest: { captureMethod: 'AUTOMATIC', delay: 1000 },
        shows: ({ row }) => row.stepState.captureAction,
        expected: 'VOID',
      },
      captureMethod: {
        cell: 'AUTOMATIC',
        rest: { action: 'CAPTURE', delay: 1000 },
        shows: status,
        expected: 4,
      },
      delay: { cell: 600, shows: hoursUntil('captureDueAt'), expected: 10 },
      unit: {
        cell: 'HOUR',
        rest: { ...captured, delay: 10 },
        shows: hoursUntil('captureDueAt'),
        expected: 10,
      },
      beforeExpiryHours: {
        cell: 100,
        rest: { ...captured, delay: 10_000, unit: 'HOUR' },
        shows: hoursUntil('captureDueAt'),
      },
    },
  }),
  suite(statusCode, {
    rest: { statusCode: 'ERR_DECLINED_OTHER_REASON' },
    cases: {
      info: {
        ...coded('65'),
        cell: 'Seen before',
        shows: ({ row }) => row.info?.includes('Seen before'),
        expected: true,
      },
      tags: { ...coded('75'), cell: ['seen'], shows: column('tags'), expected: ['seen'] },
      pspStatusCode: {
        ...coded('57'),
        cell: 'NO_SUCH',
        rest: {},
        shows: column('pspStatusCode'),
        expected: 'NO_SUCH',
      },
      statusCode: {
        ...coded('58'),
        cell: 'ERR_DECLINED_CONTACT_SUPPORT',
        rest: {},
        shows: status,
        expected: StatusNo.ERR_DECLINED_CONTACT_SUPPORT,
      },
      retryClass: {
        ...coded('62'),
        cell: 'HARD',
        rest: {},
        shows: ({ row }) => row.stepState.facts.retryClass,
        expected: 'HARD',
      },
      messageKey: {
        ...coded('63'),
        cell: 'ask_bank',
        rest: {},
        shows: ({ answer }) => answer.errors[0]?.keys[0],
        expected: 'ask_bank',
      },
    },
  }),
  suite(kycRouting, {
    rest: { kycProvider: 'kyc-sim' },
    cases: {
      kycProvider: {
        cell: 'kyc-sim-2',
        instead: 'kyc-sim',
        rest: {},
        shows: provider,
        expected: 'kyc-sim-2',
      },
      kycAccount: { cell: 'elsewhere', shows: provider, expected: 'kyc-sim-2' },
      scopes: {
        cell: ['PEP'],
        shows: ({ row }) => row.stepState.kyc?.scopes,
        expected: ['PEP'],
      },
      blocking: {
        cell: true,
        user: 'kyc-down',
        shows: status,
        expected: StatusNo.ERR_DECLINED_KYC_CHECK_FAILED,
      },
      validDays: {
        cell: 30,
        pay: async (stage, userId) => {
          await stage.deposit(userId)
          return stage.deposit(userId)
        },
        shows: provider,
        expected: null,
      },
    },
  }),
  suite(kycFallback, {
    rest: { kycFallback: 'kyc-sim-2' },
    user: 'kyc-down',
    cases: {
      kycFallback: {
        cell: 'kyc-sim-2',
        instead: 'kyc-sim',
        rest: {},
        shows: provider,
        expected: 'kyc-sim-2',
      },
      kycAccount: {
        cell: 'elsewhere',
        shows: ({ row }) => row.info?.includes('elsewhere is not configured') ?? false,
        expected: true,
      },
      stop: { cell: true, shows: provider, expected: 'kyc-sim' },
    },
  }),
]
