import { decisionTables } from '@signalbox/model/rules/tables/index'

/** Where the old back office begins: a page with its pages. */
export const legacyEntry = '/legacy'

/** Pages of the old back office, which kept its addresses behind the `#`, and where they live now. */
const legacyRoutes: Readonly<Record<string, string>> = {
  '': legacyEntry,
  '/transaction/search': '/transactions',
  '/merchant/search': '/admin/merchant',
  '/auditlog/search': '/admin/audit-log',
  '/userpspaccount/search': '/user-accounts',
  '/kyc/search': '/kyc/search',
  ...Object.fromEntries(
    decisionTables.map(({ number, route }) => [`/decisiontable/${number.toLowerCase()}/read`, route]),
  ),
}

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
