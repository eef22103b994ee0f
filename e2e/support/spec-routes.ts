/** A client path of the specification. */
export interface SpecRoute {
  readonly path: string
  /** The pattern of a page with a parameter in its path; without one the path is the page's own. */
  readonly screen?: string
  /** What it shows of the database, where that is not the rows of a list or the rules of a table. */
  readonly content?: string
  /** Where the specification names it. */
  readonly section: string
  /** A demo login whose roles open it; absent for a page that is still to be built. */
  readonly login?: string
  /** Who builds it. The journey fails as soon as the page exists and this still stands here. */
  readonly missing?: string
}

const routes = (section: string, login: string, paths: readonly string[]): SpecRoute[] =>
  paths.map((path) => ({ path, section, login }))

const under = (folder: string, names: string): string[] => names.split(' ').map((name) => `${folder}/${name}`)

const withLegacy = (paths: readonly string[]): string[] => [
  ...paths,
  ...paths.map((path) => `/legacy${path}`),
]

const fraudBlocks = 'general-block ip-block bin-block velocity user-psp-account fraud-provider-block'
const otherRules = 'forex status-code payment-methods alerts notification approval vat void-capture'
const adminPages =
  'backoffice-users audit-log configuration merchant maintenance api-clients messages forex-rates iin bank-mapping ' +
  'credentials-template payment-methods/inputs payment-product-catalog scheme-token-onboarding'

const at = (section: string, login: string, path: string, content: string): SpecRoute => ({
  path,
  section,
  login,
  content,
})

/** Pages on which somebody begins something: they hold nothing yet. */
const nothingYet = 'input'

/** Section 2 of the specification ("Screens and routes"), row by row. */
export const specRoutes: readonly SpecRoute[] = [
  at('2 Home', 'nobody', '/home', 'li:has-text("2.43.0")'),
  ...routes('2 Transactions', 'operator', withLegacy(['/transactions'])),
  ...routes('2 Approval', 'approver1', ['/approve']),
  ...routes('2 Investigation', 'investigator', ['/investigate']),
  ...routes('2 Finance', 'finance', ['/finance/settlements']),
  at('2 Finance', 'finance', '/finance/balance', 'tbody td[data-figure]'),
  ...routes('2 User accounts', 'gdpr', ['/user-accounts']),
  at('2 Settings', 'nobody', '/settings', 'dd:text-is("nobody")'),
  at('2 Analytics', 'analyst', '/analytics/overview', '[role="group"] :text-matches("^[1-9]")'),
  at('2 Analytics', 'analyst', '/os_analytics/overview', 'li a[href^="/os_analytics/"]'),
  {
    path: '/os_analytics/new',
    screen: '/os_analytics/$dashboardId',
    content: nothingYet,
    section: '2 Analytics',
    login: 'analyst',
  },
  ...routes('2 KYC', 'kyc', withLegacy(under('/kyc', 'search block routing fallback'))),
  ...routes('2 Store', 'store', ['/product/read', '/voucher/read']),
  ...routes('2 Rules hub', 'rules', ['/rules-hub', '/rules-hub/overview']),
  at('2 Rules hub', 'rules', '/rules-hub/simulator', nothingYet),
  at('2 Rules hub', 'rules', '/rules-hub/performance', 'tbody tr:not([data-quiet])'),
  at('2 Rules hub', 'rules', '/rules-hub/builder', nothingYet),
  ...routes('2 Decision tables', 'rules', under('/rules', 'psp-routing velocity')),
  ...routes(
    '2 Routing',
    'rulesviewer',
    under('/routing', 'psp-routing psp-fallback fraud-provider 3ds2-routing 3ds2-fallback'),
  ),
  ...routes('2 Fees', 'rules', under('/fees', 'fee provider-fee')),
  ...routes('2 Limits', 'rulesviewer', ['/rules/limit']),
  ...routes('2 Fraud block', 'rules', under('/fraud-block', fraudBlocks)),
  ...routes('2 Other rules', 'rulesviewer', withLegacy(under('/rules', otherRules))),
  ...routes('2 Admin', 'admin', [...under('/admin', adminPages), '/legacy/admin/iin']),
  at('2 Admin', 'admin', '/admin/payment-methods/logos', 'tbody img'),
  ...routes('2 Admin', 'finance', ['/admin/invoice', '/admin/customer']),
  ...under('/templates', 'email script html sql mq css').map((path) =>
    at('2 Templates', 'admin', path, 'li a[href*="id="]'),
  ),
]

/** "Legacy hash links exist for old back-office pages", and where each leads; T1 to T29 follow from the tables. */
export const hashLinks: readonly { readonly hash: string; readonly path: string }[] = [
  { hash: '#/transaction/search', path: '/transactions' },
  { hash: '#/merchant/search', path: '/admin/merchant' },
  { hash: '#/auditlog/search', path: '/admin/audit-log' },
]
export const numberOfTables = 29
