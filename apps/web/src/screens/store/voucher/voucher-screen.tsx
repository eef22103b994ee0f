import { useSearch } from '@tanstack/react-router'
import { loadable } from '../../../ui/loadable.tsx'
import { partOf } from './page-switch.tsx'
import { VouchersPage } from './vouchers-page.tsx'

const BatchesPage = loadable(async () => (await import('./batches-page.tsx')).BatchesPage)

/** Single vouchers, and the batches they were made in. */
export default function VoucherScreen() {
  const search: { mode?: unknown } = useSearch({ strict: false })
  return partOf(search.mode) === 'batches' ? <BatchesPage /> : <VouchersPage />
}
