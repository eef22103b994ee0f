import { anyPaymentColumns } from '../facts.ts'
import { decisionTable, kycAccess } from './define-table.ts'
import { acceptOrDecline, blockOutputs, messageKey } from './shared-outputs.ts'

export const kycBlock = decisionTable({
  number: 'T20',
  tag: 'KB',
  slug: 'kyc-block',
  route: '/kyc/block',
  title: 'KYC block',
  purpose: 'Declines payments by what the check of the user found.',
  category: 'KYC',
  hitPolicy: 'FIRST',
  steps: ['D5'],
  conditions: anyPaymentColumns,
  outputs: [
    ...blockOutputs('ERR_DECLINED_KYC_BLOCK', acceptOrDecline),
    messageKey,
    {
      key: 'emailTemplate',
      label: 'Email template',
      type: 'CHOICE',
      catalogue: 'email-template',
      help: 'Written to compliance when the row declines; the address is in the merchant settings',
    },
  ],
  declines: ['ERR_DECLINED_KYC_BLOCK', 'ERR_DECLINED_KYC_USER_UNDER_AGE'],
  onNoMatch: 'The payment will be processed.',
  access: kycAccess,
})
