import { useSearch } from '@tanstack/react-router'
import { loadable } from '../../../ui/loadable.tsx'
import { BatchesPage } from './batches-page.tsx'
import { partOf } from './page-tools.tsx'

const ProfilesPage = loadable(async () => (await import('./profiles-page.tsx')).ProfilesPage)
const pages = { batches: BatchesPage, profiles: ProfilesPage }

/** What PSPs paid out, and how their files are read. */
export default function SettlementsScreen() {
  const search: { mode?: unknown } = useSearch({ strict: false })
  const Shown = pages[partOf(search.mode)]
  return <Shown />
}
