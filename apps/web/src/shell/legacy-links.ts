/** The 29 decision tables by their old number. */
const tableRoutes = [
  '/routing/psp-routing',
  '/routing/psp-fallback',
  '/fees/fee',
  '/fees/provider-fee',
  '/rules/limit',
  '/fraud-block/general-block',
  '/fraud-block/ip-block',
  '/fraud-block/bin-block',
  '/fraud-block/velocity',
  '/fraud-block/user-psp-account',
  '/fraud-block/fraud-provider-block',
  '/rules/forex',
  '/rules/status-code',
  '/rules/payment-methods',
  '/rules/alerts',
  '/rules/notification',
  '/rules/approval',
  '/rules/void-capture',
  '/kyc/routing',
  '/kyc/block',
  '/kyc/fallback',
  '/admin/maintenance',
  '/routing/3ds2-routing',
  '/routing/3ds2-fallback',
  '/routing/fraud-provider',
  '/rules/vat',
  '/rules/bic-block',
  '/rules/fraud-score',
  '/rules/period-limit',
] as const

/** Pages of the old back office, which kept its addresses behind the `#`, and where they live now. */
const legacyRoutes: Readonly<Record<string, string>> = {
  '/transaction/search': '/transactions',
  '/merchant/search': '/admin/merchant',
  '/auditlog/search': '/admin/audit-log',
  '/userpspaccount/search': '/user-accounts',
  ...Object.fromEntries(tableRoutes.map((route, index) => [`/decisiontable/t${index + 1}/read`, route])),
}

/** The entry of the old back office, which the user menu links to. */
export const legacyEntry = '/#/'

/** Where a legacy link leads: a path of this console, `null` for one it does not know, `undefined` for no legacy link. */
export function resolveLegacyLink(
  hash: string,
  hasPath: (path: string) => boolean,
): string | null | undefined {
  if (!hash.startsWith('#/')) return undefined
  const [page = '', query] = hash.slice(1).split('?', 2)
  const route = legacyRoutes[page.replace(/\/+$/, '').toLowerCase()]
  if (route === undefined || !hasPath(route)) return null
  return query ? `${route}?${query}` : route
}
