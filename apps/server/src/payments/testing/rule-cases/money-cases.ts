import { fee } from '@signalbox/model/rules/tables/fee'
import { forex } from '@signalbox/model/rules/tables/forex'
import { providerFee } from '@signalbox/model/rules/tables/provider-fee'
import { vat } from '@signalbox/model/rules/tables/vat'
import {
  afterHours,
  amount,
  column,
  euros,
  refusedDeposit,
  suite,
  type OutputCase,
  type Pay,
} from './rule-case.ts'

const fixed = { fixedFee: euros('500') }
const onePercent = { percentageFee: 10_000 }
const tenPercent = { percentageFee: 100_000 }
/** What the user pays, with the tax in it. */
const charged: OutputCase['shows'] = ({ row }) => row.feeMinor + row.vatAmountMinor
const cost = column('pspFeeMinor')
const scheme = { component: 'SCHEME' }

const again: Pay = async (stage, userId) => {
  await stage.deposit(userId)
  return stage.deposit(userId)
}

/** Rows about tax know no user: what is sold tells the two apart. */
const sold: Pay = (stage, userId) => stage.deposit(userId, { attributes: { productCategory: userId } })
const taxed = { also: [{ table: 'fee', outputs: { fixedFee: euros('1000') } }] } satisfies Partial<OutputCase>
const tax = { ratePct: 100_000, mode: 'EXCLUSIVE' }

export const moneySuites = [
  suite(fee, {
    rest: fixed,
    cases: {
      percentageFee: { cell: 100_000, shows: charged, expected: 1000n },
      fixedFee: { cell: euros('500'), rest: onePercent, shows: charged, expected: 500n },
      feeMin: { cell: euros('300'), rest: onePercent, shows: charged, expected: 300n },
      feeMax: { cell: euros('400'), rest: tenPercent, shows: charged, expected: 400n },
      combine: { cell: 'SUM', rest: { ...fixed, ...onePercent }, shows: charged, expected: 600n },
      mode: { cell: 'DEDUCTED', shows: column('amountMinor'), expected: 9_500n },
      billTo: { cell: 'MERCHANT', shows: column('txAmountMinor'), expected: 10_000n },
      freeCount: { cell: 1, shows: charged, expected: 0n },
      freeDays: {
        cell: 1,
        rest: { ...fixed, freeCount: 1 },
        pay: afterHours(50),
        shows: charged,
        expected: 0n,
      },
      nextFree: { cell: true, pay: again, shows: charged, expected: 0n },
    },
  }),
  suite(providerFee, {
    rest: { ...scheme, fixedFee: euros('700') },
    cases: {
      component: { cell: 'KICKBACK', instead: 'SCHEME', rest: { fixedFee: euros('700') }, shows: cost },
      percentageFee: { cell: 100_000, shows: cost },
      fixedFee: { cell: euros('700'), rest: { ...scheme, ...onePercent }, shows: cost },
      feeMin: { cell: euros('700'), rest: { ...scheme, ...onePercent }, shows: cost },
      feeMax: { cell: euros('300'), rest: { ...scheme, ...tenPercent }, shows: cost },
      combine: { cell: 'SUM', rest: { ...scheme, ...onePercent, fixedFee: euros('700') }, shows: cost },
      chargeOn: { cell: 'ATTEMPT', pay: refusedDeposit, shows: cost },
    },
  }),
  suite(forex, {
    rest: { toCurrency: 'SEK' },
    pay: (stage, userId) => stage.deposit(userId, amount('33.33')),
    cases: {
      toCurrency: { cell: 'SEK', other: 'NO ROW', shows: column('pspCurrency'), expected: 'SEK' },
      marginPct: { cell: 50_000, shows: column('fxMarginPpm'), expected: 50_000 },
      rateService: { cell: 'fx-desk', shows: column('fxRate'), expected: '22/1' },
      rounding: { cell: 'UP', instead: 'DOWN', shows: column('pspAmountMinor') },
      roundToInteger: {
        cell: true,
        shows: ({ row }) => (row.pspAmountMinor ?? 1n) % 100n === 0n,
        expected: true,
      },
    },
  }),
  suite(vat, {
    rest: tax,
    pay: sold,
    notes: taxed,
    cases: {
      component: { ...taxed, cell: 'CITY', above: tax, shows: column('vatAmountMinor'), expected: 200n },
      ratePct: {
        ...taxed,
        cell: 250_000,
        rest: { mode: 'EXCLUSIVE' },
        shows: column('vatAmountMinor'),
        expected: 250n,
      },
      mode: {
        ...taxed,
        cell: 'EXEMPT',
        instead: 'EXCLUSIVE',
        rest: { ratePct: 100_000 },
        shows: column('vatAmountMinor'),
        expected: 0n,
      },
      taxCode: { ...taxed, cell: 'SE25', shows: column('taxCode'), expected: 'SE25' },
    },
  }),
]
