import { ledgerPosting } from '@signalbox/model/entities/ledger-posting'
import { listingOf } from '../../../kit/list/listing.ts'
import { searchScreen } from '../../../kit/search-screen.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { PageSwitch } from './page-switch.tsx'

const listing = { ...listingOf(ledgerPosting), part: 'postings' }

export const PostingsPage = searchScreen({
  title: 'Balance',
  permission: 'balance.view',
  purpose: 'Every line of every entry in the books.',
  useListing: () => listing,
  Detail: EntryDrawer,
  Tools: PageSwitch,
})
