import type { DecisionTable } from './decision-table.ts'
import type { Inheritance } from './rule.ts'

/** What a change does to payments, by comparing what both states of the table answer. */
export const changeDirections = ['LOOSENS', 'TIGHTENS', 'BOTH', 'NEUTRAL', 'UNPROVEN'] as const
export type ChangeDirection = (typeof changeDirections)[number]

/** How many people have to agree. BREAK_GLASS: it was activated at once, and one has to confirm it. */
export const approvalPolicies = ['NONE', 'ONE', 'TWO', 'BREAK_GLASS'] as const
export type ApprovalPolicy = (typeof approvalPolicies)[number]

export const approvalsNeeded: Readonly<Record<ApprovalPolicy, number>> = {
  NONE: 0,
  ONE: 1,
  TWO: 2,
  BREAK_GLASS: 1,
}

/** How long an emergency change holds without a second person. */
export const confirmWithinHours = 24

export interface ChangeAssessment {
  readonly policy: ApprovalPolicy
  /** Null where answers of the table are neither stricter nor looser than others. */
  readonly direction: ChangeDirection | null
  /** It may be activated at once, to be confirmed later. */
  readonly breakGlass: boolean
  /** Why this policy, in a sentence. */
  readonly reason: string
}

/** Tables whose answers move money. */
const moneyTables: ReadonlySet<string> = new Set(['fee', 'provider-fee', 'forex', 'vat'])

/** Tables in which a change that only tightens may go live at once. */
const emergencyTables: ReadonlySet<string> = new Set([
  'limit',
  'general-block',
  'ip-block',
  'bin-block',
  'kyc-block',
  'bic-block',
  'fraud-score',
  'period-limit',
])

const directionWords: Readonly<Record<ChangeDirection, string>> = {
  LOOSENS: 'The change lets more payments through.',
  TIGHTENS: 'The change only stops or limits more payments.',
  BOTH: 'The change lets some payments through and stops others.',
  NEUTRAL: 'The change stops no payment and lets none through that was stopped.',
  UNPROVEN: 'It could not be proven which payments the change affects.',
}

export interface ChangeToAssess {
  readonly table: Pick<DecisionTable, 'slug' | 'title'>
  readonly direction: ChangeDirection | null
  /** Nothing a payment could notice. */
  readonly cosmetic: boolean
  /** Of the merchant at the top. */
  readonly master: boolean
  /** Before and after. */
  readonly inherit: readonly Inheritance[]
}

/** Who has to agree to a change: the more it can cost, the more people. */
export function assessChange({
  table: { slug, title },
  direction,
  cosmetic,
  master,
  inherit,
}: ChangeToAssess): ChangeAssessment {
  if (cosmetic)
    return {
      policy: 'NONE',
      direction: 'NEUTRAL',
      breakGlass: false,
      reason: 'Only names, notes or disabled rows change.',
    }
  const two = (reason: string): ChangeAssessment => ({ policy: 'TWO', direction, breakGlass: false, reason })
  if (moneyTables.has(slug)) return two(`${title} decides about money.`)
  if (master && inherit.includes('ENFORCED'))
    return two('An enforced ruleset of the top merchant applies to every merchant.')
  const said = direction === null ? `${title} decides how payments are processed.` : directionWords[direction]
  if (slug === 'approval' && direction !== 'TIGHTENS' && direction !== 'NEUTRAL')
    return two(
      direction === 'LOOSENS' || direction === 'BOTH' ? 'Fewer people will look at some payments.' : said,
    )
  const breakGlass = direction === 'TIGHTENS' && emergencyTables.has(slug)
  return { policy: 'ONE', direction, breakGlass, reason: said }
}
