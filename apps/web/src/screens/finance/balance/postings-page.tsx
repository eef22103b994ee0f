import { accountLabels } from '@signalbox/model/balance/account-words'
import { ledgerPosting } from '@signalbox/model/entities/ledger-posting'
import { useMemo } from 'react'
import { listingOf, type Listing, type Row } from '../../../kit/list/listing.ts'
import { useWithPspNames } from '../../../kit/psp-names.ts'
import { searchScreen } from '../../../kit/search-screen.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { PageSwitch } from './page-switch.tsx'

const words: Readonly<Record<string, string>> = accountLabels
const listing = { ...listingOf(ledgerPosting), part: 'postings' }

/** A posting is called by its account in words; the key of the account is for machines. */
function useListing(): Listing {
  const withNames = useWithPspNames()
  return useMemo(() => {
    const nameOf = ({ accountType, dimension }: Row): string =>
      `${words[String(accountType)] ?? ''} ${typeof dimension === 'string' ? withNames(dimension) : ''}`.trim()
    return { ...listing, nameOf }
  }, [withNames])
}

export const PostingsPage = searchScreen({
  title: 'Balance',
  permission: 'balance.view',
  purpose: 'Every line of every entry in the books.',
  useListing,
  Detail: EntryDrawer,
  Tools: PageSwitch,
})
