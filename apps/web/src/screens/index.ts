import type { Access } from '@signalbox/model/access/policy'
import { categories, type Category, type DecisionTable } from '@signalbox/model/rules/decision-table'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { TemplateType } from '@signalbox/model/template-language/template'
import type { ComponentType } from 'react'

export type ScreenGroup =
  | 'Home'
  | 'Transactions'
  | 'Finance'
  | 'User accounts'
  | 'Store'
  | 'Rules hub'
  | 'Analytics'
  | 'Admin'
  | 'Templates'
  | 'Settings'
  | 'Help'
  | Category

export interface Screen {
  readonly path: `/${string}`
  readonly title: string
  readonly group: ScreenGroup
  /** Name of an icon of the local set. */
  readonly icon: string
  readonly access: Access
  /** Reached from another page and not from the menu. */
  readonly unlisted?: boolean
  /** The old back office had it: `/legacy` and its path show it as a classic grid. */
  readonly legacy?: boolean
  readonly load: () => Promise<{ default: ComponentType }>
}

/** One screen serves the six kinds of templates. */
const templates = (type: TemplateType) => async (): ReturnType<Screen['load']> => {
  const { templatesScreen } = await import('./templates/templates-screen.tsx')
  return { default: templatesScreen(type) }
}

const categoryIcons: Record<Category, string> = {
  Routing: 'split',
  Fees: 'wallet',
  Limits: 'scale',
  'Fraud block': 'shield',
  Money: 'transactions',
  Cashier: 'store',
  Operations: 'rules',
  KYC: 'id',
}

const tableScreen = ({ slug, route, title, category, access }: DecisionTable): Screen => ({
  path: route as `/${string}`,
  title,
  group: category,
  icon: categoryIcons[category],
  access: access.view,
  legacy: true,
  load: async () => {
    const { decisionTableScreen } = await import('./decision-tables/decision-table-screen.tsx')
    return { default: decisionTableScreen(slug) }
  },
})

/** Maintenance is a table too, but it has a page of its own. */
const tablesShown = decisionTables.filter(({ slug }) => slug !== 'maintenance')

/** One screen serves all decision tables, category by category: a new table is a declaration and nothing else. */
const tableScreens = categories.flatMap((category) =>
  tablesShown.filter((table) => table.category === category).map(tableScreen),
)

/** Other addresses of pages, with the one they lead to: any table by its name, here and in the old back office. */
export const redirects: ReadonlyMap<string, string> = new Map(
  decisionTables.flatMap(({ slug, route }) =>
    ['', '/legacy']
      .map((place) => [`${place}/rules/${slug}`, `${place}${route}`] as const)
      .filter(([from, to]) => from !== to),
  ),
)

/** A page in its two forms: both are the same component, told apart by what stands around it. */
const withLegacy = (screen: Screen): Screen[] => [
  {
    ...screen,
    load: async () => {
      const [{ modernView }, page] = await Promise.all([
        import('../kit/legacy/legacy-view.tsx'),
        screen.load(),
      ])
      return { default: modernView(page.default, screen.path) }
    },
  },
  {
    ...screen,
    path: `/legacy${screen.path}`,
    title: `${screen.title}, legacy view`,
    unlisted: true,
    load: async () => {
      const [{ legacyView }, page] = await Promise.all([
        import('../kit/legacy/legacy-view.tsx'),
        screen.load(),
      ])
      return { default: legacyView(page.default, screen.path) }
    },
  },
]

const pages: readonly Screen[] = [
  {
    path: '/home',
    title: 'Home',
    group: 'Home',
    icon: 'home',
    access: 'signedIn',
    load: () => import('./home/home-screen.tsx'),
  },
  {
    path: '/transactions',
    title: 'Transactions',
    group: 'Transactions',
    icon: 'transactions',
    access: 'transactions.view',
    legacy: true,
    load: () => import('./transactions/transactions-screen.tsx'),
  },
  {
    path: '/user-accounts',
    title: 'User accounts',
    group: 'User accounts',
    icon: 'wallet',
    access: 'user-accounts.view',
    legacy: true,
    load: () => import('./user-accounts/user-accounts-screen.tsx'),
  },
  {
    path: '/approve',
    title: 'Approve',
    group: 'Transactions',
    icon: 'approve',
    access: 'approve.view',
    load: () => import('./approve/approve-screen.tsx'),
  },
  {
    path: '/investigate',
    title: 'Investigate',
    group: 'Transactions',
    icon: 'investigate',
    access: 'investigate.view',
    load: () => import('./investigate/investigate-screen.tsx'),
  },
  {
    path: '/finance/settlements',
    title: 'Settlements',
    group: 'Finance',
    icon: 'bank',
    access: 'settlements.view',
    load: () => import('./finance/settlements/settlements-screen.tsx'),
  },
  {
    path: '/kyc/search',
    title: 'KYC search',
    group: 'KYC',
    icon: 'id',
    access: 'kyc.view',
    legacy: true,
    load: () => import('./kyc/kyc-search-screen.tsx'),
  },
  ...tableScreens,
  {
    path: '/admin/backoffice-users',
    title: 'Backoffice users',
    group: 'Admin',
    icon: 'users',
    access: 'backoffice-users.view',
    load: () => import('./admin/backoffice-users/backoffice-users-screen.tsx'),
  },
  {
    path: '/admin/merchant',
    title: 'Merchants',
    group: 'Admin',
    icon: 'building',
    access: 'merchant.view',
    legacy: true,
    load: () => import('./admin/merchant/merchant-screen.tsx'),
  },
  {
    path: '/admin/audit-log',
    title: 'Audit log',
    group: 'Admin',
    icon: 'shield',
    access: 'audit-log.view',
    legacy: true,
    load: () => import('./admin/audit-log/audit-log-screen.tsx'),
  },
  {
    path: '/admin/bank-mapping',
    title: 'Bank mapping',
    group: 'Admin',
    icon: 'bank',
    access: 'bank-mapping.view',
    load: () => import('./admin/bank-mapping/bank-mapping-screen.tsx'),
  },
  {
    path: '/admin/api-clients',
    title: 'API clients',
    group: 'Admin',
    icon: 'key',
    access: 'api-clients.view',
    load: () => import('./admin/api-clients/api-clients-screen.tsx'),
  },
  {
    path: '/admin/configuration',
    title: 'Configuration',
    group: 'Admin',
    icon: 'settings',
    access: 'configuration.view',
    load: () => import('./admin/configuration/configuration-screen.tsx'),
  },
  {
    path: '/admin/forex-rates',
    title: 'Forex rates',
    group: 'Admin',
    icon: 'scale',
    access: 'forex-rates.view',
    load: () => import('./admin/forex-rates/forex-rates-screen.tsx'),
  },
  {
    path: '/admin/iin',
    title: 'IIN ranges',
    group: 'Admin',
    icon: 'id',
    access: 'iin.view',
    legacy: true,
    load: () => import('./admin/iin/iin-screen.tsx'),
  },
  {
    path: '/admin/credentials-template',
    title: 'Credentials templates',
    group: 'Admin',
    icon: 'lock',
    access: 'credentials-template.view',
    load: () => import('./admin/credentials-template/credentials-template-screen.tsx'),
  },
  {
    path: '/admin/scheme-token-onboarding',
    title: 'Scheme token onboarding',
    group: 'Admin',
    icon: 'key',
    access: 'scheme-token-onboarding.view',
    load: () => import('./admin/scheme-token-onboarding/scheme-token-onboarding-screen.tsx'),
  },
  {
    path: '/admin/payment-product-catalog',
    title: 'Payment product catalog',
    group: 'Admin',
    icon: 'wallet',
    access: 'payment-product-catalog.view',
    load: () => import('./admin/payment-product-catalog/payment-product-catalog-screen.tsx'),
  },
  {
    path: '/admin/messages',
    title: 'Messages',
    group: 'Admin',
    icon: 'globe',
    access: 'messages.view',
    load: () => import('./admin/messages/messages-screen.tsx'),
  },
  {
    path: '/admin/payment-methods/logos',
    title: 'Payment method logos',
    group: 'Admin',
    icon: 'palette',
    access: 'payment-methods.view',
    load: () => import('./admin/payment-methods/logos/logos-screen.tsx'),
  },
  {
    path: '/admin/payment-methods/inputs',
    title: 'Cashier inputs',
    group: 'Admin',
    icon: 'keyboard',
    access: 'payment-methods.view',
    load: () => import('./admin/payment-methods/inputs/inputs-screen.tsx'),
  },
  {
    path: '/admin/maintenance',
    title: 'Maintenance',
    group: 'Admin',
    icon: 'clock',
    access: 'maintenance.view',
    legacy: true,
    load: () => import('./admin/maintenance/maintenance-screen.tsx'),
  },
  {
    path: '/admin/release-notes',
    title: 'Release notes',
    group: 'Admin',
    icon: 'news',
    access: 'release-notes.view',
    load: () => import('./admin/release-notes/release-notes-screen.tsx'),
  },
  {
    path: '/templates/email',
    title: 'E-mail templates',
    group: 'Templates',
    icon: 'mail',
    access: 'template-email.view',
    load: templates('email'),
  },
  {
    path: '/templates/script',
    title: 'Script templates',
    group: 'Templates',
    icon: 'code',
    access: 'template-script.view',
    load: templates('script'),
  },
  {
    path: '/templates/html',
    title: 'HTML templates',
    group: 'Templates',
    icon: 'globe',
    access: 'template-html.view',
    load: templates('html'),
  },
  {
    path: '/templates/sql',
    title: 'SQL templates',
    group: 'Templates',
    icon: 'database',
    access: 'template-sql.view',
    load: templates('sql'),
  },
  {
    path: '/templates/mq',
    title: 'MQ templates',
    group: 'Templates',
    icon: 'send',
    access: 'template-mq.view',
    load: templates('mq'),
  },
  {
    path: '/templates/css',
    title: 'CSS templates',
    group: 'Templates',
    icon: 'palette',
    access: 'template-css.view',
    load: templates('css'),
  },
  {
    path: '/settings',
    title: 'Settings',
    group: 'Settings',
    icon: 'settings',
    access: 'signedIn',
    load: () => import('./settings/settings-screen.tsx'),
  },
  {
    path: '/resource-centre',
    title: 'Resource centre',
    group: 'Help',
    icon: 'folder',
    access: 'resource-centre.view',
    load: () => import('./resource-centre/resource-centre-screen.tsx'),
  },
  {
    path: '/help',
    title: 'Help',
    group: 'Help',
    icon: 'help',
    access: 'signedIn',
    load: () => import('./help/help-screen.tsx'),
  },
  {
    path: '/legacy',
    title: 'Legacy back office',
    group: 'Help',
    icon: 'history',
    access: 'signedIn',
    unlisted: true,
    load: () => import('./legacy/legacy-screen.tsx'),
  },
]

/** Table of contents of the console: router, menu, command palette and document titles follow from it. */
export const screens: readonly Screen[] = pages.flatMap((screen) =>
  screen.legacy ? withLegacy(screen) : [screen],
)
