import { pendingGrant } from '@signalbox/model/entities/pending-grant'
import type { Row } from '../../../kit/list/listing.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { sessionStore } from '../../../kit/session/session-store.ts'
import { PageSwitch } from './page-switch.tsx'

function refusal(name: string, { state, askedBy }: Row): string | null {
  if (state !== 'WAITING') return 'This change is already decided.'
  const isMine = askedBy === sessionStore.get()?.metadata.user.username
  if (name === 'confirm' && isMine) return 'You requested this change; another person must confirm it.'
  if (name === 'withdraw' && !isMine) return 'Only the requester can withdraw it.'
  return null
}

/** Changes that give power, of users, API clients, configuration and merchants alike. */
export const PendingPage = resourceScreen({
  entity: pendingGrant,
  part: 'pending',
  purpose:
    'Changes that grant approval rights, add a sign-in method or let a host receive card data need a second person.',
  operations: { refusal, without: ['create', 'edit', 'delete'] },
  around: { Tools: PageSwitch },
})
