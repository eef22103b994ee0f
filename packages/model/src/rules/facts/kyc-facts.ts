import { addressStatuses, kycStatuses, kycWarnings, personStatuses } from '../../kyc/kyc-status.ts'
import type { FactDeclaration } from '../fact.ts'

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
    options: kycStatuses,
  },
  part('kycAgeStatus', 'KYC age', 'the age check', personStatuses),
  part('kycIdStatus', 'KYC identity', 'the identity check', personStatuses),
  part('kycAddressStatus', 'KYC address', 'the address check', addressStatuses),
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
    options: kycWarnings,
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
