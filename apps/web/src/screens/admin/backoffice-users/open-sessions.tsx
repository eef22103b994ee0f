import type { UserSecurity } from '@signalbox/model/calls/user'
import { Section } from '../../../kit/record/record-panel.tsx'
import { api } from '../../../kit/api.ts'
import { SessionList } from '../../../kit/session/session-list.tsx'
import type { Attempt } from './security-tab.tsx'
import styles from './user-panels.module.css'

/** Where somebody is signed in right now. */
export function OpenSessions({
  userId,
  sessions,
  attempt,
}: {
  readonly userId: string
  readonly sessions: UserSecurity['sessions']
  readonly attempt: Attempt
}) {
  const end = (sessionId: string) =>
    attempt('Session', 'ended', () =>
      api('DELETE /user/{id}/session/{sessionId}', { params: { id: userId, sessionId } }),
    )
  return (
    <Section title="Open sessions">
      {sessions.length === 0 ? <p className={styles.muted}>Not signed in anywhere.</p> : null}
      <SessionList sessions={sessions} onEnd={(id) => void end(id)} />
    </Section>
  )
}
