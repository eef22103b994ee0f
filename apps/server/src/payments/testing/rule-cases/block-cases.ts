import { StatusNo } from '@signalbox/model/reference/status-no'
import { bicBlock } from '@signalbox/model/rules/tables/bic-block'
import { binBlock } from '@signalbox/model/rules/tables/bin-block'
import { fraudProviderBlock } from '@signalbox/model/rules/tables/fraud-provider-block'
import { fraudScore } from '@signalbox/model/rules/tables/fraud-score'
import { generalBlock } from '@signalbox/model/rules/tables/general-block'
import { ipBlock } from '@signalbox/model/rules/tables/ip-block'
import { kycBlock } from '@signalbox/model/rules/tables/kyc-block'
import { userPspAccount } from '@signalbox/model/rules/tables/user-psp-account'
import { card, column, ownPan, payout, status, suite, type OutputCase, type Pay } from './rule-case.ts'

const pass = { action: 'ACCEPT' }
const stop = { action: 'DECLINE' }

const blockCases = (statusNo: number) =>
  ({
    action: { cell: 'DECLINE', instead: 'ACCEPT', rest: {}, shows: status, expected: statusNo },
    failedStatusCode: {
      cell: 'ERR_DECLINED_CONTACT_SUPPORT',
      rest: stop,
      shows: status,
      expected: StatusNo.ERR_DECLINED_CONTACT_SUPPORT,
    },
    pspStatusCode: { cell: 'BLK_7', rest: stop, shows: column('pspStatusCode'), expected: 'BLK_7' },
  }) satisfies Record<string, OutputCase>

const messageKey: OutputCase = {
  cell: 'not_today',
  rest: stop,
  shows: ({ answer }) => answer.errors[0]?.keys[0],
  expected: 'not_today',
}

/** The card of somebody else. */
const sharedCard: Pay = async (stage, userId) => {
  await stage.deposit(`${userId}-owner`, card(ownPan(userId)))
  return stage.deposit(userId)
}

const review: OutputCase = {
  cell: 'REVIEW',
  instead: 'ACCEPT',
  rest: {},
  shows: status,
  expected: StatusNo.WAITING_DEPOSIT_APPROVAL,
}

const tellsCompliance: OutputCase = {
  cell: 'KycBlocked',
  rest: stop,
  shows: async (seen, stage) =>
    (await stage.messages(seen)).some(({ template }) => template === 'KycBlocked'),
  expected: true,
}

export const blockSuites = [
  suite(generalBlock, {
    rest: pass,
    cases: { ...blockCases(StatusNo.ERR_DECLINED_GENERAL_BLOCK), messageKey },
  }),
  suite(ipBlock, { rest: pass, cases: blockCases(StatusNo.ERR_DECLINED_IP_BLOCKED) }),
  suite(binBlock, { rest: pass, cases: blockCases(StatusNo.ERR_DECLINED_BIN_BLOCKED) }),
  suite(bicBlock, { rest: pass, pay: payout, cases: blockCases(StatusNo.ERR_DECLINED_BIC_BLOCK) }),
  suite(kycBlock, {
    rest: pass,
    cases: { ...blockCases(StatusNo.ERR_DECLINED_KYC_BLOCK), messageKey, emailTemplate: tellsCompliance },
  }),
  suite(fraudScore, {
    rest: pass,
    cases: { ...blockCases(StatusNo.ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED), action: review },
  }),
  suite(fraudProviderBlock, {
    rest: pass,
    cases: {
      ...blockCases(StatusNo.ERR_DECLINED_FRAUD),
      action: review,
      reRoutePsp: {
        cell: 'borealpay',
        instead: 'kestrelcard',
        rest: { action: 'REROUTE', reRouteAccount: 'default' },
        shows: column('initiatedPsp'),
        expected: 'borealpay',
      },
      reRouteAccount: {
        cell: 'N3DS',
        instead: '3DS',
        rest: { action: 'REROUTE', reRoutePsp: 'acmecards' },
        shows: column('pspAccount'),
        expected: 'N3DS',
      },
    },
  }),
  suite(userPspAccount, {
    rest: { canShare: true },
    cases: {
      canShare: {
        cell: false,
        instead: true,
        rest: {},
        pay: sharedCard,
        shows: status,
        expected: StatusNo.ERR_PSP_ACCOUNT_USED_BY_OTHER_USER,
      },
      maxUsersPerAccount: {
        cell: 1,
        pay: sharedCard,
        shows: status,
        expected: StatusNo.ERR_PSP_ACCOUNT_USED_BY_OTHER_USER,
      },
      maxAccounts: { cell: 0, shows: status, expected: StatusNo.ERR_TOO_MANY_PSP_ACCOUNTS },
      requireUsedForDeposit: {
        cell: false,
        pay: payout,
        shows: status,
        expected: StatusNo.WAITING_WITHDRAWAL_APPROVAL,
      },
      ignoreCheckIfUsed: {
        cell: true,
        pay: payout,
        shows: status,
        expected: StatusNo.WAITING_WITHDRAWAL_APPROVAL,
      },
      excludeAccounts: {
        cell: ['4111'],
        rest: { canShare: true, maxAccounts: 0 },
        shows: status,
        expected: 0,
      },
      newAccountStatus: { cell: 'BLOCKED', shows: status, expected: StatusNo.ERR_DECLINED_ACCOUNT_SUSPENDED },
    },
  }),
]
