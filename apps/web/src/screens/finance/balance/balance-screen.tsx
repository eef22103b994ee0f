import { loadable } from '../../../ui/loadable.tsx'
import { partOf, useBalanceAddress } from './balance-address.ts'
import { Overview } from './overview.tsx'

const PostingsPage = loadable(async () => (await import('./postings-page.tsx')).PostingsPage)
const RequestsPage = loadable(async () => (await import('./requests-page.tsx')).RequestsPage)

/** The books: what every account holds, what it is made of, and what is closed. */
export default function BalanceScreen() {
  const { search } = useBalanceAddress()
  const part = partOf(search.mode)
  if (part === 'postings') return <PostingsPage />
  if (part === 'requests') return <RequestsPage />
  return <Overview part={part} />
}
