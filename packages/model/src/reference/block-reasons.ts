/** Why accounts get blocked, as every merchant starts out; the keys are stored. */
export const defaultBlockReasons = {
  chargeback: 'Chargeback',
  'business-card': 'Business card',
  'confirmed-fraud': 'Confirmed fraud',
  'suspected-fraud': 'Suspected fraud',
  'customer-request': 'Customer request',
  'gambling-problem': 'Gambling problem',
  'self-exclusion': 'Self-exclusion',
  other: 'Other',
} as const
