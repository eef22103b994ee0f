import type { FactDeclaration } from '../fact.ts'

const checkStatuses = {
  VERIFIED: 'Verified',
  NOT_VERIFIED: 'Not verified',
  UNDER_VERIFICATION: 'Under verification',
  ERROR: 'Error',
}

const part = <const Key extends string>(
  key: Key,
  label: string,
  phrase: string,
  options: Readonly<Record<string, string>>,
) =>
  ({
    key,
    label,
    type: 'LIST',
    group: 'KYC',
    from: 'D3',
    operators: ['in', 'notIn'],
    phrase,
    options,
  }) as const satisfies FactDeclaration

/** What earlier checks found: known as soon as the user is. */
export const storedKycFacts = [
  {
    key: 'internalKycStatus',
    label: 'KYC status',
    type: 'LIST',
    group: 'KYC',
    from: 'D3',
    operators: ['in', 'notIn'],
    phrase: 'the KYC status',
    help: 'Our own status, not the merchant’s. Unknown until a check was made.',
    options: {
      VERIFIED: 'Verified',
      NOT_VERIFIED: 'Not verified',
      VERIFICATION_IN_PROGRESS: 'Verification in progress',
      VERIFICATION_FAILED: 'Verification failed',
      VERIFICATION_EXTERNAL_FAILURE: 'Provider failed',
      VERIFICATION_FAILED_INVALID_USER_DATA: 'User data not valid',
      UNDER_AGE: 'Under age',
      UNKNOWN_AGE: 'Age unknown',
      BLOCKED: 'Blocked',
      UNKNOWN: 'Unknown',
    },
  },
  part('kycAgeStatus', 'KYC age', 'the age check', { ...checkStatuses, UNDER_AGE: 'Under age' }),
  part('kycIdStatus', 'KYC identity', 'the identity check', { ...checkStatuses, UNDER_AGE: 'Under age' }),
  part('kycAddressStatus', 'KYC address', 'the address check', { ...checkStatuses, UNKNOWN: 'Unknown' }),
] as const satisfies readonly FactDeclaration[]

/** What the check made for this payment found. */
const freshKycFacts = [
  {
    key: 'pepsSanctions',
    label: 'PEP and sanctions',
    type: 'LIST',
    group: 'KYC',
    from: 'D5',
    operators: ['in', 'notIn'],
    phrase: 'the PEP and sanctions warnings',
    options: {
      PEP_WARNING: 'Politically exposed person',
      SANCTIONS_WARNING: 'On a sanctions list',
      SDN_WARNING: 'Specially designated national',
    },
    many: true,
  },
  {
    key: 'kycProvider',
    label: 'KYC provider',
    type: 'LIST',
    group: 'KYC',
    from: 'D5',
    operators: ['in'],
    phrase: 'the KYC provider',
    catalogue: 'kyc-provider',
  },
  {
    key: 'kycScore',
    label: 'KYC score',
    type: 'NUMBER',
    group: 'KYC',
    from: 'D5',
    operators: ['range'],
    phrase: 'the KYC score',
  },
] as const satisfies readonly FactDeclaration[]

export const kycFacts = [...storedKycFacts, ...freshKycFacts] as const
