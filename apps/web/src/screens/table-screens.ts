import { categories, type Category, type DecisionTable } from '@signalbox/model/rules/decision-table'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { Screen } from './screen.ts'

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

/** Tables of a group whose pages are all about the same, told apart. */
const ownIcons: Readonly<Record<string, string>> = {
  'kyc-routing': 'split',
  'kyc-fallback': 'refresh',
  'kyc-block': 'slash',
}

const tableScreen = ({ slug, route, title, category, access }: DecisionTable): Screen => ({
  path: route as `/${string}`,
  title,
  group: category,
  icon: ownIcons[slug] ?? categoryIcons[category],
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
export const tableScreens = categories.flatMap((category) =>
  tablesShown.filter((table) => table.category === category).map(tableScreen),
)

/** Other addresses of pages, with the one they lead to: any table by its name, here and in the old back office, and the rules hub. */
export const redirects: ReadonlyMap<string, string> = new Map([
  ['/rules-hub', '/rules-hub/overview'],
  ...decisionTables.flatMap(({ slug, route }) =>
    ['', '/legacy']
      .map((place) => [`${place}/rules/${slug}`, `${place}${route}`] as const)
      .filter(([from, to]) => from !== to),
  ),
])
