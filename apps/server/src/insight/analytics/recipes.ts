import type { MetricId } from '@signalbox/model/analytics/metrics'
import type { CubeFact } from './cubes.ts'
import type { AmountName, MeasureName } from './measures.ts'

/** An amount with its sign. */
type Sum = readonly (readonly [1 | -1, AmountName])[]

/** How a figure is made of what rollups add up. */
export type Recipe =
  | { readonly kind: 'count'; readonly of: readonly MeasureName[] }
  | { readonly kind: 'share'; readonly hits: MeasureName; readonly among: readonly MeasureName[] }
  | { readonly kind: 'shareOfAll'; readonly of: MeasureName }
  | { readonly kind: 'mean'; readonly sum: MeasureName; readonly n: MeasureName }
  | { readonly kind: 'money'; readonly sum: Sum; readonly n: readonly MeasureName[] }
  | { readonly kind: 'moneyEach'; readonly sum: Sum; readonly n: MeasureName }
  | {
      readonly kind: 'moneyShare'
      readonly of: AmountName
      readonly among: AmountName
      readonly n: MeasureName
    }
  | {
      readonly kind: 'percentile'
      readonly fact: 'complete' | 'settle' | 'wait' | 'latency'
      readonly p: number
      readonly method?: string
    }
  | { readonly kind: 'users'; readonly of: 'all' | 'recovered' }
  | { readonly kind: 'uplift' }
  | { readonly kind: 'work' }

const count = (...of: MeasureName[]): Recipe => ({ kind: 'count', of })
const share = (hits: MeasureName, ...among: MeasureName[]): Recipe => ({ kind: 'share', hits, among })
const money = (of: AmountName, ...n: MeasureName[]): Recipe => ({ kind: 'money', sum: [[1, of]], n })
const percentile = (
  fact: 'complete' | 'settle' | 'wait' | 'latency',
  p: number,
  method?: string,
): Recipe => ({
  kind: 'percentile',
  fact,
  p,
  ...(method !== undefined && { method }),
})
/** Read from where the work is done, not from rollups. */
const work: Recipe = { kind: 'work' }

export const recipes: Readonly<Record<MetricId, Recipe>> = {
  deposits: count('deposits'),
  successful: count('successful'),
  failed: count('failed'),
  cancelled: count('cancelled'),
  inconsistent: count('inconsistent'),
  expired: count('expired'),
  conversion: share('successful', 'successful', 'failed', 'cancelled', 'inconsistent'),
  pspApproval: share('successful', 'successful', 'declined'),
  blockRate: share('blocked', 'deposits'),
  abandonment: share('abandoned', 'deposits'),
  inconsistentRate: share('everInconsistent', 'deposits'),
  resolveTime: { kind: 'mean', sum: 'resolveMs', n: 'resolved' },
  value: money('value', 'successful'),
  avgTicket: { kind: 'moneyEach', sum: [[1, 'value']], n: 'successful' },
  withdrawalValue: money('payout', 'paidOut'),
  netDeposits: {
    kind: 'money',
    sum: [
      [1, 'value'],
      [-1, 'payout'],
      [-1, 'refund'],
      [-1, 'disputed'],
    ],
    n: ['successful', 'paidOut', 'refunds'],
  },
  declineShare: { kind: 'shareOfAll', of: 'failed' },
  softDeclines: count('soft'),
  softRecovery: share('softRecovered', 'soft'),
  fallbackChances: count('firstFailed'),
  fallbackRecovery: share('recovered', 'firstFailed'),
  recoveredValue: money('recoveredValue', 'recovered'),
  fallbackDelay: { kind: 'mean', sum: 'recoveryMs', n: 'recovered' },
  tokenShare: share('tokenCards', 'cards'),
  tokenUplift: { kind: 'uplift' },
  challengeRate: share('challenged', 'challenged', 'frictionless'),
  frictionlessShare: share('frictionless', 'challenged', 'frictionless'),
  challengeSuccess: share('challengePassed', 'challenged'),
  challengeAbandon: share('challengeAbandoned', 'challenged'),
  exemptionShare: share('exempted', 'cardsSent'),
  liabilityShift: share('liabilityShifted', 'cards'),
  completeP50: percentile('complete', 0.5, 'DEPOSIT'),
  completeP90: percentile('complete', 0.9, 'DEPOSIT'),
  completeP99: percentile('complete', 0.99, 'DEPOSIT'),
  pspCost: money('cost', 'successful'),
  costShare: { kind: 'moneyShare', of: 'cost', among: 'value', n: 'successful' },
  costPerSuccess: { kind: 'moneyEach', sum: [[1, 'cost']], n: 'successful' },
  netValue: {
    kind: 'money',
    sum: [
      [1, 'value'],
      [-1, 'cost'],
    ],
    n: ['successful'],
  },
  feeIncome: money('fee', 'successful'),
  fxMargin: money('fxMargin', 'successful'),
  margin: {
    kind: 'money',
    sum: [
      [1, 'fee'],
      [1, 'fxMargin'],
      [-1, 'cost'],
    ],
    n: ['successful'],
  },
  chargebacks: count('chargebacks'),
  chargebackValue: money('chargedBack', 'chargebacks'),
  chargebackRatio: share('cardChargebacks', 'cards'),
  chargebackValueRatio: { kind: 'moneyShare', of: 'cardChargedBack', among: 'cardValue', n: 'cards' },
  refunds: count('refunds'),
  refundValue: money('refund', 'refunds'),
  refundRate: { kind: 'moneyShare', of: 'refund', among: 'value', n: 'successful' },
  users: { kind: 'users', of: 'all' },
  recoveredUsers: { kind: 'users', of: 'recovered' },
  funnelInitiated: count('deposits'),
  funnelVerified: count('verified'),
  funnelAuthorised: count('authorised'),
  funnelRouted: count('routed'),
  funnelSent: count('sent'),
  funnelThreeDsStarted: count('challenged', 'frictionless'),
  funnelThreeDsPassed: count('threeDsPassed'),
  funnelApproved: count('pspApproved'),
  funnelTransferred: count('successful'),
  confirmationRate: share('sent', 'deposits'),
  successRate: share('sentSuccessful', 'sent'),
  overallRate: share('successful', 'deposits'),
  withdrawals: count('withdrawals'),
  paidOut: count('paidOut'),
  autoApproval: share('autoApprovals', 'approvals'),
  payoutP50: percentile('complete', 0.5, 'WITHDRAWAL'),
  payoutP90: percentile('complete', 0.9, 'WITHDRAWAL'),
  approvalWaitP50: percentile('wait', 0.5),
  approvalWaitP90: percentile('wait', 0.9),
  legs: count('legs'),
  routedShare: { kind: 'shareOfAll', of: 'legs' },
  legsSuccessful: count('legsApproved'),
  legApproval: share('legsApproved', 'legsApproved', 'legsDeclined'),
  firstLegRate: share('firstLegsApproved', 'firstLegs'),
  legUnknown: share('legsUnclear', 'legs'),
  latencyP50: percentile('latency', 0.5),
  latencyP95: percentile('latency', 0.95),
  decisions: work,
  deniedShare: work,
  casesResolved: work,
  caseTimeP90: work,
  openItems: work,
  openAgeP90: work,
  slaBreach: work,
  chargebacksFiled: work,
  kycChecks: work,
  kycPass: work,
  expectedValue: money('value', 'successful'),
  settledValue: money('settled', 'settledDeposits'),
  settleP50: percentile('settle', 0.5),
  differences: work,
  interchangeLines: work,
  messages: work,
  messagesFailed: work,
  apiCalls: work,
  apiErrors: work,
  tokens: work,
}

const legMeasures: readonly string[] = [
  'legs',
  'legsApproved',
  'legsDeclined',
  'legsUnclear',
  'firstLegs',
  'firstLegsApproved',
]

/** Which rows a figure is made of. */
export function factOf(recipe: Recipe): CubeFact | 'users' | 'uplift' | 'work' {
  switch (recipe.kind) {
    case 'percentile':
      return recipe.fact
    case 'users':
    case 'uplift':
    case 'work':
      return recipe.kind
    case 'count':
      return recipe.of.some((name) => legMeasures.includes(name)) ? 'leg' : 'payment'
    case 'shareOfAll':
      return legMeasures.includes(recipe.of) ? 'leg' : 'payment'
    case 'share':
      return legMeasures.includes(recipe.hits) ? 'leg' : 'payment'
    default:
      return 'payment'
  }
}
