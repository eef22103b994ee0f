import { useSearch } from '@tanstack/react-router'
import { loadable } from '../../../ui/loadable.tsx'
import { CustomersPage } from './customers-page.tsx'
import { partOf } from './page-switch.tsx'

const PriceListsPage = loadable(async () => (await import('./price-lists-page.tsx')).PriceListsPage)
const LegalEntitiesPage = loadable(async () => (await import('./legal-entities-page.tsx')).LegalEntitiesPage)
const pages = { customers: CustomersPage, 'price-lists': PriceListsPage, 'legal-entities': LegalEntitiesPage }

/** Who is billed, at what prices, and by whom. */
export default function CustomerScreen() {
  const search: { mode?: unknown } = useSearch({ strict: false })
  const Shown = pages[partOf(search.mode)]
  return <Shown />
}
