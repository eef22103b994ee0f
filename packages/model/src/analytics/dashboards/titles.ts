/** The dashboards that come with the platform, in the order of the menu. */
export const dashboardTitles = {
  overview: 'Overview',
  'approval-rate': 'Approval rate',
  'psp-performance': 'PSP performance',
  declines: 'Declines',
  bin: 'BIN and issuer',
  geo: 'Countries',
  funnel: 'Funnel',
  fallback: 'Fallback',
  withdrawals: 'Withdrawals',
  'three-ds': '3-D Secure',
  'fraud-kyc': 'Fraud and KYC',
  cost: 'Cost',
  settlement: 'Settlement',
  operations: 'Operations',
  'scheme-tokens': 'Scheme tokens',
} as const

export type DashboardId = keyof typeof dashboardTitles
export const dashboardIds = Object.keys(dashboardTitles) as readonly DashboardId[]
