import { anyPaymentColumns } from '../facts.ts'
import { decisionTable, kycAccess } from './define-table.ts'
import { acceptOrDecline, blockOutputs, messageKey } from './shared-outputs.ts'

export const kycBlock = decisionTable({
  number: 'T20',
  tag: 'KB',
  slug: 'kyc-block',
  route: '/kyc/block',
  title: 'KYC block',
  purpose: 'Declines payments by the result of the KYC check.',
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
      help: 'Sent to compliance when the row declines. The address is in the merchant settings.',
    },
  ],
  declines: ['ERR_DECLINED_KYC_BLOCK', 'ERR_DECLINED_KYC_USER_UNDER_AGE'],
  onNoMatch: 'The payment will be processed.',
  access: kycAccess,
})
