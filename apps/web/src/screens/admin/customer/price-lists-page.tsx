import { noPrices } from '@signalbox/model/billing/price-list'
import { priceList } from '@signalbox/model/entities/price-list'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PageSwitch } from './page-switch.tsx'
import { PricesView } from './prices-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'

const PricesEditor = loadable(async () => (await import('./prices-editor.tsx')).PricesEditor)

const inEffect = 'These prices are in effect. Create a list of the same name that begins on a later day.'
const begun = ({ effectiveFrom }: Row) => String(effectiveFrom) <= new Date().toISOString().slice(0, 10)

export const PriceListsPage = resourceScreen({
  entity: priceList,
  part: 'price-lists',
  purpose: 'What the platform charges, from a day on.',
  cells: { prices: PricesView },
  form: { editors: { prices: PricesEditor }, startWith: () => ({ prices: noPrices }) },
  operations: {
    refusal: (name, row) => ((name === 'edit' || name === 'delete') && begun(row) ? inEffect : null),
  },
  around: { Tools: PageSwitch },
})
