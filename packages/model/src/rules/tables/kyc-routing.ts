import { kycScopes } from '../../kyc/kyc-status.ts'
import { historyColumns, merchantColumns, storedKycColumns, userColumns } from '../facts.ts'
import { decisionTable, kycAccess } from './define-table.ts'

export const kycRouting = decisionTable({
  number: 'T19',
  tag: 'KY',
  slug: 'kyc-routing',
  route: '/kyc/routing',
  title: 'KYC routing',
  purpose: 'Chooses the KYC provider for a user, and what is checked.',
  category: 'KYC',
  hitPolicy: 'FIRST',
  steps: ['D5'],
  conditions: [
    ...merchantColumns,
    'method',
    'currency',
    'amount',
    ...userColumns,
    ...historyColumns,
    ...storedKycColumns,
  ],
  outputs: [
    {
      key: 'kycProvider',
      label: 'KYC provider',
      type: 'CHOICE',
      required: true,
      catalogue: 'kyc-provider',
    },
    { key: 'kycAccount', label: 'KYC account', type: 'STRING' },
    {
      key: 'scopes',
      label: 'Checks',
      type: 'LIST',
      options: kycScopes,
    },
    {
      key: 'blocking',
      label: 'Wait for the result',
      type: 'BOOLEAN',
      default: false,
    },
    {
      key: 'validDays',
      label: 'Days an earlier check is valid',
      type: 'NUMBER',
      min: 0,
      max: 3650,
    },
  ],
  declines: ['ERR_DECLINED_KYC_CHECK_FAILED'],
  onNoMatch: 'No check is made.',
  access: kycAccess,
})
