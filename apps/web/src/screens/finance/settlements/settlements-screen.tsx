import { useSearch } from '@tanstack/react-router'
import { loadable } from '../../../ui/loadable.tsx'
import { bankPages } from '../bank/for-other-screens.ts'
import { BatchesPage } from './batches-page.tsx'
import { PageTools, partOf } from './page-tools.tsx'

const ProfilesPage = loadable(async () => (await import('./profiles-page.tsx')).ProfilesPage)
const LinesPage = loadable(async () => (await import('./lines-page.tsx')).LinesPage)
const pages = { batches: BatchesPage, lines: LinesPage, profiles: ProfilesPage, ...bankPages(PageTools) }

/** What PSPs paid out, how their files are read, and what of it came to the bank. */
export default function SettlementsScreen() {
  const search: { mode?: unknown } = useSearch({ strict: false })
  const Shown = pages[partOf(search.mode)]
  return <Shown />
}
