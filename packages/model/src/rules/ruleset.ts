import type { ApprovalPolicy, ChangeDirection } from './approval-policy.ts'
import type { Cell } from './cell.ts'
import type { Inheritance, Rule, RulesetVersion } from './rule.ts'

export const versionStates = [
  'DRAFT',
  'PENDING_APPROVAL',
  'SCHEDULED',
  'ACTIVE',
  'SUPERSEDED',
  'ARCHIVED',
  'REJECTED',
] as const
export type VersionState = (typeof versionStates)[number]

/** Versions that are not yet what they are going to be. A ruleset has at most one of them. */
export const openStates = ['DRAFT', 'PENDING_APPROVAL', 'SCHEDULED', 'REJECTED'] as const

/** What a person edits. Rows keep the order of the list; their numbers follow from it. */
export interface RulesetContent {
  readonly name: string
  readonly note: string
  readonly priority: number
  readonly inherit: Inheritance
  readonly enabled: boolean
  readonly preconditions: Readonly<Record<string, Cell>>
  readonly rules: readonly Rule[]
}

export interface Decision {
  readonly user: string
  readonly at: string
  readonly decision: 'APPROVE' | 'DENY'
  readonly comment: string
}

/** Who has to agree to a version that was submitted, and who did. */
interface VersionApproval {
  readonly policy: ApprovalPolicy
  readonly direction: ChangeDirection | null
  readonly reason: string
  readonly needed: number
  /** Since it was submitted last. */
  readonly approvedBy: readonly string[]
}

export const emergencyStates = ['UNCONFIRMED', 'CONFIRMED', 'REVERTED'] as const
export type EmergencyState = (typeof emergencyStates)[number]

/** A version that went live before anybody else looked at it. */
interface VersionEmergency {
  readonly state: EmergencyState
  /** Without a second person until then, the version before it comes back. */
  readonly until: string
}

/** One version with all that happened to it. */
export interface RulesetRevision extends RulesetVersion {
  readonly note: string
  readonly state: VersionState
  /** Counts the saves of a draft; a save names the one it started from. */
  readonly revision: number
  readonly changeNote: string
  /** The version that was active when the draft was begun. */
  readonly basedOn: number | null
  /** Once active, the ruleset is no more. */
  readonly archives: boolean
  readonly contentHash: string
  readonly editedBy: string
  readonly editedAt: string
  /** The same two by the names of the specification, which the list of rulesets has as well. */
  readonly updatedBy: string
  readonly lastUpdatedAt: string
  /** Everybody who worked on it. None of them may approve it. */
  readonly editors?: readonly string[]
  readonly submittedBy: string | null
  readonly submittedAt: string | null
  readonly decisions: readonly Decision[]
  readonly effectiveFrom: string | null
  readonly activatedAt: string | null
  readonly endedAt: string | null
  /** Why it did not become active on its date. */
  readonly activationProblem?: string | null
  readonly approval?: VersionApproval | null
  readonly emergency?: VersionEmergency | null
  /** It goes live together with drafts of other rulesets. */
  readonly changeSetId?: string | null
}

/** A line in the list of rulesets. */
export interface RulesetSummary {
  readonly id: string
  readonly merchantId: number
  /** Belongs to a merchant above the selected one. */
  readonly inherited: boolean
  readonly table: string
  readonly no: number
  readonly name: string
  readonly note: string
  readonly priority: number
  readonly inherit: Inheritance
  readonly enabled: boolean
  readonly rules: number
  readonly rulesEnabled: number
  readonly activeVersion: number | null
  readonly archived: boolean
  readonly open: {
    readonly version: number
    readonly revision: number
    readonly state: VersionState
    readonly editedBy: string
    readonly editedAt: string
    readonly submittedBy: string | null
    readonly changeNote: string
    readonly effectiveFrom: string | null
  } | null
  readonly updatedBy: string
  readonly lastUpdatedAt: string
}

/** What changed between the content a person started from and what they save: rows nobody touched do not travel. */
export interface RulesetChanges {
  readonly name?: string
  readonly note?: string
  readonly priority?: number
  readonly inherit?: Inheritance
  readonly enabled?: boolean
  readonly preconditions?: Readonly<Record<string, Cell>>
  /** New or changed rows, whole. */
  readonly upsert?: readonly Omit<Rule, 'no'>[]
  readonly remove?: readonly string[]
  /** The ids of all rows in their new order; left out when rows only changed in place or were added at the end. */
  readonly order?: readonly string[]
}
