import { useSearch } from '@tanstack/react-router'
import { useMay } from '../../kit/session/session-store.ts'
import { loadable } from '../../ui/loadable.tsx'
import { AccountsPage } from './accounts-page.tsx'
import { partOf } from './page-switch.tsx'

const GdprPage = loadable(async () => (await import('./gdpr-page.tsx')).GdprPage)

/** What users pay with, and what was asked about their data. */
export default function UserAccountsScreen() {
  const search: { mode?: unknown } = useSearch({ strict: false })
  const mayErase = useMay('user-accounts.erase')
  return mayErase && partOf(search.mode) === 'gdpr' ? <GdprPage /> : <AccountsPage />
}
