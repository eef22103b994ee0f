/** What a check came to. */
export const kycStatuses = {
  VERIFIED: 'Verified',
  VERIFICATION_IN_PROGRESS: 'Verification in progress',
  VERIFICATION_FAILED: 'Verification failed',
  VERIFICATION_EXTERNAL_FAILURE: 'Provider failed',
  VERIFICATION_FAILED_INVALID_USER_DATA: 'User data not valid',
  NOT_VERIFIED: 'Not verified',
  BLOCKED: 'Blocked',
  UNDER_AGE: 'Under age',
  UNKNOWN: 'Unknown',
  UNKNOWN_AGE: 'Age unknown',
} as const
export type KycStatus = keyof typeof kycStatuses

/** A status as people read it; merchants send words of their own, which stay as they are. */
export const kycStatusText = (status: string | null): string | null =>
  (kycStatuses as Readonly<Record<string, string>>)[status ?? ''] ?? status

const partStatuses = {
  VERIFIED: 'Verified',
  NOT_VERIFIED: 'Not verified',
  UNDER_VERIFICATION: 'Under verification',
  ERROR: 'Error',
} as const

/** Identity and age. */
export const personStatuses = { ...partStatuses, UNDER_AGE: 'Under age' } as const
export const addressStatuses = { ...partStatuses, UNKNOWN: 'Unknown' } as const

export const kycWarnings = {
  PEP_WARNING: 'Politically exposed person',
  SANCTIONS_WARNING: 'On a sanctions list',
  SDN_WARNING: 'Specially designated national',
} as const
export type KycWarning = keyof typeof kycWarnings

export const kycScopes = {
  ID: 'Identity',
  AGE: 'Age',
  ADDRESS: 'Address',
  PEP: 'Politically exposed person',
  SANCTIONS: 'Sanctions',
} as const

/** What made somebody look: a payment, a call of the merchant, or a person. */
export const kycTriggers = {
  DEPOSIT: 'Deposit',
  WITHDRAWAL: 'Withdrawal',
  API: 'API',
  MANUAL: 'Manual',
} as const
export type KycTrigger = keyof typeof kycTriggers

interface CheckStatuses {
  readonly idStatus: string | null
  readonly ageStatus: string | null
  readonly addressStatus: string | null
}

/** What the parts of a check add up to. */
export function overallStatus({ idStatus, ageStatus, addressStatus }: CheckStatuses): KycStatus {
  if (idStatus === 'UNDER_AGE' || ageStatus === 'UNDER_AGE') return 'UNDER_AGE'
  if ([idStatus, ageStatus, addressStatus].includes('UNDER_VERIFICATION')) return 'VERIFICATION_IN_PROGRESS'
  // Nobody looked at the age where only the identity was asked for.
  if (idStatus === 'VERIFIED' && (ageStatus === 'VERIFIED' || ageStatus === null)) return 'VERIFIED'
  return [idStatus, ageStatus].includes('ERROR') ? 'VERIFICATION_EXTERNAL_FAILURE' : 'VERIFICATION_FAILED'
}

/** A document a provider has seen. Its content stays with the provider. */
export interface KycDocument {
  readonly type: string
  readonly state: string
  readonly receivedAt: string | null
}

/** A change somebody made by hand. */
export interface KycOverride {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
  readonly by: string
  /** Who asked for it, where a second person confirmed it. */
  readonly requestedBy?: string
  readonly at: string
  readonly reason: string
}
