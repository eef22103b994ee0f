import { accountLabels } from '@signalbox/model/balance/account-words'
import { ledgerPosting } from '@signalbox/model/entities/ledger-posting'
import { listingOf, type Row } from '../../../kit/list/listing.ts'
import { searchScreen } from '../../../kit/search-screen.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { PageSwitch } from './page-switch.tsx'

const words: Readonly<Record<string, string>> = accountLabels

/** The account in words; its key is for machines. */
const nameOf = ({ accountType, dimension }: Row): string =>
  [words[String(accountType)] ?? '', typeof dimension === 'string' ? dimension : ''].join(' ').trim()

const listing = { ...listingOf(ledgerPosting), part: 'postings', nameOf }

export const PostingsPage = searchScreen({
  title: 'Balance',
  permission: 'balance.view',
  purpose: 'Every line of every entry in the books.',
  useListing: () => listing,
  Detail: EntryDrawer,
  Tools: PageSwitch,
})
