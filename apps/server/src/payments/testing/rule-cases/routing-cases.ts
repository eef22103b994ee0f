import { StatusNo } from '@signalbox/model/reference/status-no'
import { threeDsFallback } from '@signalbox/model/rules/tables/3ds2-fallback'
import { threeDsRouting } from '@signalbox/model/rules/tables/3ds2-routing'
import { fraudProvider } from '@signalbox/model/rules/tables/fraud-provider'
import { pspFallback } from '@signalbox/model/rules/tables/psp-fallback'
import { pspRouting } from '@signalbox/model/rules/tables/psp-routing'
import {
  amount,
  column,
  refusedDeposit,
  status,
  suite,
  untilDrawn,
  type OutputCase,
  type Pay,
} from './rule-case.ts'

const acme = { psp: 'acmecards', pspAccount: 'N3DS' }
const boreal = { pspFallback: 'borealpay', pspFallbackAccount: 'default' }
const screened = { fraudProvider: 'fraud-sim', fraudAccount: 'default' }
const tries = column('attemptCount')
const authentication: OutputCase['shows'] = ({ row }) => row.stepState.threeDs

const broken: Pay = (stage, userId) => stage.deposit(userId, amount('888.08'))
const bank: Pay = (stage, userId) => stage.deposit(userId, { txType: 'BankDeposit', card: undefined })
const refusedPayout: Pay = (stage, userId) => stage.withdraw(userId, amount('666.05'))

export const routingSuites = [
  suite(pspRouting, {
    rest: acme,
    cases: {
      psp: {
        cell: 'borealpay',
        instead: 'kestrelcard',
        rest: { pspAccount: 'default' },
        shows: column('initiatedPsp'),
        expected: 'borealpay',
      },
      pspAccount: {
        cell: 'N3DS',
        instead: '3DS',
        rest: { psp: 'acmecards' },
        shows: column('pspAccount'),
        expected: 'N3DS',
      },
      pspVersion: {
        cell: '2026-11',
        shows: async (seen, stage) => {
          const { attempts } = await stage.detail(seen, 'attempt')
          return (attempts as { pspVersion: string | null }[])[0]?.pspVersion
        },
        expected: '2026-11',
      },
      weight: {
        cell: 1,
        twin: { psp: 'borealpay', pspAccount: 'default', weight: 1000 },
        pay: untilDrawn(({ row }) => row.psp === 'borealpay'),
        shows: column('psp'),
        expected: 'borealpay',
      },
    },
  }),
  suite(pspFallback, {
    rest: boreal,
    pay: refusedDeposit,
    conditions: { txStatusCode: { op: 'in', values: ['ERR_DECLINED_BANK_REFUSAL'] } },
    cases: {
      pspFallback: {
        cell: 'borealpay',
        instead: 'kestrelcard',
        rest: { pspFallbackAccount: 'default' },
        shows: column('psp'),
        expected: 'borealpay',
      },
      pspFallbackAccount: {
        cell: 'N3DS',
        instead: '3DS',
        rest: { pspFallback: 'acmecards' },
        shows: column('pspAccount'),
        expected: 'N3DS',
      },
      weight: {
        cell: 1,
        twin: { pspFallback: 'acmecards', pspFallbackAccount: 'N3DS', weight: 1000 },
        pay: untilDrawn(({ row }) => row.pspAccount === 'N3DS', refusedDeposit),
        shows: column('pspAccount'),
        expected: 'N3DS',
      },
      maxAttempts: { cell: 1, shows: tries, expected: 1 },
      reverseForex: {
        cell: false,
        also: [
          {
            table: 'forex',
            conditions: { psp: { op: 'in', values: ['acmecards'] } },
            outputs: { toCurrency: 'SEK' },
          },
        ],
        shows: column('pspCurrency'),
        expected: 'SEK',
      },
      stop: { cell: true, shows: tries, expected: 1 },
      reassignApproval: {
        cell: true,
        rest: { pspFallback: 'manualbank', pspFallbackAccount: 'default' },
        pay: refusedPayout,
        also: [
          {
            table: 'approval',
            conditions: { attemptNo: { op: 'range', min: { value: 1, inclusive: true } } },
            outputs: { approvalMethod: 'MANUAL' },
          },
          { table: 'approval', outputs: { approvalMethod: 'AUTOMATIC' } },
        ],
        shows: status,
        expected: StatusNo.WAITING_WITHDRAWAL_APPROVAL,
      },
    },
  }),
  suite(threeDsRouting, {
    rest: { mpi: '3ds-sim' },
    cases: {
      mpi: {
        cell: '3ds-sim',
        rest: { exemption: 'NONE' },
        shows: column('threeDsFlow'),
        expected: 'FRICTIONLESS',
      },
      mpiAccount: { cell: 'elsewhere', shows: status, expected: StatusNo.ERR_DECLINED_3D_VALIDATION_FAILED },
      challenge: { cell: 'MANDATE', shows: status, expected: StatusNo.WAITING_3D_SECURE },
      exemption: { cell: 'LOW_VALUE', shows: column('threeDsExemption'), expected: 'LOW_VALUE' },
      ifNotSupported: {
        cell: 'DECLINE',
        pay: (stage, userId) => stage.deposit(userId, amount('888.09')),
        shows: status,
        expected: StatusNo.ERR_DECLINED_3D_AUTHENTICATION_FAILED,
      },
      weight: {
        cell: 1,
        twin: { mpi: '3ds-sim', challenge: 'MANDATE', weight: 1000 },
        pay: untilDrawn(({ row }) => row.statusNo === StatusNo.WAITING_3D_SECURE),
        shows: status,
        expected: StatusNo.WAITING_3D_SECURE,
      },
    },
  }),
  suite(threeDsFallback, {
    rest: { outcome: 'CONTINUE_NON_3DS' },
    pay: broken,
    cases: {
      outcome: {
        cell: 'CONTINUE_NON_3DS',
        instead: 'DECLINE',
        rest: {},
        shows: column('threeDsFlow'),
        expected: 'NOT_SUPPORTED',
      },
      mpiFallback: {
        cell: '3ds-sim',
        rest: { outcome: 'RETRY' },
        other: { outcome: 'DECLINE' },
        shows: ({ row }) => row.stepState.threeDs?.tries,
        expected: 3,
      },
      mpiAccount: {
        cell: 'elsewhere',
        rest: { outcome: 'RETRY', mpiFallback: '3ds-sim' },
        shows: (seen, stage) => (authentication(seen, stage) as { account?: string }).account,
        expected: 'elsewhere',
      },
      weight: {
        cell: 1,
        twin: { outcome: 'DECLINE', weight: 1000 },
        pay: untilDrawn(({ row }) => row.statusNo === StatusNo.ERR_DECLINED_3D_VALIDATION_FAILED, broken),
        shows: status,
        expected: StatusNo.ERR_DECLINED_3D_VALIDATION_FAILED,
      },
    },
  }),
  suite(fraudProvider, {
    rest: screened,
    cases: {
      fraudProvider: {
        cell: 'fraud-sim',
        rest: { fraudAccount: 'default' },
        other: 'NO ROW',
        pay: bank,
        shows: column('fraudProvider'),
        expected: 'fraud-sim',
      },
      fraudAccount: {
        cell: 'nobody',
        instead: 'default',
        rest: { fraudProvider: 'fraud-sim' },
        shows: status,
        expected: StatusNo.ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR,
      },
      mode: {
        cell: 'ASYNC',
        // Whoever waits for the answer is declined by it; whoever does not has the answer afterwards.
        rest: { ...screened, threshold: 20 },
        user: 'fraud-mid',
        shows: async (seen, stage) => {
          const { row } = await stage.later(seen)
          return [seen.row.statusNo, seen.row.fraudScore === null, row.fraudScore !== null]
        },
        expected: [0, true, true],
      },
      timeoutMs: {
        cell: 100,
        instead: 2_000,
        user: 'fraud-silent',
        shows: async (seen, stage) => {
          const { events } = await stage.detail(seen, 'timeline')
          const times = (events as { type: string; durationMs: number | null }[])
            .filter(({ type }) => type === 'FRAUD')
            .map(({ durationMs }) => durationMs ?? 0)
          return Math.max(...times) < 1_500
        },
        expected: true,
      },
      onTimeout: {
        cell: 'DECLINE',
        rest: { ...screened, timeoutMs: 100 },
        user: 'fraud-silent',
        shows: status,
        expected: StatusNo.ERR_DECLINED_FRAUD,
      },
      threshold: {
        cell: 20,
        user: 'fraud-mid',
        shows: status,
        expected: StatusNo.ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED,
      },
    },
  }),
]
