import type { Access } from '../access/policy.ts'
import { dashboardIds, dashboardTitles } from '../analytics/dashboards/titles.ts'
import { categories, type Category } from '../rules/decision-table.ts'
import { decisionTables } from '../rules/tables/index.ts'

/** A page of the console that a page of the guide is about. */
export interface GuidedScreen {
  readonly path: string
  readonly title: string
  readonly access: Access
}

export const guideGroups = [
  'Start here',
  'Payments',
  'Rules',
  'Administration',
  'Roles',
  'Reference',
] as const
type GuideGroup = (typeof guideGroups)[number]

export interface GuideContent {
  /** The file in `docs/guide`, without its ending. */
  readonly page: string
  readonly title: string
  readonly group: GuideGroup
  readonly screens: readonly GuidedScreen[]
}

const screen = (path: string, title: string, access: Access): GuidedScreen => ({ path, title, access })

const pageOf =
  (group: GuideGroup) =>
  (page: string, title: string, ...screens: readonly GuidedScreen[]): GuideContent => ({
    page,
    title,
    group,
    screens,
  })
const start = pageOf('Start here')
const payments = pageOf('Payments')
const rules = pageOf('Rules')
const administration = pageOf('Administration')
const roles = pageOf('Roles')
const reference = pageOf('Reference')

/** Maintenance is a table with a page of its own. */
const tablesOf = (category: Category): GuidedScreen[] =>
  decisionTables
    .filter((table) => table.category === category && table.slug !== 'maintenance')
    .map(({ route, title, access }) => screen(route, title, access.view))

/** "Fee rules", not "Fees rules". */
const ofOne: Partial<Record<Category, string>> = { Fees: 'Fee', Limits: 'Limit' }

const categoryPage = (category: Category): GuideContent =>
  rules(
    `rules-${category.toLowerCase().replace(' ', '-')}`,
    `${ofOne[category] ?? category} rules`,
    ...tablesOf(category),
  )

const templateKinds = [
  ['email', 'Email'],
  ['script', 'Script'],
  ['html', 'HTML'],
  ['sql', 'SQL'],
  ['mq', 'MQ'],
  ['css', 'CSS'],
] as const

/** Table of contents of the guide. A screen that no page names fails a test of the console. */
export const guideContents: readonly GuideContent[] = [
  start(
    'getting-started',
    'Getting started',
    screen('/home', 'Home', 'signedIn'),
    screen('/legacy', 'Legacy back office', 'signedIn'),
  ),
  start('settings', 'Your settings', screen('/settings', 'Settings', 'signedIn')),
  start('inbox', 'Inbox'),
  start(
    'help',
    'Help',
    screen('/help', 'Help', 'signedIn'),
    screen('/resource-centre', 'Resource centre', 'resource-centre.view'),
  ),
  payments('transactions', 'Transactions', screen('/transactions', 'Transactions', 'transactions.view')),
  payments('refunds-and-captures', 'Refunds, captures and voids'),
  payments('approve', 'Approve', screen('/approve', 'Approve', 'approve.view')),
  payments('investigate', 'Investigate', screen('/investigate', 'Investigate', 'investigate.view')),
  payments('settlements', 'Settlements', screen('/finance/settlements', 'Settlements', 'settlements.view')),
  payments('user-accounts', 'User accounts', screen('/user-accounts', 'User accounts', 'user-accounts.view')),
  payments('bank-statements', 'Bank statements'),
  payments('balance', 'Balance', screen('/finance/balance', 'Balance', 'balance.view')),
  payments(
    'analytics',
    'Analytics',
    ...dashboardIds.map((id) =>
      screen(
        `/analytics/${id}`,
        id === 'overview' ? 'Analytics' : `Analytics: ${dashboardTitles[id]}`,
        'analytics.view',
      ),
    ),
    screen('/analytics/mails', 'Scheduled emails', 'analytics.edit'),
    screen('/os_analytics/overview', 'Analytics explorer', 'os-analytics.view'),
  ),
  payments('kyc', 'KYC search', screen('/kyc/search', 'KYC search', 'kyc.view')),
  payments(
    'store',
    'Store: products and vouchers',
    screen('/product/read', 'Products', 'store.view'),
    screen('/voucher/read', 'Vouchers', 'store.view'),
  ),
  rules('rules', 'Changing rules'),
  rules(
    'rules-hub',
    'Rules hub',
    screen('/rules-hub/overview', 'Rules overview', 'rules-hub.view'),
    screen('/rules-hub/performance', 'Rule performance', 'rules-hub.view'),
    screen('/rules-hub/builder', 'Rule builder', 'rules-hub.edit'),
  ),
  rules(
    'rule-simulator',
    'Rule simulator',
    screen('/rules-hub/simulator', 'Rule simulator', 'rules-hub.view'),
  ),
  ...categories.map(categoryPage),
  administration(
    'backoffice-users',
    'Backoffice users',
    screen('/admin/backoffice-users', 'Backoffice users', 'backoffice-users.view'),
  ),
  administration('merchants', 'Merchants', screen('/admin/merchant', 'Merchants', 'merchant.view')),
  administration(
    'configuration',
    'Configuration',
    screen('/admin/configuration', 'Configuration', 'configuration.view'),
  ),
  administration(
    'payment-product-catalog',
    'Payment product catalog',
    screen('/admin/payment-product-catalog', 'Payment product catalog', 'payment-product-catalog.view'),
    screen('/admin/credentials-template', 'Credentials templates', 'credentials-template.view'),
  ),
  administration(
    'scheme-tokens',
    'Scheme tokens',
    screen('/admin/scheme-token-onboarding', 'Scheme token onboarding', 'scheme-token-onboarding.view'),
  ),
  administration('customers', 'Customers', screen('/admin/customer', 'Customers', 'customer.view')),
  administration('invoices', 'Invoices', screen('/admin/invoice', 'Invoices', 'invoice.view')),
  administration(
    'cashier-content',
    'Messages, logos and inputs',
    screen('/admin/messages', 'Messages', 'messages.view'),
    screen('/admin/payment-methods/logos', 'Payment method logos', 'payment-methods.view'),
    screen('/admin/payment-methods/inputs', 'Cashier inputs', 'payment-methods.view'),
  ),
  administration(
    'reference-data',
    'Exchange rates and IIN ranges',
    screen('/admin/forex-rates', 'Forex rates', 'forex-rates.view'),
    screen('/admin/iin', 'IIN ranges', 'iin.view'),
  ),
  administration(
    'maintenance',
    'Maintenance',
    screen('/admin/maintenance', 'Maintenance', 'maintenance.view'),
  ),
  administration(
    'bank-mapping',
    'Bank mapping',
    screen('/admin/bank-mapping', 'Bank mapping', 'bank-mapping.view'),
  ),
  administration(
    'api-clients',
    'API clients',
    screen('/admin/api-clients', 'API clients', 'api-clients.view'),
  ),
  administration(
    'templates',
    'Templates',
    ...templateKinds.map(([type, label]) =>
      screen(`/templates/${type}`, `${label} templates`, `template-${type}.view`),
    ),
  ),
  administration('audit-log', 'Audit log', screen('/admin/audit-log', 'Audit log', 'audit-log.view')),
  administration(
    'release-notes',
    'Release notes',
    screen('/admin/release-notes', 'Release notes', 'release-notes.view'),
  ),
  roles('roles-payments', 'Roles for payments'),
  roles('roles-rules', 'Roles for rules, KYC and risk'),
  roles('roles-administration', 'Roles for administration'),
  roles('roles-finance', 'Roles for finance and store'),
  reference('status-codes', 'Status codes'),
  reference('error-codes', 'Error codes'),
  reference('payments-api', 'Payments API'),
  reference('sandbox', 'Sandbox'),
  reference('demo-shop', 'Paying as a customer'),
]

export const guidedScreens: readonly GuidedScreen[] = guideContents.flatMap(({ screens }) => screens)
