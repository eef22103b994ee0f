import { pendingGrant } from '@signalbox/model/entities/pending-grant'
import type { Row } from '../../../kit/list/listing.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { sessionStore } from '../../../kit/session/session-store.ts'
import { PartSwitch } from './part-switch.tsx'

function refusal(name: string, { state, askedBy }: Row): string | null {
  if (state !== 'WAITING') return 'It is decided.'
  const isMine = askedBy === sessionStore.get()?.metadata.user.username
  if (name === 'confirm' && isMine) return 'You requested it; another person has to confirm it.'
  if (name === 'withdraw' && !isMine) return 'Only who requested it can withdraw it.'
  return null
}

/** Changes that give power, of users, API clients, configuration and merchants alike. */
export const PendingPage = resourceScreen({
  entity: pendingGrant,
  part: 'pending',
  purpose:
    'Changes that grant approval rights, a new way to sign in or a place for card data wait here for a second person.',
  operations: { refusal, without: ['create', 'edit', 'delete'] },
  around: { Tools: PartSwitch },
})
