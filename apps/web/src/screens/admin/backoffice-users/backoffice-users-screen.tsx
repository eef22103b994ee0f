import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadable } from '../../../ui/loadable.tsx'
import { partOf } from './page-switch.tsx'
import { UsersPage } from './users-page.tsx'

const AccessReviewPage = loadable(async () => (await import('./access-review-page.tsx')).AccessReviewPage)
const PendingPage = loadable(async () => (await import('./pending-page.tsx')).PendingPage)
const PresetsPage = loadable(async () => (await import('./presets-page.tsx')).PresetsPage)
const pages = { users: UsersPage, review: AccessReviewPage, presets: PresetsPage, pending: PendingPage }

/** Lists about the same people: who they are, what they hold, the sets of roles they are given, and what waits. */
export default function BackofficeUsersScreen() {
  const search: { mode?: unknown } = useSearch({ strict: false })
  const part = partOf(search.mode)
  const queryClient = useQueryClient()
  useEffect(() => {
    // What was done on one list shows on the others.
    for (const slug of ['user', 'role-grant', 'role-preset', 'pending-grant']) {
      void queryClient.invalidateQueries({ queryKey: [slug], refetchType: 'none' })
    }
  }, [part, queryClient])
  const Shown = pages[part]
  return <Shown />
}
