import {
  challengeFlows,
  flowsWithoutChallenge,
  passedFlows,
  unfinishedChallenge,
} from '../transaction/choices.ts'
import { cardProviderTypes } from '../reference/transaction-types.ts'
import { pspDecisions, type ReachedStep } from '../transaction-search/chart-filters.ts'
import type { FactKind } from './dimensions.ts'

/** A share is a part of one, a duration is in milliseconds, money in units of the currency of the reply. */
export type MetricUnit = 'count' | 'money' | 'share' | 'duration' | 'ratio'

/** Filters of /transactions as its address has them. */
export type PaymentFilters = Readonly<Record<string, string>>

export interface Metric {
  readonly id: string
  readonly label: string
  readonly unit: MetricUnit
  /** Which way is good; of most counts neither is. */
  readonly better: 'high' | 'low' | 'none'
  readonly facts: FactKind
  /** How it is computed, in words. */
  readonly formula: string
  /** The payments that `n` counts; null where no filter of /transactions finds exactly them. */
  readonly behind: PaymentFilters | null
  /** The payments above the line of a share, where a filter finds exactly them. */
  readonly hits?: PaymentFilters
  /** An amount for each payment: those of several slices do not add up. */
  readonly each?: true
  /** A part of the figure of all slices together, which is a whole. */
  readonly isPart?: true
  /** As of now, whatever period is asked for. */
  readonly now?: true
}

type Options = Partial<Omit<Metric, 'id' | 'label' | 'unit' | 'formula'>>

const metric =
  (unit: MetricUnit, better: Metric['better'], facts: FactKind = 'payment') =>
  <const Id extends string>(
    id: Id,
    label: string,
    formula: string,
    options: Options = {},
  ): Metric & { readonly id: Id } => ({ better, facts, behind: null, ...options, id, label, unit, formula })

const count = metric('count', 'none')
const money = metric('money', 'high')
const goodShare = metric('share', 'high')
const badShare = metric('share', 'low')
const duration = metric('duration', 'low')

const deposits = { method: 'DEPOSIT' } as const
const withdrawals = { method: 'WITHDRAWAL' } as const
const successful = { ...deposits, state: 'SUCCESSFUL' } as const
const ended = { ...deposits, state: 'SUCCESSFUL,FAILED,CANCELLED,INCONSISTENT' } as const
const failed = { ...deposits, state: 'FAILED' } as const
const blockStages = 'RULES,KYC,FRAUD,MERCHANT'
const challenged = { ...deposits, threeDsFlow: challengeFlows.join(',') } as const
const authenticated = {
  ...deposits,
  threeDsFlow: [...challengeFlows, ...flowsWithoutChallenge].join(','),
} as const
/** What the PSP, the issuer or 3-D Secure decided. */
const decided = { ...deposits, pspDecision: Object.keys(pspDecisions).join(',') } as const
const cards = { providerType: cardProviderTypes.join(',') } as const
const paidCards = { ...successful, ...cards } as const
const chargedBack = { ...deposits, chargedBack: 'true' } as const
const reached = (step: ReachedStep) => ({ ...deposits, reached: step })
const paidOut = { ...withdrawals, state: 'SUCCESSFUL' } as const

export const metrics = [
  count('deposits', 'Deposits', 'All deposits', { behind: deposits }),
  count('successful', 'Successful deposits', 'Deposits in state Successful', { behind: successful }),
  count('failed', 'Failed deposits', 'Deposits in state Failed', { behind: failed }),
  count('cancelled', 'Cancelled deposits', 'Deposits in state Cancelled', {
    behind: { ...deposits, state: 'CANCELLED' },
  }),
  count('inconsistent', 'Inconsistent deposits', 'Deposits in state Inconsistent', {
    behind: { ...deposits, state: 'INCONSISTENT' },
  }),
  count('expired', 'Expired deposits', 'Deposits that expired (568)', {
    behind: { ...deposits, statusCode: '568' },
  }),
  goodShare('conversion', 'Conversion', 'Successful / (successful + failed + cancelled + inconsistent)', {
    behind: ended,
    hits: successful,
  }),
  goodShare(
    'pspApproval',
    'PSP approval rate',
    'Successful / (successful + failed at the PSP, the issuer or 3-D Secure)',
    { behind: decided, hits: successful },
  ),
  badShare(
    'blockRate',
    'Block rate',
    'Declined before the PSP by rules, KYC, fraud or merchant / all deposits',
    {
      behind: deposits,
      hits: { ...deposits, declineStage: blockStages },
    },
  ),
  badShare('abandonment', 'Abandonment', '(Cancelled by the user + expired) / all deposits', {
    behind: deposits,
    hits: { ...deposits, statusCode: '568,600' },
  }),
  badShare('inconsistentRate', 'Inconsistent rate', 'Deposits that were ever inconsistent / all deposits', {
    behind: deposits,
  }),
  duration('resolveTime', 'Time to resolve', 'Mean time from inconsistent to the next other state'),
  money('value', 'Value', 'Sum of the amounts of successful deposits', { behind: successful }),
  metric('money', 'none')('avgTicket', 'Average ticket', 'Value / successful deposits', {
    each: true,
    behind: successful,
  }),
  metric('money', 'none')(
    'withdrawalValue',
    'Withdrawal value',
    'Sum of the amounts of successful withdrawals',
    {
      behind: paidOut,
    },
  ),
  money(
    'netDeposits',
    'Net deposits',
    'Deposits − withdrawals − refunds − chargebacks that were not won, each at the time it was made',
  ),
  goodShare('declineShare', 'Share of declines', 'Failed deposits / all failed deposits of the period', {
    isPart: true,
  }),
  count('softDeclines', 'Soft declines', 'Deposits the issuer answered with 589: authenticate the user'),
  goodShare('softRecovery', 'Soft-decline recovery', 'Successful after 589 / deposits answered with 589'),
  count('fallbackChances', 'First leg failed', 'Deposits whose first leg failed and could be retried'),
  goodShare(
    'fallbackRecovery',
    'Fallback recovery',
    'Deposits that succeeded after their first leg failed / deposits whose first leg failed and could be retried',
  ),
  money('recoveredValue', 'Recovered value', 'Value of deposits that succeeded after their first leg failed'),
  duration(
    'fallbackDelay',
    'Extra time of a fallback',
    'Mean time from the answer of the first leg to completion',
  ),
  goodShare(
    'tokenShare',
    'Network token share',
    'Successful card deposits with a network token / successful card deposits',
    { behind: paidCards, hits: { ...paidCards, schemeTokenUsed: 'true' } },
  ),
  metric('ratio', 'high')(
    'tokenUplift',
    'Token uplift',
    'Approval with network token − approval with card number, each BIN weighted by its token deposits',
  ),
  metric('share', 'none')(
    'challengeRate',
    'Challenge rate',
    'Deposits with a challenge / deposits with a 3-D Secure flow',
    { behind: authenticated, hits: challenged },
  ),
  goodShare(
    'frictionlessShare',
    'Frictionless share',
    'Deposits without a challenge / deposits with a 3-D Secure flow',
    { behind: authenticated, hits: { ...deposits, threeDsFlow: flowsWithoutChallenge.join(',') } },
  ),
  goodShare('challengeSuccess', 'Challenge success', 'Challenges that were passed / challenges', {
    behind: challenged,
    hits: { ...deposits, threeDsFlow: 'CHALLENGED' },
  }),
  badShare(
    'challengeAbandon',
    'Challenge abandonment',
    'Challenges that were begun and not finished, of deposits that failed or were cancelled / challenges',
    {
      behind: challenged,
      hits: { ...deposits, threeDsFlow: unfinishedChallenge, state: 'FAILED,CANCELLED' },
    },
  ),
  metric('share', 'none')(
    'exemptionShare',
    'Exemption share',
    'Card deposits with an exemption / card deposits sent to a PSP',
    { behind: { ...reached('SENT'), ...cards } },
  ),
  goodShare(
    'liabilityShift',
    'Liability shift share',
    'Successful card deposits with ECI 01, 02, 05 or 06 / successful card deposits',
    { behind: paidCards },
  ),
  duration('completeP50', 'Time to complete, p50', 'Median of completed − created of successful deposits', {
    behind: successful,
  }),
  duration(
    'completeP90',
    'Time to complete, p90',
    '90 % of successful deposits were completed within this time',
    {
      behind: successful,
    },
  ),
  duration(
    'completeP99',
    'Time to complete, p99',
    '99 % of successful deposits were completed within this time',
    {
      behind: successful,
    },
  ),
  metric('money', 'low')(
    'pspCost',
    'PSP cost',
    'PSP fees of successful deposits: as charged, or as expected if not charged yet',
    { behind: successful },
  ),
  metric('share', 'low')('costShare', 'Cost share', 'PSP cost / value', { behind: successful }),
  metric('money', 'low')('costPerSuccess', 'Cost per success', 'PSP cost / successful deposits', {
    each: true,
    behind: successful,
  }),
  money('netValue', 'Value after PSP cost', 'Value − PSP cost', { behind: successful }),
  money('feeIncome', 'Fee income', 'Sum of the fees of successful deposits', { behind: successful }),
  money('fxMargin', 'FX margin', 'Value × exchange margin of successful deposits', { behind: successful }),
  money('margin', 'Margin', 'Fee income + FX margin − PSP cost', { behind: successful }),
  count('chargebacks', 'Chargebacks', 'Deposits of the period that were charged back, then or later', {
    behind: chargedBack,
  }),
  metric('money', 'low')(
    'chargebackValue',
    'Chargeback value',
    'Amount charged back on deposits of the period',
    { behind: chargedBack },
  ),
  badShare(
    'chargebackRatio',
    'Chargeback ratio',
    'Charged-back card deposits of the period / successful card deposits of the period',
    { behind: paidCards, hits: { ...paidCards, chargedBack: 'true' } },
  ),
  badShare(
    'chargebackValueRatio',
    'Chargeback ratio by value',
    'Amount charged back on card deposits of the period / their value',
    { behind: paidCards },
  ),
  count('refunds', 'Refunds', 'Successful refunds made in the period', {
    behind: { method: 'REFUND', state: 'SUCCESSFUL' },
  }),
  metric('money', 'low')('refundValue', 'Refund value', 'Sum of the successful refunds made in the period', {
    behind: { method: 'REFUND', state: 'SUCCESSFUL' },
  }),
  badShare('refundRate', 'Refund rate', 'Refunds made in the period / value of its deposits', {
    behind: successful,
  }),
  count('users', 'Users', 'Distinct users with a deposit'),
  count(
    'recoveredUsers',
    'Declined, later paid',
    'Users with a failed deposit and a later successful one',
    {},
  ),
  // The way of a deposit, a step at a time.
  count('funnelInitiated', 'Initiated', 'All deposits', { behind: deposits }),
  count('funnelVerified', 'User verified', 'Deposits whose user was verified', {
    behind: reached('VERIFIED'),
  }),
  count('funnelRouted', 'Routed', 'Deposits for which a PSP was found', { behind: reached('ROUTED') }),
  count('funnelAuthorised', 'Authorised', 'Deposits authorised by the merchant, after a PSP was found', {
    behind: reached('AUTHORISED'),
  }),
  count('funnelSent', 'Sent to a PSP', 'Deposits that were sent to a PSP', { behind: reached('SENT') }),
  count('funnelThreeDsStarted', '3-D Secure started', 'Deposits with a 3-D Secure flow, however it ended', {
    behind: authenticated,
  }),
  count('funnelThreeDsPassed', '3-D Secure passed', 'Deposits authenticated or attempted with 3-D Secure', {
    behind: { ...deposits, threeDsFlow: passedFlows.join(',') },
  }),
  count('funnelApproved', 'Approved by the PSP', 'Deposits with a successful leg'),
  count('funnelTransferred', 'Transferred', 'Deposits in state Successful', { behind: successful }),
  goodShare('confirmationRate', 'Confirmation rate', 'Deposits that were sent to a PSP / all deposits', {
    behind: deposits,
    hits: reached('SENT'),
  }),
  goodShare(
    'successRate',
    'Success rate',
    'Successful deposits that were sent to a PSP / deposits that were sent to a PSP',
    { behind: reached('SENT'), hits: { ...reached('SENT'), state: 'SUCCESSFUL' } },
  ),
  goodShare('overallRate', 'Overall rate', 'Successful deposits / all deposits', {
    behind: deposits,
    hits: successful,
  }),
  // Withdrawals.
  count('withdrawals', 'Withdrawals', 'All withdrawals', { behind: withdrawals }),
  count('paidOut', 'Paid out', 'Withdrawals in state Successful', { behind: paidOut }),
  goodShare(
    'autoApproval',
    'Automatic approval',
    'Withdrawals approved without a person / approved withdrawals',
  ),
  duration('payoutP50', 'Time to payout, p50', 'Median of completed − created of successful withdrawals', {
    behind: paidOut,
  }),
  duration(
    'payoutP90',
    'Time to payout, p90',
    '90 % of successful withdrawals were completed within this time',
    {
      behind: paidOut,
    },
  ),
  duration(
    'approvalWaitP50',
    'Approval wait, p50',
    'Median of the last decision of a person − created, of withdrawals',
  ),
  duration(
    'approvalWaitP90',
    'Approval wait, p90',
    '90 % of withdrawals were decided by a person within this time',
  ),
  // Submissions to PSPs.
  metric('count', 'none', 'leg')('legs', 'Legs', 'Submissions to a PSP'),
  metric('share', 'none', 'leg')(
    'routedShare',
    'Routed share',
    'Submissions to the PSP / all submissions of the same time',
    { isPart: true },
  ),
  metric('count', 'none', 'leg')('legsSuccessful', 'Successful legs', 'Submissions that succeeded'),
  metric('share', 'high', 'leg')(
    'legApproval',
    'Leg approval rate',
    'Successful legs / (successful + declined legs)',
  ),
  metric('share', 'high', 'leg')(
    'firstLegRate',
    'First-leg rate',
    'Successful first legs / first legs that were answered',
  ),
  metric('share', 'low', 'leg')('legUnknown', 'Unclear legs', 'Legs without a clear answer / all legs'),
  metric('duration', 'low', 'leg')('latencyP50', 'PSP latency, p50', 'Median time to the answer of a leg'),
  metric('duration', 'low', 'leg')(
    'latencyP95',
    'PSP latency, p95',
    '95 % of legs were answered within this time',
  ),
  // Work of people, and around payments.
  metric('count', 'none', 'approval')('decisions', 'Decisions', 'Decisions of approvers'),
  metric('share', 'none', 'approval')('deniedShare', 'Denied share', 'Decisions to deny / decisions'),
  metric('count', 'none', 'case')('casesResolved', 'Cases resolved', 'Cases resolved in the period'),
  metric('duration', 'low', 'case')(
    'caseTimeP90',
    'Time to resolve a case, p90',
    '90 % of the cases resolved in the period took no longer than this',
  ),
  metric('count', 'low', 'queue')('openItems', 'Open', 'Approvals and cases waiting now', { now: true }),
  metric('duration', 'low', 'queue')('openAgeP90', 'Age, p90', '90 % of open items are younger than this', {
    now: true,
  }),
  metric('share', 'low', 'queue')('slaBreach', 'Overdue cases', 'Overdue cases / open cases', {
    now: true,
  }),
  metric('count', 'low', 'chargeback')(
    'chargebacksFiled',
    'Chargebacks filed',
    'Chargebacks made in the period, by the days since their deposit',
    { behind: { method: 'CHARGEBACK', state: 'SUCCESSFUL' } },
  ),
  metric('count', 'none', 'kyc')('kycChecks', 'KYC checks', 'Checks of users'),
  metric('share', 'high', 'kyc')(
    'kycPass',
    'KYC pass rate',
    'Checks that verified the user / checks that ended',
  ),
  metric('money', 'none')(
    'expectedValue',
    'Expected',
    'Value of the successful deposits of the period, owed by PSPs before fees',
    { behind: successful },
  ),
  money('settledValue', 'Settled', 'Part of the expected value that PSPs paid out in accepted settlements', {
    behind: { ...successful, reached: 'SETTLED' },
  }),
  duration(
    'settleP50',
    'Time to settle, p50',
    'Median of settled − completed of the successful deposits of the period',
  ),
  metric('count', 'low', 'settlement')(
    'differences',
    'Differences',
    'Settlement lines booked in the period that differ, match nothing or are missing, and are open',
  ),
  metric('count', 'none', 'interchange')(
    'interchangeLines',
    'Settled card payments',
    'Settlement lines booked in the period for which the PSP names an interchange domain',
  ),
  metric('count', 'none', 'api')('apiCalls', 'API calls', 'Calls of API clients, by the day of UTC'),
  metric('share', 'low', 'api')('apiErrors', 'Failed API calls', 'Calls answered with an error / all calls'),
  metric('count', 'none', 'webhook')('messages', 'Messages', 'Webhooks and notifications of the period'),
  metric('share', 'low', 'webhook')(
    'messagesFailed',
    'Undelivered share',
    'Undelivered messages / messages sent or given up',
  ),
  metric('count', 'none', 'token')('tokens', 'Network tokens', 'Tokens provisioned in the period'),
] as const satisfies readonly Metric[]

export type MetricId = (typeof metrics)[number]['id']
export const metricIds = metrics.map(({ id }) => id) as [MetricId, ...MetricId[]]

const byId = new Map<string, Metric>(metrics.map((each) => [each.id, each]))
export const metricOf = (id: MetricId): Metric => byId.get(id) as Metric
