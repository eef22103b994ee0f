import { userColumns } from '../facts.ts'
import { decisionTable, kycAccess } from './define-table.ts'
import { stop } from './shared-outputs.ts'

export const kycFallback = decisionTable({
  number: 'T21',
  tag: 'KF',
  slug: 'kyc-fallback',
  route: '/kyc/fallback',
  title: 'KYC fallback',
  purpose: 'Chooses another KYC provider when a check failed or was inconclusive.',
  category: 'KYC',
  hitPolicy: 'FIRST',
  steps: ['D5'],
  // Counts the checks here, not the submissions to a PSP.
  alsoKnown: ['attemptNo'],
  conditions: [
    ...userColumns,
    'kycProvider',
    'internalKycStatus',
    'kycAgeStatus',
    'kycIdStatus',
    'attemptNo',
  ],
  outputs: [
    {
      key: 'kycFallback',
      label: 'Next KYC provider',
      type: 'CHOICE',
      requiredUnless: { output: 'stop', is: true },
      catalogue: 'kyc-provider',
    },
    { key: 'kycAccount', label: 'KYC account', type: 'STRING' },
    { ...stop, label: 'No further check', help: 'The result stays as it is' },
  ],
  declines: ['ERR_DECLINED_KYC_CHECK_FAILED'],
  onNoMatch:
    'The result is kept. If the payment waited for a check that ended in an error, the payment fails.',
  access: kycAccess,
})
