import { Button } from '@mantine/core'
import type { UserSecurity } from '@signalbox/model/calls/user'
import { api } from '../../../kit/api.ts'
import { describeAgent, isHandheld } from '../../../kit/describe-agent.ts'
import { InstantView } from '../../../kit/instant-view.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { Section } from './panel-parts.tsx'
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
      <ul className={styles.list}>
        {sessions.map(({ id, current, createdAt, lastSeenAt, ip, userAgent }) => (
          <li key={id} className={styles.row}>
            <Icon name={isHandheld(userAgent) ? 'phone' : 'device'} />
            <div className={styles.grow}>
              <Tooltip content={userAgent}>
                <span>{describeAgent(userAgent)}</span>
              </Tooltip>{' '}
              {current ? <StatusBadge tone="positive">This one</StatusBadge> : null}
              <p className={styles.muted}>
                {ip} · signed in <InstantView iso={createdAt} />, last seen{' '}
                <InstantView iso={lastSeenAt} as="distance" />
              </p>
            </div>
            {current ? null : (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={`End ${describeAgent(userAgent)} at ${ip}`}
                onClick={() => void end(id)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
